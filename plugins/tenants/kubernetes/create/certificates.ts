import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { Failure } from 'stowage'
import type { Pair } from '../../create/payload.ts'
import * as messages from '../../messages.ts'

const base64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/

/** Decodes base64. Throws `Failure` 400 with the field. */
export const decoded = (encoded: string, field: string) => {
  if (!base64.test(encoded)) throw new Failure(400, `${field}: this is not base64`, { field })
  return Buffer.from(encoded, 'base64').toString('utf8')
}

/** First certificate of a PEM, which may contain only valid ones. Throws `Failure` 400 with the field. */
export const certificateOf = (encoded: string, field: string) => {
  const blocks = decoded(encoded, field).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    const [first] = blocks.map((block) => new X509Certificate(block))
    if (first) return first
  } catch {
    // reported below
  }
  throw new Failure(400, messages.certificateNotPem(field), { field })
}

/** Checks that the key belongs to the certificate. Throws `Failure` 400 with the field. */
export const checkedPair = ({ crt, key }: Pair, field: string): Pair => {
  const certificate = certificateOf(crt, `${field}.crt`)
  let own
  try {
    own = createPrivateKey(decoded(key, `${field}.key`))
  } catch (error) {
    throw error instanceof Failure
      ? error
      : new Failure(400, messages.keyNotPem(field), {
          field: `${field}.key`,
        })
  }
  if (!certificate.checkPrivateKey(own)) throw new Failure(400, messages.keyMismatch(field), { field: `${field}.key` })
  return { crt: crt.replace(/\s/g, ''), key: key.replace(/\s/g, '') }
}

/** Identity of a certificate's holder for the key server: SHA-256 of its public key. */
export const identityOf = (certificate: X509Certificate) =>
  createHash('sha256')
    .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
