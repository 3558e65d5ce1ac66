import { Failure } from 'stowage'
import { accessDenied } from 'stowage/server'
import type { Item, Tags } from '../contract.ts'
import * as messages from '../messages.ts'

/** The target of a copy exists and is to be kept. */
export const alreadyExists = (key: string) =>
  new Failure(409, messages.alreadyExists(key), { detail: messages.chooseAnotherNameOrReplace, code: 'ObjectExists' })

/** The source was replaced before it was copied completely, so there is no copy. */
export const sourceChanged = (key: string) => new Failure(409, messages.changedWhileItWasCopied(key))

/** The source of a move was replaced after it was copied. */
export const sourceKept = (key: string) => new Failure(409, messages.changedAfterItWasCopied(key))

/** Tags of the source of a copy, which must have them. Throws `Failure` 403 if the caller may not read them. */
export const requireTags = ({ name, tags }: Item, bucket: string): Tags => {
  if (tags) return tags
  const { detail, missing } = accessDenied('s3:GetObjectTagging', { bucket, key: name })
  throw new Failure(403, messages.tagsUnreadable(name), { detail, missing })
}
