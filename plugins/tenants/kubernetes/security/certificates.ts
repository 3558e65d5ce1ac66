import type { X509Certificate } from 'node:crypto'
import type { Certificate } from '../../security/contract.ts'
import { parseCertificates } from '../certificates.ts'

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Common name, then the subject alternative names, without duplicates. */
const domainsOf = ({ subject = '', subjectAltName = '' }: X509Certificate) => {
  const [, common] = /^CN=(.+)$/m.exec(subject) ?? []
  const others = Array.from(subjectAltName.matchAll(/(?:DNS|IP Address):([^,]+)/g), ([, name = '']) => name.trim())
  return [...new Set([...(common ? [common] : []), ...others])]
}

/** Certificates in a secret's PEM, under the secret's name; those that cannot be read are returned with a problem. */
export const certificatesOf = (name: string, pem: string): Certificate[] => {
  try {
    const found = parseCertificates(pem)
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
