import { s3Actions } from './actions.ts'
import type { PolicyDocument } from './document.ts'
import { overlaps } from './glob.ts'
import { mayIn } from './reach.ts'

/** Whether a policy speaks of a bucket or of objects in it, to allow or to deny (console-api 8.5). */
export const concerns = ({ Statement }: PolicyDocument, bucket: string): boolean =>
  Statement.some(({ Action, NotAction, Resource = [], NotResource }) => {
    const isStorage = NotAction !== undefined || (Action ?? []).some((action) => action === '*' || action.startsWith('s3:'))
    // variables stand for some name, so that any may be meant
    const patterns = Resource.map((resource) => resource.replace(/^arn:aws:s3:::/, '').replace(/\$\{[^}]*\}/g, '*'))
    return isStorage && (NotResource !== undefined || patterns.some((pattern) => overlaps(pattern, bucket) || overlaps(pattern, `${bucket}/*`)))
  })

/** Whether the policies of a user together allow anything at all in a bucket. */
export const reaches = (documents: readonly PolicyDocument[], user: string, bucket: string): boolean => {
  const known = { 'aws:username': [user], 'aws:userid': [user] }
  return s3Actions.some((action) => mayIn({ layers: [documents], known }, bucket, action as `s3:${string}`))
}
