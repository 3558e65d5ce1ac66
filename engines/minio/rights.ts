import * as v from 'valibot'
import { type PolicyDocument, readPolicy } from '../policy/policy.ts'
import type { AccountInfo } from './account-info.ts'
import type { Caller } from './caller.ts'

const ServiceAccount = v.object({ impliedPolicy: v.boolean(), policy: v.string() })

/** A service account's own policy, which accountinfo leaves out; its right is the part that both grant. */
const restrictionOf = async ({ admin, keys }: Caller): Promise<PolicyDocument[][]> => {
  const query = { accessKey: keys.accessKey }
  const own = await admin.read(ServiceAccount, { method: 'GET', name: 'info-service-account', query })
  return own.impliedPolicy ? [] : [[readPolicy(JSON.parse(own.policy))]]
}

/** Whether the account has no policy at all; a disabled one has none either. */
export const hasNoRights = ({ Policy }: AccountInfo) => readPolicy(Policy).Statement.length === 0

/** What the server tells of the caller, and the policies that it is judged by: all layers have to allow. */
export const readRights = async (caller: Caller) => {
  const [info, restriction] = await Promise.all([
    caller.info(),
    caller.keys.sessionToken || caller.keys.accessKey === caller.account ? [] : restrictionOf(caller),
  ])
  const name = [info.AccountName]
  return { info, layers: [[readPolicy(info.Policy)], ...restriction], known: { 'aws:username': name, 'aws:userid': name } }
}

export type Rights = Awaited<ReturnType<typeof readRights>>
