import * as v from 'valibot'
import { type S3AdapterContext, enforceLength } from 'stowage/server'
import { fromXml, hasCode, parseResponse } from 'stowage/engines/s3'
import type { StoredPart } from '../parts.ts'
import type { PartsBackend } from '../parts-backend.ts'
import { withEncryptionReason } from './encryption-reason.ts'
import { headersOf } from './metadata-headers.ts'
import { createMultipartUpload, completeMultipartUpload } from './upload.ts'

const Parts = v.object({
  IsTruncated: v.optional(v.string()),
  NextPartNumberMarker: v.optional(v.string()),
  Part: v.optional(
    v.array(
      v.object({ PartNumber: v.string(), ETag: v.string(), Size: v.string(), ChecksumCRC32: v.optional(v.string()) }),
    ),
    [],
  ),
})

/** Multipart uploads of a MinIO server, which stores them; the console's server keeps no state. */
export const createParts = (caller: S3AdapterContext): PartsBackend => {
  const { call, client, keys, paths } = caller

  return {
    firstPartSize: async (bucket, key, version) => {
      const query = { partNumber: 1, versionId: version }
      try {
        const { headers } = await call({ method: 'HEAD', path: paths.objectPath(bucket, key), query })
        // servers that ignore the number respond with the whole object
        return headers['x-amz-mp-parts-count'] === undefined ? undefined : Number(headers['content-length'])
      } catch (error) {
        if (hasCode(error, 'NotImplemented', 'InvalidArgument', 'InvalidRequest')) return undefined
        throw error
      }
    },

    beginUpload: async (bucket, key, { type, metadata = {} }) => {
      // the server then requires, verifies and stores the checksum of every part
      const headers = { ...headersOf(metadata), 'content-type': type, 'x-amz-checksum-algorithm': 'CRC32' }
      const begin = () => createMultipartUpload(caller, paths.newObjectPath(bucket, key), headers)
      return { id: await withEncryptionReason(caller, bucket, begin) }
    },

    listUploads: caller.incompleteUploads,

    listParts: async (bucket, key, uploadId) => {
      const all: StoredPart[] = []
      let marker: string | undefined
      do {
        const query = { uploadId, 'part-number-marker': marker }
        const { body } = await call({ method: 'GET', path: paths.objectPath(bucket, key), query })
        const { Part, IsTruncated, NextPartNumberMarker } = parseResponse(
          Parts,
          fromXml(body.toString(), 'ListPartsResult'),
        )
        for (const { PartNumber, Size, ETag, ChecksumCRC32: crc32 } of Part)
          all.push({
            number: Number(PartNumber),
            size: Number(Size),
            etag: ETag,
            ...(crc32 !== undefined && { crc32 }),
          })
        marker = IsTruncated === 'true' ? NextPartNumberMarker : undefined
      } while (marker)
      return all
    },

    putPart: async (bucket, key, uploadId, { number, crc32, size, body, signal }) => {
      const request = {
        path: paths.newObjectPath(bucket, key),
        query: { partNumber: number, uploadId },
        headers: { 'x-amz-checksum-crc32': crc32 },
      }
      const content = { size, source: enforceLength(body, size) }
      const stored = await withEncryptionReason(caller, bucket, () =>
        client.upload({ method: 'PUT', ...request, signal }, content, keys),
      )
      return { etag: String(stored.headers.etag) }
    },

    completeUpload: (bucket, key, uploadId, parts, existing) =>
      completeMultipartUpload(caller, {
        path: paths.objectPath(bucket, key),
        key,
        uploadId,
        parts: parts.map(({ etag, crc32 }) => ({ ETag: etag, ChecksumCRC32: crc32 })),
        existing,
      }),

    abortUpload: async (bucket, key, uploadId) => {
      await call({ method: 'DELETE', path: paths.objectPath(bucket, key), query: { uploadId } })
    },
  }
}
