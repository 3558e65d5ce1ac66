import { Failure } from 'stowage'
import { type Index, isVersionId, getByName, MAX_KEY, tagsOf, type Target } from 'stowage/engines/embedded'
import { tagConditions, versionConditions } from '../backend/condition-values.ts'
import * as messages from '../messages.ts'

/** Throws `Failure` 400 for an invalid object key; valid is any text of 1 to 1,024 bytes without NUL. */
export const assertKey = (key: string) => {
  if (key === '') throw new Failure(400, 'Enter the object name')
  if (Buffer.byteLength(key) > MAX_KEY) throw new Failure(400, messages.objectNameTooManyBytes(MAX_KEY))
  if (/[\p{Cs}\0]/u.test(key)) throw new Failure(400, messages.objectNameNotText)
}

const tagsAt = (index: Index, name: string, key: string, id: string | undefined) => {
  const bucket = getByName(index.buckets, name)
  if (!bucket || (id !== undefined && id !== 'null' && !isVersionId(id))) return undefined
  const version = index.findVersion({ index, bucket, key, dropped: [] }, id)
  return version && tagsOf(version)
}

/**
 * Resource and tags of an object, or one of its versions, for policy checks; missing objects have no tags. Throws
 * `Failure` 400 for an invalid key.
 */
export const versionTarget = (
  index: Index,
  bucket: string,
  key: string,
  id: string | undefined,
): Target & { key: string } => {
  assertKey(key)
  return { bucket, key, requestContext: { ...versionConditions(id), ...tagConditions(tagsAt(index, bucket, key, id)) } }
}
