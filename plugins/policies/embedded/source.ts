import {
  type Caller,
  conditionContextOf,
  groupConditionContext,
  type Index,
  getByName,
  type UserRecord,
} from 'stowage/engines/embedded'
import { iamEntityNotFound, type PolicyDocument } from 'stowage/iam'
import type { AccountPermissions, Source } from '../backend/access.ts'
import type { EmbeddedAdapterContext } from 'stowage/server'

const inDisabled = (index: Index, user: UserRecord) =>
  user.groups.some((name) => index.groups.get(name)?.status === 'disabled')

const ofUser = (index: Index, name: string): AccountPermissions => {
  if (index.root.get('root')?.accessKey === name)
    return { reason: 'root', layers: { own: [] }, known: conditionContextOf(name, undefined), unreadablePolicies: [] }
  const user = getByName(index.users, name)
  if (!user) throw iamEntityNotFound('user', name)
  const permissions = {
    layers: { own: index.attachedTo(user) },
    known: conditionContextOf(name, user),
    unreadablePolicies: [],
  }
  if (user.status === 'disabled') return { ...permissions, reason: 'disabled' }
  return inDisabled(index, user) ? { ...permissions, reason: 'disabled-group' } : permissions
}

const ofGroup = (index: Index, name: string): AccountPermissions => {
  const group = getByName(index.groups, name)
  if (!group) throw iamEntityNotFound('group', name)
  const attached = group.policies.flatMap((policy) => {
    const document = index.policyDocument(policy)
    return document ? [{ policy, group: name, document }] : []
  })
  return {
    ...(group.status === 'disabled' && { reason: 'disabled' as const }),
    layers: { own: attached },
    known: groupConditionContext(name),
    unreadablePolicies: [],
  }
}

/** Permissions of root, which has no attached policies. */
const all: PolicyDocument = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['*'], Resource: ['arn:aws:s3:::*'] }],
}

const ofAccount = (index: Index, name: string): AccountPermissions => {
  const account = getByName(index.accounts, name)
  if (!account) throw iamEntityNotFound('service account', name)
  const { reason, layers, ...parent } = ofUser(index, account.parent)
  const base = { ...parent, parentUser: account.parent, layers }
  if (account.status === 'disabled') return { ...base, reason: 'disabled' }
  if ((account.expires ?? Infinity) <= Date.now()) return { ...base, reason: 'expired' }
  if (account.policy === undefined) return { ...base, ...(reason && { reason }) }
  const restriction = JSON.parse(account.policy) as PolicyDocument
  if (reason === 'root') return { ...base, layers: { own: [{ policy: '', document: all }], restriction } }
  return { ...base, ...(reason && { reason }), layers: { ...layers, restriction } }
}

const of = { user: ofUser, group: ofGroup, 'service-account': ofAccount } as const

const assertAll = (caller: Caller, actions: readonly string[]) => {
  for (const action of actions) caller.assert(action)
}

/** Accounts of the embedded engine, and their policies. */
export const createSource = ({ authenticate }: Pick<EmbeddedAdapterContext, 'authenticate'>): Source => ({
  groups: 'of-all',

  permissionsOf: async ({ kind, name }) => {
    const { index, caller } = authenticate()
    assertAll(caller, [
      'admin:GetUser',
      'admin:GetGroup',
      'admin:GetPolicy',
      ...(kind === 'service-account' ? ['admin:ListServiceAccounts'] : []),
    ])
    return of[kind](index, name)
  },

  users: async () => {
    const { index, caller } = authenticate()
    assertAll(caller, ['admin:ListUsers', 'admin:GetGroup', 'admin:ListUserPolicies'])
    const rows = Array.from(index.users.getRange())
    const users = rows.flatMap(({ key, value }) =>
      value.status === 'enabled'
        ? [
            {
              name: key,
              conditionContext: conditionContextOf(key, value),
              own: index.attachedTo(value),
              memberOf: value.groups,
            },
          ]
        : [],
    )
    return { users: users.sort((one, other) => (one.name < other.name ? -1 : 1)), unreadablePolicies: [] }
  },

  otherAccounts: async () => ({ root: 'on', externalAccounts: 'none' }),

  bucketPolicy: async (bucket) => {
    const { index, caller } = authenticate()
    return caller.may('s3:GetBucketPolicy', { bucket }) ? getByName(index.buckets, bucket)?.policy : 'unknown'
  },
})
