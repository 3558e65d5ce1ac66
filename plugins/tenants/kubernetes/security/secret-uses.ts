import { Failure } from 'stowage'
import { type Client, kindAt, pathOf, type Resource, tenantKind } from 'stowage/engines/kubernetes'
import { entriesOf, pathText } from '../leaves.ts'
import { isOwnSecret } from '../own-secrets.ts'

/** A reference to a secret: `spec.kes.kesSecret.name` of the tenant `store`. */
export type SecretUse = { kind: string; name: string; path: string }

/** Kinds of resources that may reference secrets. For the last two, a role needs no permission to list. */
const kinds = [
  { kind: 'Tenant', at: tenantKind },
  { kind: 'Pod', at: kindAt('v1', 'pods') },
  { kind: 'Ingress', at: kindAt('networking.k8s.io/v1', 'ingresses') },
  { kind: 'StatefulSet', at: kindAt('apps/v1', 'statefulsets'), optional: true },
  { kind: 'Deployment', at: kindAt('apps/v1', 'deployments'), optional: true },
]

/** Labels of a tenant's parts, with the suffixes of their values. */
const parts = {
  'v1.min.io/tenant': '',
  'v1.min.io/console': '-console',
  'v1.min.io/kes': '-kes',
  'v1.min.io/log-pg': '-log',
  'v1.min.io/logsearchapi': '-log-search-api',
  'v1.min.io/prometheus': '-prometheus',
}

/** Pods and StatefulSets of a tenant, including its key server; they only repeat the tenant's references. */
const isPartOf = (tenant: string, { metadata: { labels } }: Resource) =>
  Object.entries(parts).some(([label, end]) => labels?.[label] === `${tenant}${end}`)

/**
 * All resources in a namespace that may reference a secret, except for the parts of a tenant; `undefined` if the caller
 * may not list all of them.
 */
export const referrersIn = async (
  client: Client,
  namespace: string,
  tenant: string,
): Promise<Resource[] | undefined> => {
  const lists = await Promise.all(
    kinds.map(async ({ kind, at, optional }) => {
      try {
        const resources = await client.list(pathOf(at, { namespace }))
        return resources.flatMap((one) => (kind === 'Tenant' || !isPartOf(tenant, one) ? [{ ...one, kind }] : []))
      } catch (error) {
        if (!(error instanceof Failure) || ![403, 404].includes(error.status)) throw error
        return optional || error.status === 404 ? [] : undefined
      }
    }),
  )
  return lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? [])
}

const pathsOf = (value: unknown, names: readonly string[], steps: readonly (string | number)[]): string[] =>
  typeof value === 'string'
    ? names.includes(value)
      ? [pathText(steps)]
      : []
    : entriesOf(value).flatMap(([step, entry]) => pathsOf(entry, names, [...steps, step]))

/** All references to a secret in these resources. Every field of any kind counts, because any may be a reference. */
export const usesOf = (objects: readonly Resource[], secret: string): SecretUse[] =>
  objects.flatMap(({ kind = '', metadata, spec }) => {
    // annotations of an Ingress name secrets with their namespace
    const names = [secret, `${metadata.namespace}/${secret}`]
    const { annotations } = metadata
    const paths = [
      ...pathsOf(spec, names, ['spec']),
      ...(kind === 'Ingress' ? pathsOf(annotations, names, ['metadata', 'annotations']) : []),
    ]
    return paths.map((path) => ({ kind, name: metadata.name, path }))
  })

/** A reference as text; for tenants without the kind. */
export const useText = ({ kind, name, path }: SecretUse) => `${kind === 'Tenant' ? '' : `${kind} `}${name} ${path}`

/** Why a secret is not deleted, apart from references to it. */
export const keepReason = (secret: Resource, tenant: string, referrers: readonly Resource[] | undefined) => {
  if (!isOwnSecret(secret, tenant)) return { keeps: 'foreign' as const }
  return referrers ? {} : { keeps: 'unknown' as const }
}

/** Why a secret is not deleted: `keepReason`, and references to it as `used_by`. Empty if it is deleted. */
export const reasonsToKeep = (secret: Resource, tenant: string, referrers: readonly Resource[] | undefined) => {
  const uses = usesOf(referrers ?? [], secret.metadata.name).map(useText)
  return { ...keepReason(secret, tenant, referrers), ...(uses.length > 0 && { used_by: uses }) }
}
