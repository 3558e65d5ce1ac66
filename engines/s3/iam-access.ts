import type { Action } from '../../core/protocol/contract.ts'
import type { Feature } from '../../core/protocol/features.ts'
import { Failure } from '../../core/protocol/failure.ts'
import type { IamClient } from './iam-client.ts'

/** What a server's IAM API offers a caller: features, and actions of the console that may succeed. */
export type IamAccess = {
  features: readonly Feature[]
  actions: readonly Action[]
  /** Set for an account that is configured where the server is started. */
  password?: 'operator'
}

const keyActions = [
  'admin:ListServiceAccounts',
  'admin:CreateServiceAccount',
  'admin:UpdateServiceAccount',
  'admin:RemoveServiceAccount',
] as const satisfies readonly Action[]

const userActions = [
  'admin:ListUsers',
  'admin:GetUser',
  'admin:CreateUser',
  'admin:DeleteUser',
] as const satisfies readonly Action[]

const groupActions = ['admin:ListGroups', 'admin:GetGroup', 'admin:AddUserToGroup'] as const satisfies readonly Action[]

const policyActions = [
  'admin:ListUserPolicies',
  'admin:GetPolicy',
  'admin:CreatePolicy',
  'admin:DeletePolicy',
  'admin:AttachUserOrGroupPolicy',
] as const satisfies readonly Action[]

/** The server's answer to a read call: `unknown` for an action that it does not have. */
const ask = async (iam: IamClient, action: string): Promise<'allowed' | 'denied' | 'unknown'> => {
  try {
    await iam.send(action, action.startsWith('List') ? { MaxItems: '1' } : {})
    return 'allowed'
  } catch (error) {
    if (!(error instanceof Failure) || error.status === 503) throw error
    return error.status === 403 ? 'denied' : 'unknown'
  }
}

/**
 * Asks a server what its IAM API offers the caller. Sends read calls only. A caller who may list users is offered all
 * changes, which the server then decides on; others only their own access keys.
 */
export const readIamAccess = async (iam: IamClient): Promise<IamAccess> => {
  if ((await ask(iam, 'ListUsers')) !== 'allowed') {
    const isUser = (await ask(iam, 'GetUser')) === 'allowed'
    return { features: isUser ? ['access-keys'] : [], actions: isUser ? keyActions : [] }
  }
  const [groups, policies] = await Promise.all([ask(iam, 'ListGroups'), ask(iam, 'ListPolicies')])
  const [hasGroups, hasPolicies] = [groups !== 'unknown', policies !== 'unknown']
  return {
    features: [
      'users',
      'access-keys',
      ...(hasGroups ? (['groups'] as const) : []),
      ...(hasPolicies ? (['policies'] as const) : []),
    ],
    actions: [...keyActions, ...userActions, ...(hasGroups ? groupActions : []), ...(hasPolicies ? policyActions : [])],
  }
}
