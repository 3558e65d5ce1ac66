import type { Action } from '../../core/contract.ts'
import { ignoresResource, s3Actions } from './actions.ts'
import type { PolicyDocument } from './document.ts'
import { globOf, overlaps } from './glob.ts'
import { judge, withoutArn } from './judge.ts'
import { type Known, replaceVariables } from './keys.ts'
import { mayIn } from './reach.ts'

/** Whether a policy speaks of a bucket or of objects in it, to allow or to deny (console-api 8.5). */
export const concerns = ({ Statement }: PolicyDocument, bucket: string): boolean => {
  const [itself, within] = [globOf(bucket), globOf(`${bucket}/*`)]
  return Statement.some(({ Action, NotAction, Resource = [], NotResource }) => {
    const isStorage =
      NotAction !== undefined || (Action ?? []).some((action) => action === '*' || action.startsWith('s3:'))
    if (!isStorage || NotResource !== undefined || ignoresResource({ Action })) return isStorage
    // variables stand for some name, so that any may be meant
    const globs = Resource.map((resource) => globOf(replaceVariables(withoutArn(resource), () => '*')))
    return globs.some((glob) => overlaps(glob, itself) || overlaps(glob, within))
  })
}

/** A policy that a user has: attached to itself, or to a group that it is in. */
export type Attached = { policy: string; group?: string; document: PolicyDocument }

/**
 * What a user may do in a bucket, somewhere at least, and by which of its policies; `admin` changes the bucket itself.
 */
export type AccessIn = {
  read: boolean
  write: boolean
  admin: boolean
  by: { policy: string; group?: string }[]
}

/** What the policies of a user together allow in a bucket; nothing where that is nothing at all. */
export const accessIn = (attached: readonly Attached[], known: Known, bucket: string): AccessIn | undefined => {
  const documents = attached.map(({ document }) => document)
  const reach = [judge(documents, known)]
  const may = (...actions: readonly Action[]) => actions.some((action) => mayIn(reach, bucket, action))
  if (!may(...(s3Actions as Action[]))) return undefined
  return {
    read: may('s3:GetObject'),
    write: may('s3:PutObject', 's3:DeleteObject'),
    admin: may('s3:PutBucketPolicy', 's3:DeleteBucket'),
    by: attached
      .filter(({ document }) => concerns(document, bucket))
      .map(({ policy, group }) => ({ policy, ...(group !== undefined && { group }) })),
  }
}
