import * as v from 'valibot'
import { Failure } from 'stowage'
import type { Resource } from 'stowage/engines/kubernetes'
import type { HopBackend } from '../../hop/backend.ts'
import { throughApi } from './through-api.ts'
import { tenantAt } from '../kind.ts'
import { rootKeyPairOf } from './root-key-pair.ts'
import type { KubernetesAdapterContext } from 'stowage/server'
import * as messages from '../../messages.ts'

const Tls = v.looseObject({
  spec: v.looseObject({
    requestAutoCert: v.fallback(v.optional(v.boolean()), undefined),
    externalCertSecret: v.fallback(v.optional(v.nullable(v.array(v.unknown()))), undefined),
  }),
})

/**
 * Whether a tenant uses TLS (operator 2.2): unless automatic certificates are disabled and it has no other certificate.
 */
export const speaksTls = (tenant: Resource) => {
  const { requestAutoCert = true, externalCertSecret } = v.parse(Tls, tenant).spec
  return requestAutoCert || (externalCertSecret ?? []).length > 0
}

/** Consoles of tenants, entered with their root credentials, which the caller must be permitted to read. */
export const hopOf = ({
  client,
  domain,
  apiHeaders,
  tenants: { ca, addresses, apiServerProxy, open },
}: KubernetesAdapterContext): HopBackend => ({
  consoleOf: async (namespace, name) => {
    const tenant = await client.get(tenantAt(namespace, name))
    const keyPair = await rootKeyPairOf(client, tenant)
    if (!keyPair.accessKey || !keyPair.secretKey) throw new Failure(409, messages.tenantWithoutRootUser(name))
    const [scheme, port] = speaksTls(tenant) ? (['https', 9443] as const) : (['http', 9090] as const)
    const named = addresses.get(`${namespace}/${name}-console`)
    if (open && !named) return { url: await open({ namespace, tenant: name, keyPair }), keyPair }
    if (apiServerProxy && !named)
      return {
        ...throughApi({ namespace, scheme, port, service: `${name}-console` }, apiServerProxy, apiHeaders),
        keyPair,
      }
    return { url: named ?? new URL(`${scheme}://${name}-console.${namespace}.svc.${domain}:${port}`), ca, keyPair }
  },
})
