import * as v from 'valibot'
import { call, session } from 'stowage/web'
import { displayName, Failure } from 'stowage'
import { GROUPS_AT_ONCE, identity } from '../../contract.ts'
import { policies } from 'stowage/plugins/policies'
import { createFirstKey } from '../first-key.ts'
import { newSecret } from '../new-secret.tsx'
import * as messages from '../../messages.ts'
import type { AccountSet } from './file.ts'
import type { Change } from './plan.ts'

const Document = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()))

const readGroups = async (names: readonly string[]) => {
  const details: AccountSet['groups'] = []
  for (let from = 0; from < names.length; from += GROUPS_AT_ONCE) {
    const batch = await call(identity.groupDetails, { body: { groups: names.slice(from, from + GROUPS_AT_ONCE) } })
    details.push(...batch.map(({ name, status, policies: attached }) => ({ name, status, policies: attached })))
  }
  return details
}

/** All users, groups and policies; `left` names policies that the storage cannot return. Throws `Failure`. */
export const readAccounts = async (): Promise<AccountSet & { unreadable: string[] }> => {
  const [users, groups, policyList] = await Promise.all([
    call(identity.users),
    call(identity.groups),
    call(policies.list, { query: {} }),
  ])
  return {
    users: users.users.map(({ accessKey, status, policy, memberOf }) => ({
      accessKey,
      status,
      policies: policy,
      groups: memberOf,
    })),
    groups: await readGroups(groups.groups),
    policies: policyList.policies.flatMap(({ name, policy, problem }) =>
      problem ? [] : [{ name, document: v.parse(Document, policy) }],
    ),
    unreadable: policyList.policies.flatMap(({ name, problem }) => (problem ? [name] : [])),
  }
}

/** Returns a `Failure`, rethrows any other error. */
export const asFailure = (error: unknown) => {
  if (error instanceof Failure) return error
  throw error
}

const attach = (entityType: 'user' | 'group', entityName: string, name: string[]) =>
  call(identity.setPolicy, { body: { entityType, entityName, name } })

const isSameSet = (one: readonly string[] = [], other: readonly string[]) =>
  one.toSorted().join('\n') === other.toSorted().join('\n')

const applyGroup = async ({ name, status, policies: newPolicies, before }: Extract<Change, { kind: 'group' }>) => {
  if (!before) await call(identity.addGroup, { body: { group: name, members: [] } })
  const setGroupStatus = async (to: 'enabled' | 'disabled') => {
    const { members } = await call(identity.group, { query: { name } })
    await call(identity.updateGroup, { query: { name }, body: { members, status: to } })
  }
  const changes = !isSameSet(before?.policies, newPolicies)
  // storage servers attach no policy to a disabled group
  if (changes && before?.status === 'disabled') await setGroupStatus('enabled')
  try {
    if (changes) await attach('group', name, newPolicies)
  } finally {
    if (status !== (changes ? 'enabled' : (before?.status ?? 'enabled'))) await setGroupStatus(status)
  }
}

/** The credentials of a new user. On some storages, the access key is not the name of the user. */
export type NewCredentials = { user: string; accessKey: string; secretKey: string }

const addUser = async (
  { name, status, policies: newPolicies, groups }: Extract<Change, { kind: 'user' }>,
  onCreated: (credentials: NewCredentials) => void,
) => {
  const user = { accessKey: name, groups, policies: newPolicies }
  if (session.value?.features.includes('chosen-keys')) {
    const secretKey = newSecret()
    await call(identity.addUser, { body: { ...user, secretKey } })
    onCreated({ user: name, accessKey: name, secretKey })
  } else {
    await call(identity.addUser, { body: user })
    onCreated({ user: name, ...(await createFirstKey(name)) })
  }
  if (status === 'enabled') return
  await call(identity.updateUser, { query: { name }, body: { status, groups } }).catch((error: unknown) => {
    const { status: code, message, detail } = asFailure(error)
    throw new Failure(code, messages.userNotDisabled(displayName(name), message), { detail })
  })
}

const updateUser = async (
  { name, status, policies: newPolicies, groups }: Extract<Change, { kind: 'user' }>,
  before: AccountSet['users'][number],
) => {
  const query = { name }
  const changes = !isSameSet(before.policies, newPolicies)
  // nor to a disabled user
  const now = changes ? 'enabled' : before.status
  if (now !== before.status || !isSameSet(before.groups, groups))
    await call(identity.updateUser, { query, body: { status: now, groups } })
  try {
    if (changes) await attach('user', name, newPolicies)
  } finally {
    if (status !== now) await call(identity.updateUser, { query, body: { status, groups } })
  }
}

/** Applies one change; `onCreated` gets the credentials of a new user, also if a later step fails. Throws `Failure`. */
export const applyChange = async (change: Change, onCreated: (credentials: NewCredentials) => void): Promise<void> => {
  if (change.kind === 'user') await (change.before ? updateUser(change, change.before) : addUser(change, onCreated))
  else if (change.kind === 'group') await applyGroup(change)
  else await call(policies.add, { body: { name: change.name, policy: JSON.stringify(change.document, null, 2) } })
}
