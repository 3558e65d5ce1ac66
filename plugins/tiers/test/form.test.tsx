import { assert, test } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { NewTier, TierName } from '../contract.ts'
import { fieldsOf, credentialsFileError, schemaOf } from '../pages/fields.tsx'
import NewTierPage from '../pages/form.tsx'
import { types } from '../types.ts'
import { button, click, find, findAll, render, type } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

test.before.each(() => {
  startTestSession({ features: ['tiers'], plugins: ['tiers'] })
})

const at = (key: string) => find(`[data-field="${key}"] input`) as HTMLInputElement

for (const one of types) {
  test(`the form of ${one.title} has the default endpoint, and reports missing values next to each field`, async () => {
    await render(<NewTierPage params={{ service: one.id }} />)
    assert.is(at('endpoint').value, one.endpoint.value)
    await click(button('Save Tier'))
    const wrong = fieldsOf(one).filter(({ optional, value }) => !optional && !value)
    assert.equal(findAll('[aria-invalid]').length + (one.id === 'gcs' ? 1 : 0), wrong.length)
  })

  test(`the call accepts what the form of ${one.title} accepts`, () => {
    const values = Object.fromEntries(
      fieldsOf(one).map(({ key, kind }) => [
        key,
        kind === 'file'
          ? btoa('{"type":"x"}')
          : key === 'endpoint'
            ? 'https://host/'
            : key === 'name'
              ? 'A-1_B'
              : `some ${key}`,
      ]),
    )
    const parsed = v.parse(schemaOf(one), values)
    assert.equal(parsed, values)
    assert.ok(v.is(NewTier, { type: one.id, [one.id]: parsed }))
  })
}

test('a name is converted to upper case while typing', async () => {
  await render(<NewTierPage params={{ service: 's3' }} />)
  await type(at('name'), 'glacier-eu')
  assert.is(at('name').value, 'GLACIER-EU')
})

test('a name has upper-case letters, digits, dashes and underscores, and is not a built-in storage class', () => {
  for (const name of ['A', 'A-1_B']) assert.ok(v.is(TierName, name))
  for (const name of ['', 'a', 'A B', 'A.B', 'STANDARD', 'REDUCED_REDUNDANCY', 'A'.repeat(65)])
    assert.not(v.is(TierName, name), name)
  assert.is(
    v.safeParse(TierName, 'a b').issues?.[0].message,
    'Please verify that string is uppercase only and contains valid characters (numbers, dashes & underscores).',
  )
})

test('an endpoint with a password is refused, since endpoints are displayed', () => {
  const tier = (endpoint: string) => ({
    type: 'minio',
    minio: { name: 'A', endpoint, bucket: 'b', accesskey: 'a', secretkey: 's' },
  })
  assert.ok(v.is(NewTier, tier('http://10.0.0.1:9000')))
  for (const endpoint of ['10.0.0.1:9000', 'ftp://host', 'http://', 'http://user:password@host'])
    assert.not(v.is(NewTier, tier(endpoint)), endpoint)
})

test('a file that is not a service account is refused before it is sent', () => {
  assert.is(credentialsFileError('{"type":"service_account"}'), undefined)
  for (const text of ['', 'no json', '[]', '{}', 'null'])
    assert.match(credentialsFileError(text) ?? '', /not a credentials file/)
})

test('an unknown type leads to the list of types', async () => {
  await render(<NewTierPage params={{ service: 'tape' }} />)
  assert.match(document.body.textContent ?? '', /Unknown tier type/)
})

test('another type in the address starts with an empty form of that type', async () => {
  const { again } = await render(<NewTierPage params={{ service: 's3' }} />)
  await type(at('name'), 'ARCHIVE')
  await again(<NewTierPage params={{ service: 'azure' }} />)
  const azure = types.find(({ id }) => id === 'azure')!
  assert.equal(
    findAll('[data-field]').map((one) => one.dataset.field),
    fieldsOf(azure).map(({ key }) => key),
  )
  assert.is(at('name').value, '')
})
