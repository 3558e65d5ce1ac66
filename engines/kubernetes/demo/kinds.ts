import type { Resource } from '../client.ts'
import type { Schema } from './schema.ts'

export type Served = {
  group: string
  version: string
  plural: string
  kind: string
  namespaced: boolean
  /** Whether it has a status subresource. */
  status: boolean
  schema?: Schema | undefined
}

const served = (
  group: string,
  version: string,
  ...kinds: readonly [plural: string, kind: string, place: 'cluster' | 'namespace', status?: 'status'][]
): Served[] =>
  kinds.map(([plural, kind, scope, status]) => ({
    group,
    version,
    plural,
    kind,
    namespaced: scope === 'namespace',
    status: status === 'status',
  }))

/** Built-in kinds, as far as the console needs them. */
export const builtIn: readonly Served[] = [
  ...served(
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
  ...served('apiextensions.k8s.io', 'v1', [
    'customresourcedefinitions',
    'CustomResourceDefinition',
    'cluster',
    'status',
  ]),
  ...served(
    'apps',
    'v1',
    ['statefulsets', 'StatefulSet', 'namespace', 'status'],
    ['deployments', 'Deployment', 'namespace', 'status'],
  ),
  ...served('networking.k8s.io', 'v1', ['ingresses', 'Ingress', 'namespace', 'status']),
  ...served(
    'rbac.authorization.k8s.io',
    'v1',
    ['clusterroles', 'ClusterRole', 'cluster'],
    ['clusterrolebindings', 'ClusterRoleBinding', 'cluster'],
    ['roles', 'Role', 'namespace'],
    ['rolebindings', 'RoleBinding', 'namespace'],
  ),
  ...served('storage.k8s.io', 'v1', ['storageclasses', 'StorageClass', 'cluster']),
]

/** Kind of the custom resource definitions. */
export const definitions = { group: 'apiextensions.k8s.io', plural: 'customresourcedefinitions' } as const

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
export const definedBy = ({ spec }: Resource): Served[] => {
  const { group, scope, names, versions } = spec as Definition
  return versions
    .filter(({ served: offered = true }) => offered)
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

export const apiVersionOf = ({ group, version }: Pick<Served, 'group' | 'version'>) =>
  group ? `${group}/${version}` : version
