import * as v from 'valibot'
import { judge, type PolicyDocument, readPolicy } from '../policy/policy.ts'
import type { AccountInfo } from './account-info.ts'
import type { Caller } from './caller.ts'

const ServiceAccount = v.object({ impliedPolicy: v.boolean(), policy: v.string() })

/** A service account's own policy, which accountinfo leaves out; its right is the part that both grant. */
const restrictionOf = async ({ admin, keys }: Caller): Promise<PolicyDocument[]> => {
  const query = { accessKey: keys.accessKey }
  const own = await admin.read(ServiceAccount, { method: 'GET', name: 'info-service-account', query })
  return own.impliedPolicy ? [] : [readPolicy(JSON.parse(own.policy))]
}

/** Whether the account has no policy at all; a disabled one has none either. */
export const hasNoRights = ({ Policy }: AccountInfo) => readPolicy(Policy).Statement.length === 0

/** What the server tells of the caller, and what judges it. */
export const readRights = async (caller: Caller) => {
  const [info, restriction] = await Promise.all([
    caller.info(),
    caller.keys.sessionToken || caller.keys.accessKey === caller.account ? [] : restrictionOf(caller),
  ])
  const known = { 'aws:username': [info.AccountName], 'aws:userid': [info.AccountName] }
  return { info, reach: [readPolicy(info.Policy), ...restriction].map((document) => judge([document], known)) }
}

export type Rights = Awaited<ReturnType<typeof readRights>>
