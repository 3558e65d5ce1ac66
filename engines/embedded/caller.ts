import { Failure } from '../../core/failure.ts'
import { accessDenied } from '../access-denied.ts'
import { judge, type Known, permissions, type PolicyDocument } from '../policy/policy.ts'
import { isGranted, type Reach } from '../policy/reach.ts'
import type { Origin, Permissions } from '../engine.ts'
import { factsOf, type Proof } from './facts.ts'
import { documentsOf } from './policies.ts'
import type { Index } from './store/database.ts'
import type { AccountRecord, SessionRecord } from './store/records.ts'

/** What a request is about, besides its action. */
export type Target = { bucket?: string; key?: string; known?: Known }

/** Who somebody is to the index: a user, or one of its service accounts by its key. */
export type Signer = Pick<SessionRecord, 'account' | 'key'>

/** Whoever acts, with what they may do. */
export type Caller = {
  /** The user; for a service account its parent. */
  account: string
  signer: Signer
  /** Where the call comes from; empty where nobody knows. */
  address: string
  isRoot: boolean
  /** Whether it has no policy at all, of its own or of a group. */
  isPowerless: boolean
  may(action: string, target?: Target): boolean
  /** Whether a Deny speaks against the action, granted or not. */
  isDenied(action: string, target?: Target): boolean
  /** Throws `Failure` 403 unless the action is granted. */
  assert(action: string, target?: Target): void
  /**
   * Throws `Failure` 403 where the action is denied: whoever has any policy may do it with their own account unless a
   * Deny, or the restriction of a service account, speaks against it (minio-server 4.2).
   */
  assertOwn(action: string): void
  permissions: Permissions
  /** The policies that it is judged by: its own together, and the restriction of a service account. */
  documents: readonly PolicyDocument[]
  /** What the account is judged by, to tell what it reaches at all. */
  reach: Reach
}

const lost = () => new Failure(401, 'invalid session')

const serviceOf = (index: Index, { account, key }: Signer): AccountRecord | undefined => {
  const service = key === undefined ? undefined : index.accounts.get(key)
  if (key !== undefined && service?.parent !== account) throw lost()
  if (service?.status === 'disabled' || (service?.expires ?? Infinity) <= Date.now()) throw lost()
  return service
}

/** Tells an account from an earlier one of the same name or key; root, which cannot be removed, is always the same. */
export const identityOf = (index: Index, { account, key }: Signer): string =>
  [index.users.get(account)?.id, key === undefined ? undefined : index.accounts.get(key)?.id].join('/')

/** What root may do, to whom no policy is attached. */
const all: PolicyDocument = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['admin:*', 'kms:*', 's3:*'], Resource: ['arn:aws:s3:::*'] }],
}

const together = (documents: readonly PolicyDocument[]): PolicyDocument => ({
  Version: '2012-10-17',
  Statement: documents.flatMap(({ Statement }) => Statement),
})

/**
 * The caller of a session, or of a link that it has signed. Throws `Failure` 401 where its account is gone or disabled,
 * which ends both.
 */
export const callerOf = (index: Index, session: Signer, origin?: Origin, proof: Proof = 'session'): Caller => {
  const { account, key } = session
  const isRoot = index.root.get('root')?.accessKey === account
  const user = isRoot ? undefined : index.users.get(account)
  if (!isRoot && user?.status !== 'enabled') throw lost()
  const known = factsOf(account, user, { origin, proof })
  const documents = user && documentsOf(index, user)
  const own = documents && judge(documents, known)
  const text = serviceOf(index, session)?.policy
  const limit = text === undefined ? undefined : (JSON.parse(text) as PolicyDocument)
  const restriction = limit && judge([limit], known)
  const reach = [own, restriction].filter((judge) => judge !== undefined)
  const may = (action: string, target?: Target) => isGranted(reach, { action, ...target })

  return {
    account,
    signer: { account, ...(key !== undefined && { key }) },
    address: origin?.address ?? '',
    isRoot,
    isPowerless: documents?.length === 0,
    may,
    isDenied: (action, target) => reach.some((judge) => judge.isDenied({ action, ...target })),
    assert: (action, target) => {
      if (!may(action, target)) throw accessDenied(action, target)
    },
    assertOwn: (action) => {
      if (documents?.length === 0 || own?.isDenied({ action }) || (restriction && !restriction.isAllowed({ action })))
        throw accessDenied(action)
    },
    permissions: permissions(reach),
    documents: [documents ? together(documents) : all, limit].filter((document) => document !== undefined),
    reach,
  }
}
