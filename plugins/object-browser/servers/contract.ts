import * as v from 'valibot'
import { limits, post, text } from 'stowage'
import { Key, VersionId } from '../contract.ts'
import * as messages from '../messages.ts'

/** Ticket of the other server's console (`serverTicket`). */
const Token = v.pipe(text(16 * 1024), v.nonEmpty(messages.otherServerNeedsSession), v.metadata({ control: 'secret' }))

const UploadId = text(limits.key)

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
      mode: v.optional(v.picklist(['copy', 'move'], 'Choose copy or move'), 'copy'),
      existing: v.optional(v.picklist(['keep', 'replace'], 'Choose keep or replace'), 'keep'),
      /** Unfinished upload at the target. */
      id: v.optional(UploadId, ''),
    }),
    reply: v.object({
      state: v.picklist(['partial', 'copied', 'unchanged']),
      size: v.number(),
      /** Bytes that the target has, at least. */
      sent: v.number(),
      id: v.optional(v.string(), ''),
    }),
  }),
  /** Aborts an unfinished copy and deletes its parts at the target. */
  abortSend: post('/api/v1/buckets/:bucket/objects/send/abort', {
    allow: ['s3:GetObject'],
    body: v.object({ ...Target, id: UploadId }),
  }),
}
