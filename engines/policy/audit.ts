import type { Action } from '../../core/contract.ts'
import { s3Actions } from './actions.ts'
import type { PolicyDocument } from './document.ts'
import { globOf, overlaps } from './glob.ts'
import { judge, withoutArn } from './judge.ts'
import { replaceVariables } from './keys.ts'
import { mayIn } from './reach.ts'

/** Whether a policy speaks of a bucket or of objects in it, to allow or to deny (console-api 8.5). */
export const concerns = ({ Statement }: PolicyDocument, bucket: string): boolean => {
  const [itself, within] = [globOf(bucket), globOf(`${bucket}/*`)]
  return Statement.some(({ Action, NotAction, Resource = [], NotResource }) => {
    const isStorage = NotAction !== undefined || (Action ?? []).some((action) => action === '*' || action.startsWith('s3:'))
    if (!isStorage || NotResource !== undefined) return isStorage
    // variables stand for some name, so that any may be meant
    const globs = Resource.map((resource) => globOf(replaceVariables(withoutArn(resource), () => '*')))
    return globs.some((glob) => overlaps(glob, itself) || overlaps(glob, within))
  })
}

/** Whether the policies of a user together allow anything at all in a bucket. */
export const haveAnyIn = (documents: readonly PolicyDocument[], user: string, bucket: string): boolean => {
  const reach = [judge(documents, { 'aws:username': [user], 'aws:userid': [user] })]
  return s3Actions.some((action) => mayIn(reach, bucket, action as Action))
}
