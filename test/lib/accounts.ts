import { randomUUID } from 'node:crypto'
import { type Client, kindAt, pathOf } from '../../engines/kubernetes/client.ts'

/** A rule of a role: verbs, resources, and their API group (default: core). */
export type RoleRule = { verbs: readonly string[]; resources: readonly string[]; groups?: readonly string[] }

/** Rules of an account: in all namespaces, and by namespace. */
export type Roles = { everywhere?: readonly RoleRule[]; within?: Readonly<Record<string, readonly RoleRule[]>> }

const rbac = 'rbac.authorization.k8s.io/v1'

const kinds = { namespaces: kindAt('v1', 'namespaces'), accounts: kindAt('v1', 'serviceaccounts') }

const written = (rules: readonly RoleRule[]) =>
  rules.map(({ verbs, resources, groups = [''] }) => ({ verbs, resources, apiGroups: groups }))

/** Creates namespaces, service accounts and roles in a cluster, with a client that has all rights. */
export const accountsOf = (client: Client) => {
  const namespace = async (name: string) => {
    await client.create(pathOf(kinds.namespaces), { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    return name
  }

  const grant = async (subject: object, { everywhere = [], within = {} }: Roles) => {
    const bind = async (kind: 'Role' | 'ClusterRole', rules: readonly RoleRule[], at?: string) => {
      const metadata = { name: `stowage-${randomUUID()}`, ...(at && { namespace: at }) }
      const paths = [`${kind.toLowerCase()}s`, `${kind.toLowerCase()}bindings`].map((plural) =>
        pathOf(kindAt(rbac, plural), { namespace: at }),
      )
      await client.create(paths[0] ?? '', { apiVersion: rbac, kind, metadata, rules: written(rules) })
      await client.create(paths[1] ?? '', {
        apiVersion: rbac,
        kind: `${kind}Binding`,
        metadata,
        subjects: [subject],
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: metadata.name },
      })
    }
    if (everywhere.length > 0) await bind('ClusterRole', everywhere)
    for (const [at, rules] of Object.entries(within)) await bind('Role', rules, at)
  }

  /** Creates a service account with these roles, and a token for it, as `kubectl create token` does. */
  const account = async (at: string, name: string, roles: Roles = {}) => {
    const { metadata } = await client.create(pathOf(kinds.accounts, { namespace: at }), {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name },
    })
    await grant({ kind: 'ServiceAccount', namespace: at, name }, roles)
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 3600 } }
    const { status } = await client.create(pathOf(kinds.accounts, { namespace: at, name, sub: 'token' }), request)
    return {
      token: (status as { token: string }).token,
      account: `system:serviceaccount:${at}:${name}`,
      uid: metadata.uid ?? '',
    }
  }

  return { namespace, grant, account }
}
