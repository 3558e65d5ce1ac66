import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Resource } from '../client.ts'
import { claimsOf } from '../token.ts'
import type { Store } from './store.ts'

export type User = { name: string; uid: string; groups: readonly string[] }

export type Rule = { verbs: string[]; apiGroups?: string[]; resources?: string[]; resourceNames?: string[] }

export type AccessAttributes = {
  verb: string
  group: string
  resource: string
  namespace?: string | undefined
  name?: string | undefined
}

export const demoTokens = { admin: 'demo-admin', viewer: 'demo-viewer' } as const

/** Group of the viewer, which the seed binds to a role. */
export const viewerGroup = 'demo:viewers'

const rbac = 'rbac.authorization.k8s.io'
const accounts = { group: '', plural: 'serviceaccounts' } as const

const tokenOwners: Readonly<Record<string, User>> = {
  [demoTokens.admin]: { name: demoTokens.admin, uid: '', groups: ['system:masters', 'system:authenticated'] },
  [demoTokens.viewer]: { name: demoTokens.viewer, uid: '', groups: [viewerGroup, 'system:authenticated'] },
}

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

type Subject = { kind: string; name: string; namespace?: string }
type Binding = { subjects?: Subject[]; roleRef: { kind: string; name: string } }

/**
 * Authentication and RBAC of the demonstration cluster: service accounts, tokens and roles, which are objects of the
 * cluster.
 */
export const createAccessControl = (store: Store, clock: () => number) => {
  const signatureOf = (text: string) => createHmac('sha256', store.secret).update(text).digest()

  const issue = (claims: object) => {
    const text = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart(claims)}`
    return `${text}.${signatureOf(text).toString('base64url')}`
  }

  const hasValidSignature = (token: string) => {
    const end = token.lastIndexOf('.')
    const [signature, own] = [
      Buffer.from(token.slice(end + 1), 'base64url'),
      signatureOf(token.slice(0, Math.max(0, end))),
    ]
    return signature.length === own.length && timingSafeEqual(signature, own)
  }

  const isSubject = ({ kind, name, namespace = '' }: Subject, user: User) => {
    if (kind === 'Group') return user.groups.includes(name)
    return user.name === (kind === 'ServiceAccount' ? `system:serviceaccount:${namespace}:${name}` : name)
  }

  const rulesOfBindings = (bindings: readonly Resource[], user: User, namespace?: string): Rule[] =>
    bindings.flatMap((binding) => {
      const { subjects = [], roleRef } = binding as unknown as Binding
      if (!subjects.some((subject) => isSubject(subject, user))) return []
      const isClusterWide = roleRef.kind === 'ClusterRole'
      const role = store.get(
        { group: rbac, plural: isClusterWide ? 'clusterroles' : 'roles' },
        isClusterWide ? undefined : namespace,
        roleRef.name,
      )
      return (role?.rules ?? []) as Rule[]
    })

  /** Rules of a user in the whole cluster, and in a namespace if given. */
  const rulesFor = (user: User, namespace?: string): Rule[] => {
    if (user.groups.includes('system:masters')) return [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }]
    const isClusterWide = rulesOfBindings(store.list({ group: rbac, plural: 'clusterrolebindings' }), user)
    return namespace
      ? [
          ...isClusterWide,
          ...rulesOfBindings(store.list({ group: rbac, plural: 'rolebindings' }, namespace), user, namespace),
        ]
      : isClusterWide
  }

  const has = (entries: readonly string[] = [], entry: string) => entries.includes('*') || entries.includes(entry)

  return {
    rulesFor,

    /**
     * Issues a token of a service account that is valid for this many seconds; a negative number gives an expired one.
     */
    issueToken: ({ metadata }: Resource, seconds: number) => {
      const now = Math.floor(clock() / 1000)
      const { namespace = '', name, uid = '' } = metadata
      return issue({ sub: `system:serviceaccount:${namespace}:${name}`, uid, iat: now, exp: now + seconds })
    },

    /** Owner of a token; `undefined` if it is invalid or expired. */
    userOf: (token: string): User | undefined => {
      if (Object.hasOwn(tokenOwners, token)) return tokenOwners[token]
      if (!hasValidSignature(token)) return undefined
      const { sub = '', exp = 0, uid } = claimsOf(token)
      const [, , namespace = '', name = ''] = sub.split(':')
      const account = store.get(accounts, namespace, name)
      if (exp * 1000 <= clock() || !account || account.metadata.uid !== uid) return undefined
      return {
        name: sub,
        uid: String(uid),
        groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
      }
    },

    isAllowed: (user: User, { verb, group, resource, namespace, name = '' }: AccessAttributes) =>
      rulesFor(user, namespace).some(
        ({ verbs, apiGroups, resources, resourceNames = [] }) =>
          has(verbs, verb) &&
          has(apiGroups, group) &&
          has(resources, resource) &&
          (resourceNames.length === 0 || resourceNames.includes(name)),
      ),
  }
}

export type AccessControl = ReturnType<typeof createAccessControl>
