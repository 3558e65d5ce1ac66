import * as v from 'valibot'
import { limits, list, post, text } from 'stowage'
import { Key, VersionId } from '../contract.ts'
import * as messages from '../messages.ts'

/** Ticket of the other server's console (`serverTicket`). */
const Token = v.pipe(text(16 * 1024), v.nonEmpty(messages.otherServerNeedsSession), v.metadata({ control: 'secret' }))

const UploadId = text(limits.key)

/** Maximum number of objects per call, and maximum size of each in bytes: they are read into memory. */
export const [MAX_OBJECTS, MAX_OBJECT_SIZE] = [100, 1024 * 1024]

const Mode = v.optional(v.picklist(['copy', 'move'], 'Choose copy or move'), 'copy')

const Existing = v.optional(v.picklist(['keep', 'replace'], 'Choose keep or replace'), 'keep')

const Target = { path: Key, server_token: Token, to_bucket: text(limits.bucket), to: Key }

/** Copies between two servers of this console, which stream through it. */
export const sending = {
  /**
   * Copies an object to a bucket of another server, with its metadata and tags; `move` then deletes the source. It
   * sends as much as fits into some seconds: while the state is `partial`, call it again with the `id` of the reply,
   * also after an interruption. `unchanged` means that the target already has this content. Each part is stored with
   * its checksum. Needs the rights of both accounts at their servers. 409 if the target exists and is to be kept.
   */
  send: post('/api/v1/buckets/:bucket/objects/send', {
    allow: ['s3:GetObject'],
    body: v.object({
      ...Target,
      version_id: VersionId,
      mode: Mode,
      existing: Existing,
      /** Incomplete upload at the target. */
      id: v.optional(UploadId, ''),
    }),
    reply: v.object({
      state: v.picklist(['partial', 'copied', 'unchanged']),
      size: v.number(),
      /** Bytes that the target has, or that were compared with it, at least. */
      sent: v.number(),
      id: v.optional(v.string(), ''),
    }),
  }),
  /**
   * Copies small objects to a bucket of another server, as `send` does. Objects that are larger than 1 MiB, or that
   * were not reached within some seconds, are returned as `waiting`: send them again, large ones with `send`. An object
   * whose `etag` and `size` equal those at the target is not read. Failures do not stop the rest.
   */
  sendMany: post('/api/v1/buckets/:bucket/objects/send-many', {
    allow: ['s3:GetObject'],
    body: v.object({
      server_token: Token,
      to_bucket: text(limits.bucket),
      objects: v.pipe(
        list(
          v.object({
            path: Key,
            to: Key,
            /** As listed, if known. */
            etag: v.optional(text(limits.key), ''),
            size: v.optional(v.number(), 0),
          }),
          MAX_OBJECTS,
        ),
        v.minLength(1, 'Choose at least one object'),
        v.check(
          (objects) => new Set(objects.map(({ to }) => to)).size === objects.length,
          'Each target must be unique',
        ),
      ),
      mode: Mode,
      existing: Existing,
    }),
    reply: v.object({
      objects: v.array(
        v.object({
          path: v.string(),
          state: v.picklist(['copied', 'unchanged', 'waiting', 'failed']),
          /** Why it failed. */
          message: v.optional(v.string()),
          status: v.optional(v.number()),
        }),
      ),
    }),
  }),
  /** Aborts an unfinished copy and deletes its parts at the target. */
  abortSend: post('/api/v1/buckets/:bucket/objects/send/abort', {
    allow: ['s3:GetObject'],
    body: v.object({ ...Target, id: UploadId }),
  }),
}
