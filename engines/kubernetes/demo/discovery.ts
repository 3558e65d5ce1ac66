import type { ServedKind } from './kinds.ts'
import { apiVersionOf } from './kinds.ts'

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

const groupOf = (name: string, versions: readonly string[]) => {
  const groupVersions = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }))
  return { name, versions: groupVersions, preferredVersion: groupVersions[0] }
}

const versionsOf = (served: readonly ServedKind[], group: string) => [
  ...new Set(served.filter((one) => one.group === group).map(({ version }) => version)),
]

const reviews = ['authentication.k8s.io', 'authorization.k8s.io']

const schemaName = ({ group, version, kind }: ServedKind) =>
  `${group.split('.').reverse().join('.')}.${version}.${kind}`

const documentOf = (kinds: readonly ServedKind[]) => ({
  openapi: '3.0.0',
  info: { title: 'Kubernetes', version: 'v1.33.0' },
  paths: {},
  components: {
    schemas: Object.fromEntries(
      kinds.map((kind) => [
        schemaName(kind),
        {
          ...kind.schema,
          'x-kubernetes-group-version-kind': [{ group: kind.group, version: kind.version, kind: kind.kind }],
        },
      ]),
    ),
  },
})

export const discoveryResponse = (path: string, served: readonly ServedKind[]): unknown => {
  const groups = [...new Set(served.map(({ group }) => group)), ...reviews].filter(Boolean)
  const versions = (group: string) => (reviews.includes(group) ? ['v1'] : versionsOf(served, group))
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] }
  if (path === '/apis')
    return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map((name) => groupOf(name, versions(name))) }
  if (path === '/version') return { major: '1', minor: '33', gitVersion: 'v1.33.0-demo' }
  const [, openapi, groupVersion = ''] = /^(\/openapi\/v3)?\/apis?\/(.+)$/.exec(path) ?? []
  const kinds = served.filter((kind) => apiVersionOf(kind) === groupVersion)
  if (openapi) return kinds.length > 0 ? documentOf(kinds) : undefined
  if (path === `/apis/${groupVersion}` && groups.includes(groupVersion))
    return { kind: 'APIGroup', apiVersion: 'v1', ...groupOf(groupVersion, versions(groupVersion)) }
  if (kinds.length === 0) return undefined
  const resources = kinds.map(({ plural, kind, namespaced }) => ({
    name: plural,
    singularName: kind.toLowerCase(),
    namespaced,
    kind,
    verbs,
  }))
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources }
}
