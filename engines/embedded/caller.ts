import { Failure } from '../../core/protocol/failure.ts'
import { accessDenied } from '../access-denied.ts'
import { createEvaluator, type ConditionContext, permissions, type PolicyDocument } from '../iam/policy.ts'
import { isGranted, type Evaluators } from '../iam/visible-resources.ts'
import type { Origin, Permissions } from '../engine.ts'
import { conditionContextOf, type AuthenticationMethod } from './condition-context.ts'
import { documentsOf } from './policies.ts'
import type { Index } from './store/database.ts'
import type { AccountRecord, SessionRecord } from './store/records.ts'

/** Resource of a request, and values for policy conditions. */
export type Target = { bucket?: string; key?: string; requestContext?: ConditionContext }

export type Signer = Pick<SessionRecord, 'account' | 'key'>

/** The account that makes a request, and its permissions. */
export type Caller = {
  /** User name; for a service account that of its parent. */
  account: string
  signer: Signer
  /** Client address; empty if unknown. */
  address: string
  isRoot: boolean
  /** Whether neither the account nor its groups have a policy. */
  hasNoPolicies: boolean
  may(action: string, target?: Target): boolean
  /** Whether a Deny statement matches the action, whether or not it is also allowed. */
  isDenied(action: string, target?: Target): boolean
  /** Throws `Failure` 403 unless the action is granted. */
  assert(action: string, target?: Target): void
  /**
   * Throws `Failure` 403 if the action is denied. Any account with a policy may do this to itself, unless a Deny or the
   * policy of its service account forbids it (minio-server 4.2).
   */
  assertOwn(action: string): void
  permissions: Permissions
  /** The policies that apply: all attached ones combined, and the policy of a service account. */
  documents: readonly PolicyDocument[]
  /** Prepared policies, for checking which resources are accessible at all. */
  evaluators: Evaluators
}

const sessionEnded = () => new Failure(401, 'invalid session')

const serviceAccountOf = (index: Index, { account, key }: Signer): AccountRecord | undefined => {
  const service = key === undefined ? undefined : index.accounts.get(key)
  if (key !== undefined && service?.parent !== account) throw sessionEnded()
  if (service?.status === 'disabled' || (service?.expires ?? Infinity) <= Date.now()) throw sessionEnded()
  return service
}

/**
 * Distinguishes an account from an earlier one with the same name or key. Root cannot be removed, so it has a constant
 * id.
 */
export const identityOf = (index: Index, { account, key }: Signer): string =>
  [index.users.get(account)?.id, key === undefined ? undefined : index.accounts.get(key)?.id].join('/')

/** Permissions of root, which has no attached policy. */
const rootPolicy: PolicyDocument = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['admin:*', 'kms:*', 's3:*'], Resource: ['arn:aws:s3:::*'] }],
}

const combine = (documents: readonly PolicyDocument[]): PolicyDocument => ({
  Version: '2012-10-17',
  Statement: documents.flatMap(({ Statement }) => Statement),
})

/**
 * The caller of a session or of a signed link. Throws `Failure` 401 if the account was removed or disabled, which ends
 * both.
 */
export const callerOf = (
  index: Index,
  session: Signer,
  origin?: Origin,
  proof: AuthenticationMethod = 'session',
): Caller => {
  const { account, key } = session
  const isRoot = index.root.get('root')?.accessKey === account
  const user = isRoot ? undefined : index.users.get(account)
  if (!isRoot && user?.status !== 'enabled') throw sessionEnded()
  const context = conditionContextOf(account, user, { origin, proof })
  const documents = user && documentsOf(index, user)
  const own = documents && createEvaluator(documents, context)
  const text = serviceAccountOf(index, session)?.policy
  const limit = text === undefined ? undefined : (JSON.parse(text) as PolicyDocument)
  const restriction = limit && createEvaluator([limit], context)
  const evaluators = [own, restriction].filter((evaluator) => evaluator !== undefined)
  const may = (action: string, target?: Target) => isGranted(evaluators, { action, ...target })

  return {
    account,
    signer: { account, ...(key !== undefined && { key }) },
    address: origin?.address ?? '',
    isRoot,
    hasNoPolicies: documents?.length === 0,
    may,
    isDenied: (action, target) => evaluators.some((evaluator) => evaluator.isDenied({ action, ...target })),
    assert: (action, target) => {
      if (!may(action, target)) throw accessDenied(action, target)
    },
    assertOwn: (action) => {
      if (documents?.length === 0 || own?.isDenied({ action }) || (restriction && !restriction.isAllowed({ action })))
        throw accessDenied(action)
    },
    permissions: permissions(evaluators),
    documents: [documents ? combine(documents) : rootPolicy, limit].filter((document) => document !== undefined),
    evaluators,
  }
}
