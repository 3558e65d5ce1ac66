import type { Action } from '../../core/protocol/contract.ts'
import { accessDenied } from '../access-denied.ts'
import { type ConditionContext, createEvaluator, type Evaluator, type PolicyDocument } from '../iam/policy.ts'
import { isGranted } from '../iam/visible-resources.ts'

/**
 * Permissions of the caller: `reach` contains what can be decided here, `offers` also what only the server can decide.
 */
export type Rights = { documents: readonly PolicyDocument[]; reach: readonly Evaluator[]; offers: readonly Evaluator[] }

const evaluatorOf = (...Statement: PolicyDocument['Statement']) =>
  createEvaluator([{ Version: '2012-10-17', Statement }], {}, 'decide')

/** Permissions on a server whose policies cannot be read: nothing is decided here, and everything of S3 is offered. */
export const unknownRights: Rights = {
  documents: [],
  reach: [evaluatorOf()],
  offers: [evaluatorOf({ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] })],
}

/** Resource of an action, and values for policy conditions. */
export type ActionTarget = { bucket?: string; key?: string; known?: ConditionContext }

/** Whether the policies allow an action, as far as they can be evaluated here; unknown values count against it. */
export const grants = ({ reach }: Pick<Rights, 'reach'>, action: Action, on: ActionTarget = {}) =>
  isGranted(reach, { action, ...on })

/** Whether policies of the caller cannot be read, so that only the server knows what it may do. */
export const areUnknown = ({ documents }: Pick<Rights, 'documents'>) => documents.length === 0

export const dependOnTags = ({ documents }: Pick<Rights, 'documents'>) =>
  documents.some(({ Statement }) =>
    Statement.some(({ Condition = {} }) =>
      Object.values(Condition).some((keys) => Object.keys(keys).some((key) => key.startsWith('s3:ExistingObjectTag/'))),
    ),
  )

/**
 * Throws `Failure` 403 unless the caller's policies grant the action, as far as they can be evaluated here. For actions
 * that the server does not check, or checks too late.
 */
export const assertGranted = async (caller: { rights(): Promise<Rights> }, action: Action, on: ActionTarget = {}) => {
  const { offers } = await caller.rights()
  if (!grants({ reach: offers }, action, on)) throw accessDenied(action, on)
}
