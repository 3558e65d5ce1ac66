import { Failure, isObject } from 'stowage'
import { mergePatch, type Resource } from 'stowage/engines/kubernetes'
import type { ClonedTenant } from '../../create/payload.ts'
import { type Difference, differencesBetween } from '../leaves.ts'
import { referencesOf } from '../references.ts'
import { isScraped, withoutScraping, withScraping } from '../scraping.ts'
import { formerChanges } from './former.ts'
import { checkTls, keyServerFields, secretsOf } from './plan.ts'
import { changedPool, omitNullish, sizeProblem } from './pool.ts'
import { renameTenant } from './rename.ts'
import type { Shape } from './shape.ts'

type Fields = Readonly<Record<string, unknown>>
type Spec = Fields & { pools?: readonly Fields[]; kes?: Fields | null }

/** Fields that reference secrets created by the console for each tenant; secrets are never copied. */
const ownSecrets = [
  'imagePullSecret',
  'configuration',
  'credsSecret',
  'users',
  'externalCertSecret',
  'externalCaCertSecret',
  'externalClientCertSecret',
]
const ownKeySecrets = ['kesSecret', 'externalCertSecret', 'clientCertSecret']

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/**
 * Labels and annotations by which tools such as Argo CD and Flux recognize managed objects. A copy must not have them,
 * because these tools would delete it.
 */
const isOfManager = (key: string) =>
  /^(kubectl\.kubernetes\.io\/last-applied|meta\.helm\.sh\/|argocd\.argoproj\.io\/|(kustomize|helm)\.toolkit\.fluxcd\.io\/|objectset\.rio\.cattle\.io\/)/.test(
    key,
  ) || ['app.kubernetes.io/managed-by', 'app.kubernetes.io/instance', 'helm.sh/chart'].includes(key)

const copied = (map: Readonly<Record<string, string>> | undefined) =>
  Object.fromEntries(Object.entries(map ?? {}).filter(([key]) => !isOfManager(key)))

/** Parts of a tenant that a copy inherits: all except its name, status and own secrets. */
const baseOf = ({ apiVersion, kind, metadata, spec, status: _, ...rest }: Resource, name: string) => {
  const { kes, ...fields } = without(renameTenant(spec, metadata.name, name) as Spec, ownSecrets) as Spec
  const [labels, annotations] = [copied(metadata.labels), copied(metadata.annotations)]
  return {
    object: { apiVersion: apiVersion ?? 'minio.min.io/v2', kind: kind ?? 'Tenant', ...rest },
    spec: fields,
    kes: isObject(kes) ? without(kes, ownKeySecrets) : undefined,
    metadata: omitNullish({
      labels: metadata.labels && labels,
      annotations: metadata.annotations && annotations,
    }),
  }
}

const poolsOf = (pools: readonly Fields[], { pool: change }: ClonedTenant, shape: Shape): Fields[] => {
  const named = pools.map((pool, index) => (pool.name || !shape.poolName ? pool : { ...pool, name: `pool-${index}` }))
  const [first = {}, ...others] = named
  if (!change) return named
  const changed = without(changedPool(first, change), change.securityContext === null ? ['securityContext'] : [])
  const size = { servers: Number(changed.servers), volumes_per_server: Number(changed.volumesPerServer) }
  const problem = change.servers || change.volumes_per_server ? sizeProblem(size) : undefined
  if (problem) throw new Failure(400, `pool.servers: ${problem}`)
  return [changed, ...others]
}

/** Whether the source has a console, if its manifest says so: a copy keeps it unless the request decides. */
const browserIn = (env: unknown): [string, string][] =>
  (Array.isArray(env) ? env : []).flatMap((one: { name?: unknown; value?: unknown } | null) =>
    one?.name === 'MINIO_BROWSER' && typeof one.value === 'string' ? [[one.name, one.value]] : [],
  )

/** Environment variables of the source, without those that the copy sets itself. */
const variablesBut = (env: unknown, ownVariables: readonly { name: string }[]): unknown[] =>
  Array.isArray(env)
    ? env.filter((one) => !ownVariables.some(({ name }) => name === (one as { name?: unknown })?.name))
    : []

/** Labels and annotations of a managing tool that a copy does not inherit. */
export const managersOf = ({ metadata }: Resource) =>
  [...Object.keys(metadata.labels ?? {}), ...Object.keys(metadata.annotations ?? {})].filter(isOfManager)

/** References of a copy to resources other than the secrets created by the console. */
export const referencesOfCopy = (source: Resource) => {
  const { spec, kes } = baseOf(source, source.metadata.name)
  return referencesOf({ ...spec, ...(kes && { kes }) })
}

/** Parts of a tenant compared with its copy: fields that the operator and others read. */
const compared = ({
  apiVersion: _,
  kind: __,
  metadata: { labels, annotations },
  spec,
  status: ___,
  ...rest
}: Resource) => ({
  ...(isObject(spec) && spec),
  ...rest,
  ...((labels ?? annotations) && { metadata: omitNullish({ labels, annotations }) }),
})

/** Every field that differs between a tenant and its copy, by paths within the spec. */
export const differencesOf = (source: Resource, tenant: Resource): Difference[] =>
  differencesBetween(compared(source), compared(tenant))

/**
 * Resources of a copy of a tenant: the source's whole spec and its `further` settings, overridden by the fields of the
 * request. Throws `Failure` 400 with the field.
 */
export const cloneOf = (
  source: Resource,
  request: ClonedTenant,
  shape: Shape,
  further: ReadonlyMap<string, string> = new Map(),
) => {
  const { name, namespace, encryption } = request
  const base = baseOf(source, name)
  const automatic = request.enable_tls ?? (base.spec.requestAutoCert as boolean | undefined) ?? true
  checkTls(request, automatic)
  const { image, keyName } = base.kes ?? {}
  const keys = encryption && { ...encryption, image: encryption.image || (typeof image === 'string' ? image : '') }
  const { secrets, fields } = secretsOf(
    { ...request, ...(keys && { encryption: keys }) },
    shape,
    typeof keyName === 'string' ? keyName : undefined,
    new Map([...browserIn(base.spec.env), ...further]),
  )
  const { kes, env: ownVariables = [], ...named } = fields
  const changes = omitNullish({
    image: request.image || undefined,
    mountPath: request.mounth_path || undefined,
    requestAutoCert: request.enable_tls,
    exposeServices:
      request.expose_minio === undefined && request.expose_console === undefined
        ? undefined
        : { minio: request.expose_minio, console: request.expose_console },
    ...named,
    env: ownVariables.length > 0 ? [...variablesBut(base.spec.env, ownVariables), ...ownVariables] : undefined,
  })
  const keyServer = encryption ? mergePatch(base.kes, { ...keyServerFields(request), ...kes }) : undefined
  const merged = mergePatch(base.spec, { ...changes, ...formerChanges(request) }) as Spec
  const pools = poolsOf(Array.isArray(merged.pools) ? merged.pools : [], request, shape)
  const isWithoutImage = request.image === null || request.image === ''
  const spec = {
    ...without(merged, isWithoutImage ? ['image'] : []),
    pools,
    ...(keyServer !== undefined && { kes: keyServer }),
  }
  const metadata = mergePatch(
    base.metadata,
    omitNullish({
      name,
      namespace,
      labels: request.labels ?? undefined,
      annotations: request.annotations ?? undefined,
    }),
  ) as Resource['metadata']
  const plain: Resource = { ...base.object, metadata, spec }
  const scraped = request.enable_prometheus ?? undefined
  const tenant =
    scraped === undefined || scraped === isScraped(plain)
      ? plain
      : scraped
        ? withScraping(plain, shape)
        : withoutScraping(plain)
  return { secrets, tenant }
}
