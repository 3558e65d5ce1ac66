import type { Action } from '../../core/protocol/contract.ts'
import { ignoresResource, s3Actions } from './actions.ts'
import type { PolicyDocument } from './document.ts'
import { globOf, overlaps } from './glob.ts'
import { createEvaluator, withoutArn } from './evaluator.ts'
import { type ConditionContext, replaceVariables } from './keys.ts'
import { isGrantedInBucket } from './visible-resources.ts'

/** Whether a policy allows or denies something in a bucket (console-api 8.5). */
export const mentionsBucket = ({ Statement }: PolicyDocument, bucket: string): boolean => {
  const [itself, within] = [globOf(bucket), globOf(`${bucket}/*`)]
  return Statement.some(({ Action, NotAction, Resource = [], NotResource }) => {
    const isStorage =
      NotAction !== undefined || (Action ?? []).some((action) => action === '*' || action.startsWith('s3:'))
    if (!isStorage || NotResource !== undefined || ignoresResource({ Action })) return isStorage
    // a variable may have any value, so it becomes a wildcard
    const globs = Resource.map((resource) => globOf(replaceVariables(withoutArn(resource), () => '*')))
    return globs.some((glob) => overlaps(glob, itself) || overlaps(glob, within))
  })
}

/** A policy of a user: attached directly or inherited from a group. */
export type Attached = { policy: string; group?: string; document: PolicyDocument }

/**
 * Access of a user to some part of a bucket, and the policies that grant it; `admin` means changing the bucket itself.
 */
export type BucketAccess = {
  read: boolean
  write: boolean
  admin: boolean
  by: { policy: string; group?: string }[]
}

/** Access of a user to a bucket by all its policies; `undefined` if there is none. */
export const bucketAccessOf = (
  attached: readonly Attached[],
  context: ConditionContext,
  bucket: string,
): BucketAccess | undefined => {
  const documents = attached.map(({ document }) => document)
  const evaluators = [createEvaluator(documents, context)]
  const may = (...actions: readonly Action[]) => actions.some((action) => isGrantedInBucket(evaluators, bucket, action))
  if (!may(...(s3Actions as Action[]))) return undefined
  return {
    read: may('s3:GetObject'),
    write: may('s3:PutObject', 's3:DeleteObject'),
    admin: may('s3:PutBucketPolicy', 's3:DeleteBucket'),
    by: attached
      .filter(({ document }) => mentionsBucket(document, bucket))
      .map(({ policy, group }) => ({ policy, ...(group !== undefined && { group }) })),
  }
}
