import * as v from 'valibot'
import { Failure } from 'stowage'
import { type Client, kindAt, pathOf, type Resource } from 'stowage/engines/kubernetes'
import type { CertificateExpiry } from '../../health/contract.ts'
import { certificateKey } from '../security/certificate-key.ts'
import { certificatesOf } from '../security/certificates.ts'
import * as messages from '../../messages.ts'

const secrets = kindAt('v1', 'secrets')

const Named = v.fallback(v.array(v.object({ name: v.string(), type: v.fallback(v.string(), '') })), [])
const Spec = v.fallback(
  v.object({
    requestAutoCert: v.fallback(v.optional(v.boolean()), undefined),
    externalCertSecret: Named,
    externalCaCertSecret: Named,
  }),
  {
    requestAutoCert: undefined,
    externalCertSecret: [],
    externalCaCertSecret: [],
  },
)
const Data = v.fallback(v.object({ data: v.record(v.string(), v.string()) }), { data: {} })

/** A secret, and the keys that may contain its certificate; the first one present counts. */
type CertificateSecret = { name: string; from: CertificateExpiry['from']; keys: readonly string[] }

const certificateSecretsOf = ({ metadata, spec }: Resource): CertificateSecret[] => {
  const { requestAutoCert, externalCertSecret, externalCaCertSecret } = v.parse(Spec, spec)
  const custom = [
    ...externalCertSecret.map(({ name, type }) => ({ name, keys: [certificateKey('served', type)] })),
    ...externalCaCertSecret.map(({ name, type }) => ({ name, keys: [certificateKey('trusted', type)] })),
  ]
  const isFirst = ({ name, keys }: (typeof custom)[number], index: number) =>
    custom.findIndex((other) => other.name === name && other.keys[0] === keys[0]) === index
  return [
    ...(requestAutoCert === false
      ? []
      : [{ name: `${metadata.name}-tls`, from: 'operator' as const, keys: ['public.crt', 'tls.crt'] }]),
    ...custom.filter(isFirst).map((one) => ({ ...one, from: 'people' as const })),
  ]
}

/** Of a chain, the certificate that expires first counts. */
const firstOf = (chain: readonly CertificateExpiry[]) =>
  chain.find(({ problem }) => problem) ?? [...chain].sort((a, b) => a.expiry.localeCompare(b.expiry))[0]

/** Expirations of a tenant's certificates. Throws `Failure` 403 if the caller may not read their secrets. */
export const readExpirations = async (client: Client, tenant: Resource): Promise<CertificateExpiry[]> => {
  const { namespace } = tenant.metadata
  const expirations: CertificateExpiry[] = []
  for (const { name, from, keys } of certificateSecretsOf(tenant)) {
    const { data } = await client.get(pathOf(secrets, { namespace, name })).then(
      (secret) => v.parse(Data, secret),
      (error: unknown) => {
        if (error instanceof Failure && error.status === 404) return { data: undefined }
        throw error
      },
    )
    // a missing secret of the operator is only not created yet
    if (!data && from === 'people') expirations.push({ name, from, expiry: '', problem: messages.secretDoesNotExist })
    if (!data) continue
    const read = certificatesOf(
      name,
      Buffer.from(keys.map((key) => data[key]).find(Boolean) ?? '', 'base64').toString(),
    )
    const first = firstOf(read.map(({ expiry, problem }) => ({ name, from, expiry, ...(problem && { problem }) })))
    if (first) expirations.push(first)
  }
  return expirations
}

/** Expirations of a tenant's certificates; `undefined` if the caller may not read them. */
export const expirationsOf = (client: Client, tenant: Resource): Promise<CertificateExpiry[] | undefined> =>
  readExpirations(client, tenant).catch((error: unknown) => {
    if (error instanceof Failure && error.status === 403) return undefined
    throw error
  })
