import * as v from 'valibot'
import { call, session } from 'stowage/web'
import { Failure } from 'stowage'
import { GROUPS_AT_ONCE, identity } from '../../contract.ts'
import { policies } from 'stowage/plugins/policies'
import { createFirstKey } from '../first-key.ts'
import { newSecret } from '../new-secret.tsx'
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
  if (changes) await attach('group', name, newPolicies)
  if (status !== (changes ? 'enabled' : (before?.status ?? 'enabled'))) await setGroupStatus(status)
}

const applyUser = async ({
  name,
  status,
  policies: newPolicies,
  groups,
  before,
}: Extract<Change, { kind: 'user' }>) => {
  const query = { name }
  if (!before) {
    const secretKey = newSecret()
    const areGenerated = !session.value?.features.includes('chosen-keys')
    const user = { accessKey: name, groups, policies: newPolicies }
    await call(identity.addUser, { body: { ...user, ...(!areGenerated && { secretKey }) } })
    if (status === 'disabled') await call(identity.updateUser, { query, body: { status, groups } })
    return { user: name, ...(areGenerated ? await createFirstKey(name) : { accessKey: name, secretKey }) }
  }
  const changes = !isSameSet(before.policies, newPolicies)
  // nor to a disabled user
  const now = changes ? 'enabled' : before.status
  if (now !== before.status || !isSameSet(before.groups, groups))
    await call(identity.updateUser, { query, body: { status: now, groups } })
  if (changes) await attach('user', name, newPolicies)
  if (status !== now) await call(identity.updateUser, { query, body: { status, groups } })
  return undefined
}

/** The credentials of a new user. On some storages, the access key is not the name of the user. */
export type NewCredentials = { user: string; accessKey: string; secretKey: string }

/** Applies one change; resolves to the credentials of a new user. Throws `Failure`. */
export const applyChange = async (change: Change): Promise<NewCredentials | undefined> => {
  if (change.kind === 'user') return applyUser(change)
  if (change.kind === 'group') await applyGroup(change)
  else await call(policies.add, { body: { name: change.name, policy: JSON.stringify(change.document, null, 2) } })
  return undefined
}
