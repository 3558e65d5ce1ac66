import { assert, test } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { LifecycleChange, LifecycleRule, NewLifecycleRule } from '../contract.ts'
import { toWire, writeTags } from '../lifecycle.ts'

type Body = v.InferInput<typeof NewLifecycleRule>

const problem = (body: unknown) => v.safeParse(NewLifecycleRule, body, { abortPipeEarly: true }).issues?.[0].message
const today = () => new Date().toISOString().slice(0, 10)
const far = '2199-02-28'

test('unset values may be missing, 0 or empty, and a date in year 1 counts as unset', () => {
  const bare = v.parse(NewLifecycleRule, { expiry_days: 3 })
  const padded: Body = {
    prefix: '',
    tags: '',
    expiry_date: '0001-01-01T00:00:00Z',
    expiry_days: 3,
    transition_date: '',
    transition_days: 0,
    storage_class: '',
    noncurrentversion_expiration_days: 0,
    disable: false,
  }
  assert.equal(v.parse(NewLifecycleRule, padded), bare)
})

test('a date is accepted in both forms that clients send, including today', () => {
  for (const form of [far, `${far}T23:59:59Z`, `${far}T00:00:00.000Z`])
    assert.is(v.parse(NewLifecycleRule, { expiry_date: form }).expiration.date, far)
  assert.is(v.parse(NewLifecycleRule, { expiry_date: today() }).expiration.date, today())
})

test('dates that do not exist and dates in the past are refused', () => {
  for (const bad of ['2199-02-29', '2199-13-01', 'tomorrow', '2199', '02/03/2199', '99999-01-01'])
    assert.is(problem({ expiry_date: bad }), 'Enter a valid date', bad)
  assert.match(problem({ expiry_date: '2020-01-01' }) ?? '', /has passed/)
})

test('days are whole numbers from 1 to 36,500', () => {
  assert.is(problem({ expiry_days: -1 }), 'Enter at least 1 day')
  assert.is(problem({ expiry_days: 1.5 }), 'Enter whole days')
  assert.is(problem({ noncurrentversion_expiration_days: 36_501 }), 'Enter at most 36,500 days')
  assert.match(problem({ expiry_days: 0 }) ?? '', /^Enter when/)
})

test('the number of noncurrent versions to keep is a whole number and is sufficient for a rule', () => {
  const spare = (count: number) => ({ newer_noncurrentversion_expiration_versions: count })
  assert.is(problem(spare(-1)), 'Enter at least 1')
  assert.is(problem(spare(1.5)), 'Enter a whole number')
  assert.is(problem(spare(100_001)), 'Enter at most 100,000')
  assert.is(v.parse(NewLifecycleRule, spare(3)).expiration.newer_noncurrent_versions, 3)
  assert.not('newer_noncurrent_versions' in v.parse(NewLifecycleRule, { expiry_days: 1, ...spare(0) }).expiration)
  assert.match(problem({ ...spare(3), transition_days: 1, storage_class: 'COLD' }) ?? '', /not both$/)
})

test('a rule expires or transitions objects, at one time, and a transition requires a tier', () => {
  const moving = { transition_days: 1, storage_class: 'COLD' }
  assert.match(problem({}) ?? '', /^Enter when/)
  assert.match(problem({ expiry_days: 1, ...moving }) ?? '', /not both$/)
  assert.match(problem({ noncurrentversion_expiration_days: 1, ...moving }) ?? '', /not both$/)
  assert.match(problem({ expiry_days: 1, expiry_date: far }) ?? '', /not both$/)
  assert.match(problem({ expired_object_delete_marker: true, expiry_days: 1 }) ?? '', /neither/)
  assert.match(problem({ ...moving, transition_date: far }) ?? '', /not both$/)
  for (const half of [{ transition_days: 1 }, { storage_class: 'COLD' }, { noncurrentversion_transition_days: 1 }])
    assert.match(problem(half) ?? '', /to a tier$/)
  assert.is(v.parse(NewLifecycleRule, { ...moving, storage_class: ' cold-1 ' }).transition.storage_class, 'COLD-1')
})

test('tags with any characters survive conversion to text and back', () => {
  const tags = [
    { key: 'a & b', value: 'c=d' },
    { key: '100%', value: '' },
    { key: 'ü', value: 'x+y z' },
  ]
  assert.equal(v.parse(LifecycleChange, { tags: writeTags(tags) }).tags, tags)
  assert.equal(v.parse(LifecycleChange, { tags: 'plain=50%&bare&' }).tags, [
    { key: 'plain', value: '50%' },
    { key: 'bare', value: '' },
  ])
  assert.equal(v.parse(LifecycleChange, {}), {})
  for (const bad of [
    '=x',
    'a=1&a=2',
    `${'k'.repeat(129)}=1`,
    `a=${'x'.repeat(257)}`,
    'a=%00',
    Array.from({ length: 11 }, (_, n) => `k${n}=`).join('&'),
  ])
    assert.ok(problem({ expiry_days: 1, tags: bad }), bad)
})

test('a rule states its type only if it agrees with its other fields', () => {
  assert.is(problem({ type: 'expiry', expiry_days: 1 }), undefined)
  assert.is(problem({ type: 'transition', transition_days: 1, storage_class: 'COLD' }), undefined)
  assert.match(problem({ type: 'transition', expiry_days: 1 }) ?? '', /not both$/)
  assert.not(v.is(LifecycleChange, { type: 'expiry', storage_class: 'COLD' }))
  assert.not(v.is(LifecycleChange, { expiry_days: 1, expiry_date: far }))
})

test('on the wire a date is midnight UTC, an unset date is in year 1, and both are read back', () => {
  const rule = { ...v.parse(NewLifecycleRule, { expiry_date: far, prefix: 'a/' }), id: 'x' }
  const sent = toWire(rule)
  assert.is(sent.expiration.date, `${far}T00:00:00Z`)
  assert.is(sent.transition.date, '0001-01-01T00:00:00Z')
  assert.equal(v.parse(LifecycleRule, sent), rule)
  const sparse = { id: 'y', status: 'Enabled', tags: null, expiration: { days: 3 }, transition: {} }
  const read = v.parse(LifecycleRule, sparse)
  assert.equal([read.prefix, read.tags, read.expiration.date, read.transition.storage_class], ['', [], '', ''])
})
