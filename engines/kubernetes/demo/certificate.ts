import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const der = (tag: number, ...parts: readonly Uint8Array[]) => {
  const body = Buffer.concat(parts)
  const size =
    body.length < 128
      ? Buffer.of(body.length)
      : body.length < 256
        ? Buffer.of(0x81, body.length)
        : Buffer.of(0x82, body.length >> 8, body.length & 255)
  return Buffer.concat([Buffer.of(tag), size, body])
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)

const ed25519 = sequence(der(6, Buffer.of(0x2b, 0x65, 0x70)))
const commonName = der(6, Buffer.of(0x55, 4, 3))
const subjectAltName = der(6, Buffer.of(0x55, 0x1d, 0x11))

const nameOf = (name: string) => sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))))

const time = (ms: number) => der(0x18, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]|\.\d+Z$/g, '')}Z`))

const pem = (label: string, bytes: Buffer) =>
  `-----BEGIN ${label}-----\n${(bytes.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`

/** A self-signed certificate for these names and its key, as PEM. */
export const createCertificate = (
  names: readonly [string, ...string[]],
  { from, to }: { from: number; to: number },
) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const name = nameOf(names[0])
  const alternativeNames = sequence(
    subjectAltName,
    der(4, sequence(...names.map((one) => der(0x82, Buffer.from(one))))),
  )
  const body = sequence(
    der(0xa0, der(2, Buffer.of(2))),
    der(2, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ed25519,
    name,
    sequence(time(from), time(to)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames)),
  )
  const certificate = sequence(body, ed25519, der(3, Buffer.of(0), sign(null, body, privateKey)))
  return {
    certificate: pem('CERTIFICATE', certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
