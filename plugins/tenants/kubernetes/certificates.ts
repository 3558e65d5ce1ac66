import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { Failure } from 'stowage'
import type { TlsKeyPair } from '../create/payload.ts'
import * as messages from '../messages.ts'

const base64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/

/** Decodes base64. Throws `Failure` 400 with the field. */
export const decoded = (encoded: string, field: string) => {
  if (!base64.test(encoded)) throw new Failure(400, messages.notBase64(field), { field })
  return Buffer.from(encoded, 'base64').toString('utf8')
}

/** Parses all certificates of a PEM text, ignoring other blocks. Throws if one is invalid. */
export const parseCertificates = (pem: string) =>
  (pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []).map(
    (block) => new X509Certificate(block),
  )

/** First certificate of a PEM, which may contain only valid ones. Throws `Failure` 400 with the field. */
export const certificateOf = (encoded: string, field: string) => {
  const pem = decoded(encoded, field)
  try {
    const [first] = parseCertificates(pem)
    if (first) return first
  } catch {
    // reported below
  }
  throw new Failure(400, messages.certificateNotPem(field), { field })
}

const privateKeyOf = (encoded: string, field: string) => {
  const pem = decoded(encoded, field)
  try {
    return createPrivateKey(pem)
  } catch {
    throw new Failure(400, messages.keyNotPem(field), { field })
  }
}

/** Checks that the key belongs to the certificate, and removes white space. Throws `Failure` 400 with the field. */
export const checkedKeyPair = ({ crt, key }: TlsKeyPair, field: string): TlsKeyPair => {
  const certificate = certificateOf(crt, `${field}.crt`)
  const keyField = `${field}.key`
  if (!certificate.checkPrivateKey(privateKeyOf(key, keyField)))
    throw new Failure(400, messages.keyMismatch(keyField), { field: keyField })
  return { crt: crt.replace(/\s/g, ''), key: key.replace(/\s/g, '') }
}

/** Identity of a certificate's holder for the key server: SHA-256 of its public key. */
export const identityOf = (certificate: X509Certificate) =>
  createHash('sha256')
    .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
