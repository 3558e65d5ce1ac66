import type { Resource } from '../../../../engines/kubernetes/client.ts'

/** A place that names a secret: `store spec.kes.kesSecret.name`. */
export type SecretUse = { tenant: string; path: string }

const placesOf = (value: unknown, name: string, path: string): string[] => {
  if (value === name) return [path]
  if (Array.isArray(value)) return value.flatMap((entry, index) => placesOf(entry, name, `${path}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => placesOf(entry, name, `${path}.${key}`))
}

/** All places of tenants' specs that name a secret; fields of every kind count, since any may refer to it. */
export const usesOf = (tenants: readonly Resource[], name: string): SecretUse[] =>
  tenants.flatMap(({ metadata, spec }) => placesOf(spec, name, 'spec').map((path) => ({ tenant: metadata.name, path })))

/** Whether this console made a secret for a tenant: with its label, and with no owner that would manage it. */
export const isOwn = ({ metadata }: Resource, tenant: string) =>
  metadata.labels?.['v1.min.io/tenant'] === tenant &&
  !(Array.isArray(metadata.ownerReferences) && metadata.ownerReferences.length > 0) &&
  !Object.keys(metadata.annotations ?? {}).some((key) => key.startsWith('cert-manager.io/'))
