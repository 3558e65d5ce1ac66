import type { Resource } from '../client.ts'
import type { Schema } from './schema.ts'

/** A kind of object that the cluster serves. */
export type Served = {
  group: string
  version: string
  plural: string
  kind: string
  namespaced: boolean
  /** Whether its status is written apart from the rest. */
  status: boolean
  /** What its objects look like, where that is checked. */
  schema?: Schema | undefined
}

const served = (
  group: string,
  version: string,
  ...kinds: readonly [plural: string, kind: string, place: 'cluster' | 'namespace', status?: 'status'][]
): Served[] =>
  kinds.map(([plural, kind, place, status]) => ({
    group,
    version,
    plural,
    kind,
    namespaced: place === 'namespace',
    status: status === 'status',
  }))

/** What every cluster serves, as far as a console asks for it. */
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

/** Where definitions of further kinds lie among the objects. */
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

/** The kinds that a definition brings, one for each version. */
export const definedBy = ({ spec }: Resource): Served[] => {
  const { group, scope, names, versions } = spec as Definition
  return versions
    .filter(({ served: offered = true }) => offered)
    .map(({ name, subresources, schema }) => ({
      ...{ group, version: name, plural: names.plural, kind: names.kind, namespaced: scope === 'Namespaced' },
      ...{ status: subresources?.status !== undefined, schema: schema?.openAPIV3Schema },
    }))
}

/** The group and version of a kind as objects name them. */
export const apiVersionOf = ({ group, version }: Pick<Served, 'group' | 'version'>) =>
  group ? `${group}/${version}` : version
