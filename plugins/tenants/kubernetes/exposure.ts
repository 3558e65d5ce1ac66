import * as v from 'valibot'
import { Failure } from 'stowage'
import { type Client, kindAt, pathOf, type Resource } from 'stowage/engines/kubernetes'
import type { Exposure } from '../details/contract.ts'
import type { Configuration } from './configuration.ts'

const services = kindAt('v1', 'services')
const ingresses = kindAt('networking.k8s.io/v1', 'ingresses')

const optionalText = v.fallback(v.string(), '')
const list = <Entry extends v.GenericSchema>(entry: Entry) => v.fallback(v.array(entry), [])

const Domains = v.fallback(
  v.object({
    spec: v.object({ features: v.object({ domains: v.object({ minio: list(v.string()), console: optionalText }) }) }),
  }),
  { spec: { features: { domains: { minio: [], console: '' } } } },
)

const Service = v.object({
  spec: v.fallback(
    v.object({
      type: optionalText,
      externalIPs: list(v.string()),
      ports: list(v.object({ port: v.fallback(v.number(), 0), nodePort: v.fallback(v.number(), 0) })),
    }),
    { type: '', externalIPs: [], ports: [] },
  ),
  status: v.fallback(
    v.object({ loadBalancer: v.object({ ingress: list(v.object({ ip: optionalText, hostname: optionalText })) }) }),
    {
      loadBalancer: { ingress: [] },
    },
  ),
})

const Backend = v.fallback(v.optional(v.object({ service: v.object({ name: optionalText }) })), undefined)
const Rule = v.object({
  host: optionalText,
  http: v.fallback(v.object({ paths: list(v.object({ path: optionalText, backend: Backend })) }), { paths: [] }),
})
const Ingress = v.fallback(
  v.object({
    spec: v.object({ defaultBackend: Backend, rules: list(Rule), tls: list(v.object({ hosts: list(v.string()) })) }),
    status: v.fallback(
      v.object({ loadBalancer: v.object({ ingress: list(v.object({ ip: optionalText, hostname: optionalText })) }) }),
      { loadBalancer: { ingress: [] } },
    ),
  }),
  {
    spec: { defaultBackend: undefined, rules: [], tls: [] },
    status: { loadBalancer: { ingress: [] } },
  },
)
type Ingress = v.InferOutput<typeof Ingress>

/** Result of a lookup, and whether the caller was refused. */
const lookUp = async <Result>(find: () => Promise<Result>): Promise<{ found?: Result; refused: boolean }> => {
  try {
    return { found: await find(), refused: false }
  } catch (error) {
    if (!(error instanceof Failure) || ![403, 404].includes(error.status)) throw error
    return { refused: error.status === 403 }
  }
}

const addressOf = (ingress: readonly { ip: string; hostname: string }[]) => ingress[0]?.hostname || ingress[0]?.ip

/** Address that an Ingress gives a service: of its first matching rule, or of the default backend. */
const throughIngress = ({ spec, status }: Ingress, service: string) => {
  const refersTo = (backend: v.InferOutput<typeof Backend>) => backend?.service.name === service
  const rule = spec.rules.find(({ http }) => http.paths.some(({ backend }) => refersTo(backend)))
  if (!rule && !refersTo(spec.defaultBackend)) return undefined
  const host = rule?.host || addressOf(status.loadBalancer.ingress)
  const path = rule?.http.paths.find(({ backend }) => refersTo(backend))?.path ?? ''
  const isSecure = spec.tls.some(({ hosts }) => hosts.length === 0 || (host !== undefined && hosts.includes(host)))
  if (!host) return ''
  return `${isSecure ? 'https' : 'http'}://${host}${/^\/[\w./-]+$/.test(path) ? path : ''}`
}

type Scheme = 'http' | 'https'

/** Adds a scheme to a domain without one. */
const withScheme = (domain: string, scheme: Scheme) => (/^https?:\/\//.test(domain) ? domain : `${scheme}://${domain}`)

/**
 * Finds the address of a tenant from outside the cluster. An address stated in the manifest comes first, then those of
 * the service and of Ingresses. `none` means that everything could be looked up and has no address.
 */
export const exposureOf = async (
  client: Client,
  tenant: Resource,
  { settings, elsewhere, read }: Configuration,
  scheme: Scheme,
): Promise<{ minio: Exposure; console: Exposure }> => {
  const { name: tenantName, namespace = '' } = tenant.metadata
  const { domains } = v.parse(Domains, tenant).spec.features
  const result = await lookUp(() => client.list(pathOf(ingresses, { namespace })))
  const all = (result.found ?? []).map((one) => v.parse(Ingress, one))

  const of = async (
    service: string,
    port: number | undefined,
    domain: string | undefined,
    variable: string,
  ): Promise<Exposure> => {
    const balanced = await lookUp(async () =>
      v.parse(Service, await client.get(pathOf(services, { namespace, name: service }))),
    )
    const { spec, status } = balanced.found ?? {}
    const suffix = port ? `:${port}` : ''
    if (domain) return { state: 'found', from: 'domain', url: withScheme(domain, scheme) }
    const set = settings.get(variable)
    if (set) return { state: 'found', from: 'setting', url: set }
    if (elsewhere.has(variable)) return { state: 'unread', from: 'setting' }
    const host = addressOf(status?.loadBalancer.ingress ?? []) ?? spec?.externalIPs[0]
    if (host) return { state: 'found', from: 'service', url: `${scheme}://${host}${suffix}` }
    const nodePort = spec?.ports.find((one) => one.nodePort > 0)?.nodePort
    if (spec?.type === 'NodePort' && nodePort) return { state: 'found', from: 'nodePort', port: nodePort }
    for (const one of all) {
      const url = throughIngress(one, service)
      if (url !== undefined)
        return url ? { state: 'found', from: 'ingress', url } : { state: 'pending', from: 'ingress' }
    }
    if (spec?.type === 'LoadBalancer') return { state: 'pending', from: 'service' }
    const isUnknown = balanced.refused || result.refused || read !== 'read'
    return { state: isUnknown ? 'unread' : 'none' }
  }

  const [minio, console] = await Promise.all([
    of('minio', undefined, domains.minio[0], 'MINIO_SERVER_URL'),
    of(`${tenantName}-console`, scheme === 'https' ? 9443 : 9090, domains.console, 'MINIO_BROWSER_REDIRECT_URL'),
  ])
  return { minio, console }
}
