import * as v from 'valibot'
import type { Action } from '../../core/protocol/contract.ts'
import { accessDenied } from '../access-denied.ts'
import { createEvaluator, type ConditionContext, type PolicyDocument, type Purpose, readPolicy } from '../iam/policy.ts'
import { isGranted } from '../iam/visible-resources.ts'
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

/**
 * Permissions of the caller: `reach` contains what can be decided here, `offers` also what only the server can decide.
 */
export const readRights = async (caller: Caller) => {
  const [info, restriction] = await Promise.all([caller.info(), caller.restriction()])
  const documents = [readPolicy(info.Policy), ...restriction]
  const reachFor = (purpose: Purpose) => documents.map((document) => createEvaluator([document], caller.facts, purpose))
  return { info, documents, reach: reachFor('decide'), offers: reachFor('offer') }
}

export type Rights = Awaited<ReturnType<typeof readRights>>

/** Resource of an action, and values for policy conditions. */
export type ActionTarget = { bucket?: string; key?: string; known?: ConditionContext }

/** Whether the policies allow an action, as far as they can be evaluated here; unknown values count against it. */
export const grants = ({ reach }: Pick<Rights, 'reach'>, action: Action, on: ActionTarget = {}) =>
  isGranted(reach, { action, ...on })

export const dependOnTags = ({ documents }: Rights) =>
  documents.some(({ Statement }) =>
    Statement.some(({ Condition = {} }) =>
      Object.values(Condition).some((keys) => Object.keys(keys).some((key) => key.startsWith('s3:ExistingObjectTag/'))),
    ),
  )

/**
 * Throws `Failure` 403 unless the caller's policies grant the action, as far as they can be evaluated here. For actions
 * that the server does not check, or checks too late.
 */
export const assertGranted = async (caller: Caller, action: Action, on: ActionTarget = {}) => {
  const { offers } = await readRights(caller)
  if (!grants({ reach: offers }, action, on)) throw accessDenied(action, on)
}

/** Throws `Failure` 403 if the caller is a service account whose own policy does not grant the action. */
export const assertUnrestricted = async (caller: Caller, action: Action) => {
  const { offers } = await readRights(caller)
  if (!grants({ reach: offers.slice(1) }, action)) throw accessDenied(action)
}
