import * as v from 'valibot'
import { get, list, most, text } from 'stowage'
import { Key, Moment } from './contract.ts'

/** The names of a selection may take so many bytes in the address of its download. */
export const LONGEST = 24 * 1024

/** Several objects as one file. */
export const archives = {
  /**
   * A zip of all that is below a folder, or of `paths` alone, a JSON list of keys and of folders, which end with a
   * slash. Names in it are those below `prefix`. With a `moment` it holds what was there then, which takes the right to
   * list versions as well. What cannot be read is named in a file of its own.
   */
  zip: get('/api/v1/buckets/:bucket/objects/zip', {
    allow: ['s3:ListBucket', 's3:GetObject'],
    isExport: true,
    query: v.object({
      prefix: v.optional(text(most.key), ''),
      moment: v.optional(Moment),
      paths: v.optional(v.pipe(text(LONGEST), v.parseJson(undefined, 'Enter a JSON list of keys'), list(Key, 1000))),
    }),
    reply: 'bytes',
  }),
}
