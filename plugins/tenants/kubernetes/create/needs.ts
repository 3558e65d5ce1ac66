import { Failure } from 'stowage'
import { type Client, kindAt, pathOf, type Resource } from 'stowage/engines/kubernetes'
import type { Created } from '../../create/contract.ts'
import { type ReferencedKind, referencesOf } from '../references.ts'

const kinds: Readonly<Record<ReferencedKind, ReturnType<typeof kindAt>>> = {
  Secret: kindAt('v1', 'secrets'),
  ConfigMap: kindAt('v1', 'configmaps'),
  PersistentVolumeClaim: kindAt('v1', 'persistentvolumeclaims'),
  ServiceAccount: kindAt('v1', 'serviceaccounts'),
}

/** Lookup limit: tenants refer to few objects, but a manifest may list any number. */
const MAX_LOOKUPS = 32

/**
 * References of a new tenant to objects missing in its namespace, or that the caller may not read: its pods would wait
 * for them. The operator creates the service account `<tenant>-sa` itself.
 */
export const missingReferencesOf = async (
  client: Client,
  { metadata: { name: tenant, namespace }, spec }: Resource,
  created: readonly Resource[],
): Promise<NonNullable<Created['needs']>> => {
  const ownReferences = new Set(
    created.map(({ metadata }) => `Secret ${metadata.name}`).concat(`ServiceAccount ${tenant}-sa`),
  )
  const references = new Map<string, { kind: ReferencedKind; name: string; paths: string[] }>()
  for (const { kind, name, path } of referencesOf(spec)) {
    const key = `${kind} ${name}`
    if (ownReferences.has(key)) continue
    const one = references.get(key) ?? { kind, name, paths: [] }
    one.paths.push(path)
    references.set(key, one)
  }
  const all = [...references.values()]
  const states = await Promise.all(
    all.slice(0, MAX_LOOKUPS).map(({ kind, name }) =>
      client.get(pathOf(kinds[kind], { namespace, name })).then(
        () => 'exists' as const,
        (error: unknown) => {
          if (!(error instanceof Failure) || ![403, 404].includes(error.status)) throw error
          return error.status === 404 ? ('missing' as const) : ('unknown' as const)
        },
      ),
    ),
  )
  return all.flatMap((one, index) => {
    const state = states[index] ?? 'unknown'
    return state === 'exists' ? [] : [{ ...one, state }]
  })
}
