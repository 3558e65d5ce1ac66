import { createPrivateKey, X509Certificate } from 'node:crypto'
import { Failure } from 'stowage'
import type { Certificate } from '../../security/contract.ts'
import * as messages from '../../messages.ts'

const blocks = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Parses all certificates of a PEM text, ignoring other blocks. Throws if one is invalid. */
const read = (pem: string) => (pem.match(blocks) ?? []).map((block) => new X509Certificate(block))

/** Common name, then the subject alternative names, without duplicates. */
const domainsOf = ({ subject = '', subjectAltName = '' }: X509Certificate) => {
  const [, common] = /^CN=(.+)$/m.exec(subject) ?? []
  const others = Array.from(subjectAltName.matchAll(/(?:DNS|IP Address):([^,]+)/g), ([, name = '']) => name.trim())
  return [...new Set([...(common ? [common] : []), ...others])]
}

/** Certificates in a secret's PEM, under the secret's name; those that cannot be read are returned with a problem. */
export const certificatesOf = (name: string, pem: string): Certificate[] => {
  try {
    const found = read(pem)
    if (found.length === 0) return [{ name, problem: 'It contains no certificate', serialNumber: '', expiry: '' }]
    return found.map((one) => ({
      name,
      serialNumber: BigInt(`0x${one.serialNumber}`).toString(),
      domains: domainsOf(one),
      expiry: new Date(one.validTo).toISOString(),
    }))
  } catch (error) {
    return [{ name, problem: `It cannot be read: ${reasonOf(error)}`, serialNumber: '', expiry: '' }]
  }
}

/** Parses the base64 of a request. Throws `Failure` 400 with the field if it contains no certificate. */
export const checkedPem = (field: string, base64: string): X509Certificate[] => {
  try {
    const found = read(Buffer.from(base64, 'base64').toString())
    if (found.length > 0) return found
  } catch (error) {
    throw new Failure(400, messages.certificateInBodyNotPem(field), { field, detail: reasonOf(error) })
  }
  throw new Failure(400, messages.certificateInBodyNotPem(field), { field })
}

/** Parses a certificate chain, and checks that its first certificate belongs to the key. */
export const checkedPair = (field: string, { crt, key }: { crt: string; key: string }) => {
  const [first] = checkedPem(`${field}.crt`, crt)
  const keyOf = () => {
    try {
      return createPrivateKey(Buffer.from(key, 'base64'))
    } catch (error) {
      throw new Failure(400, messages.privateKeyInBodyNotPem(field), {
        field: `${field}.key`,
        detail: reasonOf(error),
      })
    }
  }
  if (!first?.checkPrivateKey(keyOf()))
    throw new Failure(400, messages.privateKeyMismatch(field), {
      field: `${field}.key`,
    })
}
