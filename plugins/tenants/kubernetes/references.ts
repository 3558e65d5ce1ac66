import { entriesOf, pathText } from './leaves.ts'
import { isObject } from 'stowage'

/** A resource in the tenant's namespace that a field of its spec names. */
export type Reference = { kind: ReferencedKind; name: string; path: string }
export type ReferencedKind = 'Secret' | 'ConfigMap' | 'PersistentVolumeClaim' | 'ServiceAccount'

/** Fields whose value is a name. */
const names: Readonly<Record<string, ReferencedKind>> = {
  serviceAccountName: 'ServiceAccount',
  secretName: 'Secret',
  gcpCredentialSecretName: 'Secret',
  claimName: 'PersistentVolumeClaim',
}

/** Fields whose value, or whose entries, have a `name` that is a reference. */
const kindOfHolder = (field: string): ReferencedKind | undefined => {
  if (/^configMap(Ref|KeyRef)?$/.test(field)) return 'ConfigMap'
  if (/^secret(Ref|KeyRef)?$/.test(field) || /Secrets?$/.test(field)) return 'Secret'
  return field === 'configuration' || field === 'users' ? 'Secret' : undefined
}

/** All required references of a spec. */
export const referencesOf = (spec: unknown): Reference[] => {
  const references: Reference[] = []
  const walk = (value: unknown, steps: readonly (string | number)[], holder: string) => {
    if (isObject(value) && value.optional === true) return
    for (const [step, entry] of entriesOf(value)) {
      const path = [...steps, step]
      const kind = typeof step === 'string' && step === 'name' ? kindOfHolder(holder) : names[step]
      if (kind && typeof entry === 'string' && entry !== '')
        references.push({ kind, name: entry, path: pathText(path) })
      // list entries belong to the field that contains the list
      walk(entry, path, typeof step === 'number' ? holder : step)
    }
  }
  walk(spec, [], '')
  return references
}
