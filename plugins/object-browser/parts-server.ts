import { Failure } from 'stowage'
import { serve } from 'stowage/server'
import { parts, partSizeOf } from './parts.ts'
import type { PartsBackend } from './parts-backend.ts'
import { typeFor } from './mime-types.ts'

export const partRoutes = serve<typeof parts, PartsBackend>(parts, {
  beginUpload: ({ backend, params, body: { key, size, type, part_size: partSize = partSizeOf(size) } }) =>
    backend.beginUpload(params.bucket, key, { size, partSize, type: typeFor(key, type) }),

  listUploads: ({ backend, params, query }) => backend.listUploads(params.bucket, query.prefix),

  listParts: async ({ backend, params, query: { key, id } }) => ({
    parts: await backend.listParts(params.bucket, key, id),
  }),

  putPart: async ({ backend, params, query: { key, id, number, crc32 }, files, signal }) => {
    let stored: { etag: string } | undefined
    for await (const { size, body } of files) {
      if (stored) throw new Failure(400, 'Send one part per request')
      stored = await backend.putPart(params.bucket, key, id, { number, crc32, size, body, signal })
    }
    if (!stored) throw new Failure(400, 'The form contains no part')
    return stored
  },

  completeUpload: ({ backend, params, body: { key, id, parts } }) =>
    backend.completeUpload(params.bucket, key, id, parts),

  abortUpload: ({ backend, params, query: { key, id } }) => backend.abortUpload(params.bucket, key, id),
})
