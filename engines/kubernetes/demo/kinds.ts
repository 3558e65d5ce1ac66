import type { Resource } from '../client.ts'
import type { Schema } from './schema.ts'

export type ServedKind = {
  group: string
  version: string
  plural: string
  kind: string
  namespaced: boolean
  /** Whether it has a status subresource. */
  status: boolean
  schema?: Schema | undefined
}

const servedKinds = (
  group: string,
  version: string,
  ...kinds: readonly [plural: string, kind: string, place: 'cluster' | 'namespace', status?: 'status'][]
): ServedKind[] =>
  kinds.map(([plural, kind, scope, status]) => ({
    group,
    version,
    plural,
    kind,
    namespaced: scope === 'namespace',
    status: status === 'status',
  }))

/** Built-in kinds, as far as the console needs them. */
export const builtInKinds: readonly ServedKind[] = [
  ...servedKinds(
    '',
    'v1',
    ['namespaces', 'Namespace', 'cluster', 'status'],
    ['nodes', 'Node', 'cluster', 'status'],
    ['persistentvolumes', 'PersistentVolume', 'cluster', 'status'],
    ['configmaps', 'ConfigMap', 'namespace'],
    ['events', 'Event', 'namespace'],
    ['persistentvolumeclaims', 'PersistentVolumeClaim', 'namespace', 'status'],
    ['pods', 'Pod', 'namespace', 'status'],
    ['resourcequotas', 'ResourceQuota', 'namespace', 'status'],
    ['secrets', 'Secret', 'namespace'],
    ['serviceaccounts', 'ServiceAccount', 'namespace'],
    ['services', 'Service', 'namespace', 'status'],
  ),
  ...servedKinds('apiextensions.k8s.io', 'v1', [
    'customresourcedefinitions',
    'CustomResourceDefinition',
    'cluster',
    'status',
  ]),
  ...servedKinds(
    'apps',
    'v1',
    ['statefulsets', 'StatefulSet', 'namespace', 'status'],
    ['deployments', 'Deployment', 'namespace', 'status'],
  ),
  ...servedKinds('networking.k8s.io', 'v1', ['ingresses', 'Ingress', 'namespace', 'status']),
  ...servedKinds(
    'rbac.authorization.k8s.io',
    'v1',
    ['clusterroles', 'ClusterRole', 'cluster'],
    ['clusterrolebindings', 'ClusterRoleBinding', 'cluster'],
    ['roles', 'Role', 'namespace'],
    ['rolebindings', 'RoleBinding', 'namespace'],
  ),
  ...servedKinds('storage.k8s.io', 'v1', ['storageclasses', 'StorageClass', 'cluster']),
]

/** Kind of the custom resource definitions. */
export const crdResource = { group: 'apiextensions.k8s.io', plural: 'customresourcedefinitions' } as const

type Definition = {
  group: string
  scope: string
  names: { plural: string; kind: string }
  versions: {
    name: string
    served?: boolean
    subresources?: { status?: object }
    schema?: { openAPIV3Schema?: Schema }
  }[]
}

/** Kinds of a custom resource definition, one per version. */
export const kindsOfDefinition = ({ spec }: Resource): ServedKind[] => {
  const { group, scope, names, versions } = spec as Definition
  return versions
    .filter(({ served: isServed = true }) => isServed)
    .map(({ name, subresources, schema }) => ({
      group,
      version: name,
      plural: names.plural,
      kind: names.kind,
      namespaced: scope === 'Namespaced',
      status: subresources?.status !== undefined,
      schema: schema?.openAPIV3Schema,
    }))
}

export const apiVersionOf = ({ group, version }: Pick<ServedKind, 'group' | 'version'>) =>
  group ? `${group}/${version}` : version
