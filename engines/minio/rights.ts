import * as v from 'valibot'
import type { Action } from '../../core/protocol/contract.ts'
import { accessDenied } from '../access-denied.ts'
import { createEvaluator, type PolicyDocument, type Purpose, readPolicy } from '../iam/policy.ts'
import { isGranted } from '../iam/visible-resources.ts'
import { createRights, type Rights } from '../s3/rights.ts'
import type { AccountInfo } from './account-info.ts'
import type { Admin } from './admin.ts'
import type { Caller } from './caller.ts'

const ServiceAccount = v.object({ impliedPolicy: v.boolean(), policy: v.string() })

/** Policy of a service account, if it has one; accountinfo does not include it. */
export const readRestriction = async (admin: Admin, accessKey: string): Promise<PolicyDocument[]> => {
  const query = { accessKey }
  const own = await admin.read(ServiceAccount, { method: 'GET', name: 'info-service-account', query })
  return own.impliedPolicy ? [] : [readPolicy(JSON.parse(own.policy))]
}

/** Whether the account has no policy; a disabled account has none either. */
export const hasNoRights = ({ Policy }: AccountInfo) => readPolicy(Policy).Statement.length === 0

/** Permissions of the caller, and the account info that they come from. */
export type MinioRights = Rights & { info: AccountInfo }

/** Permissions of the caller, by its policies and those of its groups. */
export const readRights = async (
  caller: Pick<Caller, 'info' | 'restriction' | 'conditionContext'>,
): Promise<MinioRights> => {
  const [info, restriction] = await Promise.all([caller.info(), caller.restriction()])
  const documents = [readPolicy(info.Policy), ...restriction]
  const evaluatorsFor = (purpose: Purpose) =>
    documents.map((document) => createEvaluator([document], caller.conditionContext, purpose))
  return { info, ...createRights({ documents, evaluators: evaluatorsFor('decide'), offers: evaluatorsFor('offer') }) }
}

/** Throws `Failure` 403 if the caller is a service account whose own policy does not grant the action. */
export const assertUnrestricted = async (caller: Caller, action: Action) => {
  const { offers } = await readRights(caller)
  if (!isGranted(offers.slice(1), { action })) throw accessDenied(action)
}
