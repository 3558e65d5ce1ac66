import { assert, test } from '../../../test/lib/suite.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import { vendorKey } from '../backend/public-key.ts'
import { readLicense } from '../backend/license-key.ts'
import { licenseKey, licenseConfig } from '../../../test/lib/licenses.ts'

const { publicKey } = licenseConfig
const read = (key: string, by = publicKey) => readLicense(key, by, 'invalid license key')
const refused = (key: string, why: RegExp, by?: string) =>
  assert.throws(
    () => read(key, by),
    (error: unknown) =>
      error instanceof Failure &&
      error.status === 404 &&
      error.message === 'invalid license key' &&
      why.test(error.detail ?? ''),
    `${why}`,
  )

test('a key contains claims, capacity in TiB and expiry', () => {
  const exp = Date.parse('2090-06-30T12:00:00Z') / 1000
  assert.equal(read(` ${licenseKey({ exp: exp + 0.75 })}\n`), {
    ...{
      email: 'ops@harbour.example',
      organization: 'Harbour Logistics',
      account_id: 12,
      storage_capacity: 800,
      plan: 'STANDARD',
    },
    expires_at: '2090-06-30T12:00:00.000Z',
  })
})

test('a key signed by another issuer, or modified, is invalid', () => {
  refused(licenseKey(), /signature is not valid/, vendorKey)
  const [head, , signature] = licenseKey().split('.')
  const [, other] = licenseKey({ cap: 100_000 }).split('.')
  refused([head, other, signature].join('.'), /signature is not valid/)
  refused(licenseKey().slice(0, -8), /signature is not valid/)
  refused(licenseKey({}, { dsaEncoding: 'der' }), /signature is not valid/)
})

test('other signature algorithms are refused, including none', () => {
  for (const alg of ['none', 'HS256', 'ES256', 'RS256']) refused(licenseKey({}, { alg }), /ES384/)
})

test('a text that is no key has its own error', () => {
  for (const text of ['', 'a key', 'one.two', 'one.two.three.four']) refused(text, /three parts/)
  refused('one.two.three', /ES384/)
})

test('an expired key names the date, and a future one the clock', () => {
  refused(licenseKey({ exp: Date.parse('2026-01-02T00:00:00Z') / 1000 }), /^This license expired on 2026-01-02$/)
  refused(licenseKey({ iat: Date.now() / 1000 + 86_400 }), /not valid before .* clock/)
})

test('a missing required claim is named', () => {
  refused(licenseKey({ org: undefined }), /^The key has no valid org$/)
  refused(licenseKey({ cap: '800' }), /^The key has no valid cap$/)
})
