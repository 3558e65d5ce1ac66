import { generateKeyPairSync, sign } from 'node:crypto'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp384r1' })

/** Public key that verifies licenses in tests, in place of the vendor's. */
export const licenseConfig = {
  text: undefined,
  publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const now = () => Date.now() / 1000

const claims = () => ({
  sub: 'ops@harbour.example',
  org: 'Harbour Logistics',
  aid: 12,
  cap: 800.5,
  plan: 'STANDARD',
  iat: now() - 60.25,
  exp: now() + 100 * 86_400,
  iss: 'subnet@min.io',
})

/** Creates a license key signed by the tests; `changed` overrides its claims. */
export const licenseKey = (
  changed: object = {},
  { alg = 'ES384', dsaEncoding = 'ieee-p1363' }: { alg?: string; dsaEncoding?: 'ieee-p1363' | 'der' } = {},
) => {
  const text = `${part({ alg, typ: 'JWT' })}.${part({ ...claims(), ...changed })}`
  return `${text}.${sign('sha384', Buffer.from(text), { key: privateKey, dsaEncoding }).toString('base64url')}`
}
