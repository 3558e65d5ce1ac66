import type { Action } from '../../core/protocol/contract.ts'
import { accessDenied } from '../access-denied.ts'
import type { ListPage } from './list-xml.ts'
import { type ConditionContext, createEvaluator, type Evaluator, type PolicyDocument } from '../iam/policy.ts'
import { isGranted } from '../iam/visible-resources.ts'

type Policies = {
  documents: readonly PolicyDocument[]
  /** Decide only what can be decided without the server. */
  evaluators: readonly Evaluator[]
  /** As `evaluators`, but allow what only the server can decide. */
  offers: readonly Evaluator[]
}

/** Permissions of the caller, by its policies. */
export type Rights = Policies & {
  /** Whether the policies allow an action, as far as they can be evaluated here; unknown values count against it. */
  grants(action: Action, on?: ActionTarget): boolean
  /** Whether the policies may allow an action: what only the server can decide counts as allowed. */
  mayGrant(action: Action, on?: ActionTarget): boolean
  /** Whether policies of the caller cannot be read, so that only the server knows what it may do. */
  areUnknown: boolean
  /** Whether conditions test the tags of objects. */
  dependOnTags(): boolean
}

/** Whether a page of a listing shows that the server lists no tags. Callers of MinIO may lack the right to see them. */
export const lacksTags = ({ entries, listsTags }: ListPage, bucket: string, rights: Rights) =>
  !listsTags &&
  entries.length > 0 &&
  (rights.areUnknown || entries.some(({ key, deleted }) => !deleted && rights.grants('s3:GetObject', { bucket, key })))

const evaluatorOf = (...Statement: PolicyDocument['Statement']) =>
  createEvaluator([{ Version: '2012-10-17', Statement }], {}, 'decide')

/** Resource of an action, and values for policy conditions. */
export type ActionTarget = { bucket?: string; key?: string; requestContext?: ConditionContext }

export const createRights = (policies: Policies): Rights => ({
  ...policies,
  grants: (action, on = {}) => isGranted(policies.evaluators, { action, ...on }),
  mayGrant: (action, on = {}) => isGranted(policies.offers, { action, ...on }),
  areUnknown: policies.documents.length === 0,
  dependOnTags: () =>
    policies.documents.some(({ Statement }) =>
      Statement.some(({ Condition = {} }) =>
        Object.values(Condition).some((keys) =>
          Object.keys(keys).some((key) => key.startsWith('s3:ExistingObjectTag/')),
        ),
      ),
    ),
})

/** Permissions to offer on a server whose policies cannot be read: S3, and these actions. */
export const offersOf = (actions: readonly string[]): readonly Evaluator[] => [
  evaluatorOf(
    { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
    ...(actions.length > 0 ? [{ Effect: 'Allow' as const, Action: [...actions], Resource: ['arn:aws:s3:::*'] }] : []),
  ),
]

/** Permissions on a server whose policies cannot be read: nothing is decided here, and everything of S3 is offered. */
export const unknownRights = createRights({
  documents: [],
  evaluators: [evaluatorOf()],
  offers: offersOf([]),
})

/** Throws `Failure` 403 unless the caller's policies may grant the action. */
export const assertGranted = async (caller: { rights(): Promise<Rights> }, action: Action, on: ActionTarget = {}) => {
  if (!(await caller.rights()).mayGrant(action, on)) throw accessDenied(action, on)
}
