import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import type { LifecycleChange, LifecycleRule } from '../contract.ts'
import { applyLifecycleChange } from '../backend/lifecycle-change.ts'
import { changeRule, readRule, rulesIn, withRules } from '../s3/lifecycle-xml.ts'

/** Rules written by other programs and newer servers. */
const unusualRule = `<Rule>
  <!-- by <hand> -->
  <ID>strange &amp; new</ID><Filter x="a>b"><And><Prefix>p/</Prefix><Tag><Key>k</Key><Value>v</Value></Tag><ObjectSizeGreaterThan>1000</ObjectSizeGreaterThan><Colour hue='/>'><Deep/></Colour></And></Filter>
  <Status>Enabled</Status><AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation></AbortIncompleteMultipartUpload>
  <Expiration><Days>5</Days><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions></Expiration>
  <NoncurrentVersionExpiration><NoncurrentDays>3</NoncurrentDays><NewerNoncurrentVersions>4</NewerNoncurrentVersions></NoncurrentVersionExpiration>
  <DelMarkerExpiration><Days>9</Days></DelMarkerExpiration><Rule><Status>Enabled</Status></Rule>
</Rule>`
const plain =
  '<Rule><ID>plain</ID><Status>Disabled</Status><Prefix>c/</Prefix><Expiration><Days>1</Days></Expiration></Rule>'
const document = `<?xml version="1.0" encoding="UTF-8"?>
<LifecycleConfiguration xmlns="urn:x"> ${unusualRule}${plain}<Owner/><ExpiryUpdatedAt>2026-01-01T00:00:00Z</ExpiryUpdatedAt></LifecycleConfiguration>
`

const changed = (text: string, change: Partial<LifecycleRule>) => changeRule(text, { ...readRule(text), ...change })

test('a rule is never reported wider than it is, and its unknown elements are named', () => {
  assert.equal(readRule(unusualRule), {
    id: 'strange & new',
    status: 'Enabled',
    prefix: 'p/',
    tags: [{ key: 'k', value: 'v' }],
    object_size_greater_than: 1000,
    unknown: ['Colour', 'AbortIncompleteMultipartUpload', 'Rule'],
    expiration: {
      date: '',
      days: 5,
      delete_marker: false,
      noncurrent_expiration_days: 3,
      all_versions: true,
      delete_marker_days: 9,
      newer_noncurrent_versions: 4,
    },
    transition: { date: '', days: 0, storage_class: '', noncurrent_transition_days: 0, noncurrent_storage_class: '' },
  })
})

test("editing a rule's status or tags changes no other byte", () => {
  assert.is(changed(unusualRule, { status: 'Disabled' }), unusualRule.replace('<Status>Enabled', '<Status>Disabled'))
  assert.is(
    changed(unusualRule, { tags: [{ key: 'a<', value: '' }] }),
    unusualRule.replace(
      /<And>.*<\/And>/,
      "<And><Prefix>p/</Prefix><ObjectSizeGreaterThan>1000</ObjectSizeGreaterThan><Colour hue='/>'><Deep/></Colour><Tag><Key>a&#60;</Key><Value></Value></Tag></And>",
    ),
  )
  assert.is(changed(plain, { status: 'Enabled' }), plain.replace('Disabled', 'Enabled'))
  assert.is(
    changed(plain, { tags: [{ key: 'a', value: '1' }] }),
    plain.replace(
      '<Prefix>c/</Prefix>',
      '<Filter><And><Prefix>c/</Prefix><Tag><Key>a</Key><Value>1</Value></Tag></And></Filter>',
    ),
  )
})

test('editing days, prefix and versions writes only those elements and keeps unknown ones', () => {
  const rule = readRule(unusualRule)
  const next = changeRule(unusualRule, {
    ...rule,
    prefix: 'q/',
    expiration: { ...rule.expiration, days: 7, noncurrent_expiration_days: 0 },
    transition: { ...rule.transition, noncurrent_transition_days: 9, noncurrent_storage_class: 'COLD' },
  })
  assert.equal(readRule(next), {
    ...rule,
    prefix: 'q/',
    expiration: { ...rule.expiration, days: 7, noncurrent_expiration_days: 0 },
    transition: { ...rule.transition, noncurrent_transition_days: 9, noncurrent_storage_class: 'COLD' },
  })
  for (const fragment of [
    "<Colour hue='/>'><Deep/></Colour>",
    'AbortIncompleteMultipartUpload',
    'ExpiredObjectAllVersions',
  ])
    assert.ok(next.includes(fragment), fragment)
  const cleared = changeRule(next, {
    ...readRule(next),
    expiration: { ...rule.expiration, noncurrent_expiration_days: 0, newer_noncurrent_versions: 0 },
  })
  assert.not.match(cleared, /<NoncurrentVersionExpiration/)
  assert.is(changeRule(unusualRule, rule), unusualRule)
})

test('editing one rule leaves the rest of the document and the other rules byte for byte', () => {
  const next =
    withRules(document, (rules) =>
      rules.map(({ id, text }) => (id === 'plain' ? changed(text, { status: 'Enabled' }) : text)),
    ) ?? ''
  assert.equal(pluck(rulesIn(next), 'text'), [unusualRule, plain.replace('Disabled', 'Enabled')])
  assert.ok(next.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<LifecycleConfiguration xmlns="urn:x">'))
  assert.ok(next.includes('<Owner/>'))
  assert.not.match(next, 'ExpiryUpdatedAt')
  assert.is(
    withRules(document, () => []),
    undefined,
  )
})

test('a filter with one condition contains it directly, and one without conditions has an empty prefix', () => {
  const filter = (text: string, tags: { key: string; value: string }[]) =>
    /<Filter>.*<\/Filter>/.exec(changed(text, { tags }))?.[0]
  const of = (inner: string) => `<Rule><ID>x</ID><Filter>${inner}</Filter><Status>Enabled</Status></Rule>`
  const tag = [{ key: 'a', value: 'b' }]
  const tagged = '<Tag><Key>a</Key><Value>b</Value></Tag>'
  const size = '<ObjectSizeLessThan>9</ObjectSizeLessThan>'
  assert.is(filter(of(''), tag), `<Filter>${tagged}</Filter>`)
  assert.is(filter(of('<Prefix></Prefix>'), tag), `<Filter>${tagged}</Filter>`)
  assert.is(filter(of(tagged), []), '<Filter><Prefix></Prefix></Filter>')
  assert.is(filter(of(`<And>${size}${tagged}</And>`), []), `<Filter>${size}</Filter>`)
  assert.is(filter(of(size), tag), `<Filter><And>${size}${tagged}</And></Filter>`)
  assert.is(filter('<Rule><ID>x</ID><Status>Enabled</Status></Rule>', tag), `<Filter>${tagged}</Filter>`)
})

const transition = (days: number, tier: string) =>
  `<Transition><Days>${days}</Days><StorageClass>${tier}</StorageClass></Transition>`
const noncurrentTransition = (days: number, tier: string) =>
  `<NoncurrentVersionTransition><NoncurrentDays>${days}</NoncurrentDays><StorageClass>${tier}</StorageClass></NoncurrentVersionTransition>`
const ruleWith = (...actions: string[]) =>
  `<Rule><ID>archive</ID><Filter><Prefix>logs/</Prefix></Filter><Status>Enabled</Status>${actions.join('')}</Rule>`
const edited = (text: string, change: LifecycleChange) => changeRule(text, applyLifecycleChange(readRule(text), change))

test('several transitions are reported as unknown and stay byte for byte when other settings change', () => {
  const steps = transition(30, 'STANDARD_IA') + transition(90, 'GLACIER')
  const olderSteps = noncurrentTransition(7, 'STANDARD_IA') + noncurrentTransition(30, 'GLACIER')
  const both = ruleWith(steps, olderSteps)
  assert.equal(readRule(both).unknown, ['Transition', 'NoncurrentVersionTransition'])
  assert.is(
    edited(both, { prefix: 'log2/', disable: true }),
    both.replace('logs/', 'log2/').replace('Enabled', 'Disabled'),
  )
  assert.is(
    edited(both, { expiry_days: 365, storage_class: '' }),
    both.replace('</Rule>', '<Expiration><Days>365</Days></Expiration></Rule>'),
  )
  const one = ruleWith(steps, noncurrentTransition(7, 'GLACIER'))
  assert.equal(readRule(one).unknown, ['Transition'])
  assert.is(edited(one, { noncurrentversion_transition_days: 9 }), ruleWith(steps, noncurrentTransition(9, 'GLACIER')))
})

test('a change of one of several transitions is refused', () => {
  const steps = ruleWith(transition(30, 'STANDARD_IA'), transition(90, 'GLACIER'), noncurrentTransition(7, 'GLACIER'))
  for (const change of [{ storage_class: 'DEEP_ARCHIVE', transition_days: 180 }, { transition_date: '2199-06-30' }])
    assert.throws(() => edited(steps, change), /several transitions, which this console does not change/)
  const olderSteps = ruleWith(transition(90, 'GLACIER'), noncurrentTransition(7, 'A'), noncurrentTransition(30, 'B'))
  assert.is(edited(olderSteps, { transition_days: 91 }), olderSteps.replace('90', '91'))
  assert.throws(
    () => edited(olderSteps, { noncurrentversion_transition_days: 9, noncurrentversion_transition_storage_class: 'C' }),
    /several transitions of older versions/,
  )
})
