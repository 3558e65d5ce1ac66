import type { Action } from '../../core/protocol/contract.ts'
import type { Feature } from '../../core/protocol/features.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { isReadOnlyIam } from './error-texts.ts'
import type { IamClient, IamParameters } from './iam-client.ts'

/** Access of a caller to a server's IAM API: features, and actions of the console that may succeed. */
export type IamAccess = {
  features: readonly Feature[]
  actions: readonly Action[]
  /** Set for an account that is configured where the server is started. */
  password?: 'operator'
}

/** Actions that read, and those that change something. */
type Offer = { reads: readonly Action[]; changes: readonly Action[] }

const keys: Offer = {
  reads: ['admin:ListServiceAccounts'],
  changes: ['admin:CreateServiceAccount', 'admin:UpdateServiceAccount', 'admin:RemoveServiceAccount'],
}

const users: Offer = { reads: ['admin:ListUsers', 'admin:GetUser'], changes: ['admin:CreateUser', 'admin:DeleteUser'] }

const groups: Offer = { reads: ['admin:ListGroups', 'admin:GetGroup'], changes: ['admin:AddUserToGroup'] }

const policies: Offer = {
  reads: ['admin:ListUserPolicies', 'admin:GetPolicy'],
  changes: ['admin:CreatePolicy', 'admin:DeletePolicy', 'admin:AttachUserOrGroupPolicy'],
}

type Availability = 'allowed' | 'denied' | 'unknown' | 'read-only'

/** Sends a read call: `unknown` for an unknown action, `read-only` if the server says so instead. */
const checkAction = async (iam: IamClient, action: string, parameters: IamParameters = {}): Promise<Availability> => {
  try {
    await iam.send(action, action.startsWith('List') ? { MaxItems: '1' } : parameters)
    return 'allowed'
  } catch (error) {
    if (!(error instanceof Failure) || error.status === 503) throw error
    if (isReadOnlyIam(error)) return 'read-only'
    return error.status === 403 ? 'denied' : 'unknown'
  }
}

/**
 * Asks a server what its IAM API offers the caller. Sends read calls only. A caller who may list users is offered all
 * changes, which the server then decides on; others only their own access keys. A server that accepts no changes
 * refuses unknown reads with the same error as changes.
 */
export const readIamAccess = async (iam: IamClient, accessKey: string): Promise<IamAccess> => {
  const userList = await checkAction(iam, 'ListUsers')
  const isAdministrator = userList === 'allowed'
  // administrators may have what the caller may not see
  const unseen = userList === 'denied' ? (['users', 'groups', 'policies'] as const) : []
  if (!isAdministrator && (await checkAction(iam, 'GetUser')) !== 'allowed') return { features: unseen, actions: [] }
  const [keyUse, groupList, policyList] = await Promise.all([
    checkAction(iam, 'GetAccessKeyLastUsed', { AccessKeyId: accessKey }),
    isAdministrator ? checkAction(iam, 'ListGroups') : ('denied' as const),
    isAdministrator ? checkAction(iam, 'ListPolicies') : ('denied' as const),
  ])
  const isOffered = (availability: Availability) =>
    isAdministrator && availability !== 'unknown' && availability !== 'read-only'
  const offers = [
    keys,
    ...(isAdministrator ? [users] : []),
    ...(isOffered(groupList) ? [groups] : []),
    ...(isOffered(policyList) ? [policies] : []),
  ]
  const isReadOnly = keyUse === 'read-only'
  return {
    features: [
      'access-keys',
      ...unseen,
      ...(isAdministrator ? (['users'] as const) : []),
      ...(isOffered(groupList) ? (['groups'] as const) : []),
      ...(isOffered(policyList) ? (['policies'] as const) : []),
      ...(isReadOnly ? [] : (['account-changes'] as const)),
    ],
    actions: offers.flatMap(({ reads, changes }) => (isReadOnly ? reads : [...reads, ...changes])),
  }
}
