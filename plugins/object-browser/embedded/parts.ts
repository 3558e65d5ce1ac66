import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { Failure, toRfc3339 } from 'stowage'
import {
  afterPrefix,
  type BucketRecord,
  type Cipher,
  type Index,
  partNumberOf,
  objectKey,
  partKey,
  type PartRecord,
  partsOf,
  uploadKey,
  uploadOf,
  type UploadRecord,
  combineChecksums,
} from 'stowage/engines/embedded'
import { partSizeOf } from '../parts.ts'
import type { PartsBackend } from '../parts-backend.ts'
import { base64Of, checksumming } from '../checksums.ts'
import { splitHeaders } from './copying.ts'
import { assertKey, versionTarget } from './key.ts'
import { assertFree, assertWithinQuota, replacedSize, defaultRetention } from './new-version.ts'
import type { EmbeddedAdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

/** Names of the calls in traces and audit logs. */
export const partCalls = {
  beginUpload: 's3.NewMultipartUpload',
  listUploads: 's3.ListMultipartUploads',
  listParts: 's3.ListObjectParts',
  putPart: 's3.PutObjectPart',
  completeUpload: 's3.CompleteMultipartUpload',
  abortUpload: 's3.AbortMultipartUpload',
}

/** Most uploads in a list. */
const MAX_UPLOADS = 1000

const uploadNotFound = () => new Failure(404, 'The upload does not exist', { detail: messages.uploadEnded })

/** The upload with this id. Throws `Failure` 404. */
const findUpload = (index: Index, bucket: BucketRecord, key: string, id: string): UploadRecord => {
  assertKey(key)
  const upload = /^[0-9a-f]{32}$/.test(id) ? index.uploads.get(uploadKey(bucket.id, key, id)) : undefined
  if (!upload) throw uploadNotFound()
  return upload
}

/** Deletes an upload and its parts in a transaction. */
export const deleteUpload = (index: Index, at: Buffer): void => {
  for (const key of Array.from(index.parts.getKeys(partsOf(uploadOf(at).id)))) void index.parts.remove(key)
  void index.uploads.remove(at)
}

const sizeAt = ({ size, partSize }: UploadRecord, number: number) => Math.min(partSize, size - (number - 1) * partSize)

/** Cipher of a blob with a nonce per part; parts stored without one use the upload's. */
const withPartNonces = (cipher: Cipher, size: number, nonces: readonly (string | undefined)[]): Cipher => {
  const uploadNonce = Buffer.from(cipher.start, 'base64').subarray(0, 8)
  const all = nonces.map((nonce) => (nonce === undefined ? uploadNonce : Buffer.from(nonce, 'base64')))
  return { ...cipher, parts: { size, nonces: Buffer.concat(all).toString('base64') } }
}

/** Multipart uploads: each part is written at its offset in the file that becomes the object's. */
export const createParts = ({ authenticate }: EmbeddedAdapterContext): PartsBackend => {
  const storedOf = (index: Index, id: string) =>
    Array.from(index.parts.getRange(partsOf(id)), ({ key, value }) => ({ number: partNumberOf(key), ...value }))

  return {
    beginUpload: async (name, key, { size, partSize = partSizeOf(size), type, metadata = {} }) => {
      const { index, vault, caller } = authenticate()
      caller.assert('s3:PutObject', versionTarget(index, name, key, undefined))
      const before = index.bucket(name)
      assertWithinQuota(index, before, size, replacedSize({ index, bucket: before, key, dropped: [], by: caller }))
      const cipher = before.encrypted && (await vault.encrypt()).cipher
      const id = randomBytes(16).toString('hex')
      await index.write(() => {
        const bucket = index.bucket(name)
        const record = {
          key,
          size,
          partSize,
          ...splitHeaders({ ...metadata, 'content-type': type }),
          started: Date.now(),
          by: caller.account,
          ...(cipher && { cipher }),
        }
        void index.uploads.put(uploadKey(bucket.id, key, id), record)
      })
      return { id }
    },

    listUploads: async (name, prefix) => {
      const { index, caller } = authenticate()
      caller.assert('s3:ListBucketMultipartUploads', { bucket: name })
      const { id } = index.bucket(name)
      const range = { start: objectKey(id, prefix), end: afterPrefix(id, prefix), limit: MAX_UPLOADS + 1 }
      const all = Array.from(index.uploads.getRange(range), ({ key, value }) => ({
        id: uploadOf(key).id,
        key: value.key,
        started: toRfc3339(new Date(value.started)),
        size: value.size,
      }))
      return { uploads: all.slice(0, MAX_UPLOADS), partial: all.length > MAX_UPLOADS }
    },

    listParts: async (name, key, id) => {
      const { index, blobs, caller } = authenticate()
      caller.assert('s3:ListMultipartUploadParts', versionTarget(index, name, key, undefined))
      const { partSize } = findUpload(index, index.bucket(name), key, id)
      // after a restore from a backup, the index may have uploads without files
      const storedBytes = await blobs.parts.size(id)
      return storedOf(index, id)
        .filter(({ number, size }) => (number - 1) * partSize + size <= storedBytes)
        .map(({ number, size, crc32 }) => ({ number, size, etag: crc32, crc32 }))
    },

    putPart: async (name, key, id, { number, crc32: expected, size, body, signal }) => {
      const { index, blobs, vault, caller } = authenticate()
      const target = () => versionTarget(index, name, key, undefined)
      caller.assert('s3:PutObject', target())
      const bucket = index.bucket(name)
      const upload = findUpload(index, bucket, key, id)
      if (size !== sizeAt(upload, number))
        throw new Failure(400, messages.partMustHaveBytes(number, Math.max(0, sizeAt(upload, number))))
      const offset = (number - 1) * upload.partSize
      return blobs.parts.exclusively(id, offset, async () => {
        signal.throwIfAborted()
        // removes the part's record first, because its bytes are about to be overwritten
        if (index.parts.doesExist(partKey(id, number)))
          await index.write(() => void index.parts.remove(partKey(id, number)))
        const sealed = upload.cipher && (await vault.encryptPart(upload.cipher, offset))
        // plain content is hashed while it is written
        const hashed = sealed && checksumming(body)
        const stored = hashed ? sealed.encrypt(Readable.from(hashed.body, { objectMode: false })) : body
        const sums = await blobs.parts.write(id, offset, { size, body: stored, signal })
        if ((hashed ? hashed.sum() : base64Of(combineChecksums(sums, size))) !== expected)
          throw new Failure(400, `Part ${number} arrived damaged`, {
            detail: messages.checksumMismatch,
          })
        const record: PartRecord = { size, crc32: expected, sums, ...(sealed && { nonce: sealed.nonce }) }
        await index.write(() => {
          findUpload(index, index.bucket(name), key, id)
          caller.assert('s3:PutObject', target())
          void index.parts.put(partKey(id, number), record)
        })
        return { etag: expected }
      })
    },

    completeUpload: async (name, key, id, parts, existing) => {
      const { index, blobs, caller } = authenticate()
      caller.assert('s3:PutObject', versionTarget(index, name, key, undefined))
      const before = index.bucket(name)
      const { size, partSize, type, metadata, cipher } = findUpload(index, before, key, id)
      const dropped: string[] = []
      await blobs.parts.join(id, async () => {
        const stored = storedOf(index, id)
        const invalidPart = Array.from({ length: Math.ceil(size / partSize) }, (_, at) => at).find(
          (at) => stored[at]?.number !== at + 1 || stored[at].crc32 !== parts[at]?.crc32,
        )
        if (invalidPart !== undefined || parts.length !== stored.length || (await blobs.parts.size(id)) !== size)
          throw new Failure(409, messages.partInvalid((invalidPart ?? 0) + 1), {
            detail: 'Send it again.',
          })
        const sums = Buffer.concat(stored.map((part) => part.sums))
        const nonces = stored.map(({ nonce }) => nonce)
        const adopted = await blobs.adopt(blobs.parts.path(id), (blob) =>
          index.write(() => {
            const bucket = index.bucket(name)
            if (bucket.id !== before.id) throw new Failure(404, messages.bucketDeletedMeanwhile)
            findUpload(index, bucket, key, id)
            const location = { index, bucket, key, dropped, by: caller }
            assertFree(location, existing)
            assertWithinQuota(index, bucket, size, replacedSize(location))
            caller.assert('s3:PutObject', versionTarget(index, name, key, undefined))
            const newVersion = {
              size,
              modified: Date.now(),
              etag: blob,
              type,
              ...(metadata && { metadata }),
              blob,
              ...(cipher && { cipher: withPartNonces(cipher, partSize, nonces) }),
              ...defaultRetention(bucket),
            }
            index.addVersion(location, newVersion, sums)
            deleteUpload(index, uploadKey(bucket.id, key, id))
            return true
          }),
        )
        // the file of an aborted upload is gone
        if (!adopted) throw uploadNotFound()
      })
      await blobs.remove(dropped)
    },

    abortUpload: async (name, key, id) => {
      const { index, blobs, caller } = authenticate()
      caller.assert('s3:AbortMultipartUpload', versionTarget(index, name, key, undefined))
      await index.writeAnyway(() => {
        const bucket = index.bucket(name)
        findUpload(index, bucket, key, id)
        deleteUpload(index, uploadKey(bucket.id, key, id))
      })
      await blobs.parts.remove(id)
    },
  }
}
