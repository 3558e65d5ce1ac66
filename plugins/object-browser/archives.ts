import * as v from 'valibot'
import { get, list, limits, text } from 'stowage'
import { Key, Moment } from './contract.ts'
import * as messages from './messages.ts'

/** Size limit of a selection's names in the address of its download, in bytes. */
export const MAX_PATHS_LENGTH = 24 * 1024

/** Downloads of several objects as one file. */
export const archives = {
  /**
   * A zip of everything below a folder, or of `paths`: a JSON list of keys, and of folders, which end with a slash.
   * Names in it are relative to `prefix`. With a `moment` it contains the objects at that time, which also requires
   * permission to list versions. A file in the zip lists what could not be read.
   */
  zip: get('/api/v1/buckets/:bucket/objects/zip', {
    allow: ['s3:ListBucket', 's3:GetObject'],
    isExport: true,
    query: v.object({
      prefix: v.optional(text(limits.key), ''),
      moment: v.optional(Moment),
      paths: v.optional(
        v.pipe(text(MAX_PATHS_LENGTH), v.parseJson(undefined, messages.keysMustBeJsonList), list(Key, 1000)),
      ),
    }),
    reply: 'bytes',
  }),
}
