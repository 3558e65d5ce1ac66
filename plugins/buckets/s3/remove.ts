import * as v from 'valibot'
import { Failure } from 'stowage'
import { fallbackOn, fromXml, hasCode, parseResponse, scanList } from 'stowage/engines/s3'
import type { S3AdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

const notEmpty = (what: string) => new Failure(409, messages.bucketNotEmpty, { detail: `It has ${what}` })

const UNSEEN = messages.bucketMayNotBeEmpty

const Uploads = v.object({
  IsTruncated: v.optional(v.string()),
  Upload: v.optional(v.array(v.object({ Key: v.string(), UploadId: v.string() })), []),
})

/** Codes of servers that cannot list versions or uploads, and so have none. */
const none = ['NotImplemented', 'MethodNotAllowed']

/**
 * Deletes buckets. Some servers delete a bucket with everything in it, so this looks first for an object, a version and
 * an unfinished upload. With `abort` it aborts the uploads. Throws `Failure` 409 if the bucket is not empty, 403 if the
 * caller may not see that.
 */
export const createRemoval = ({ call, paths }: S3AdapterContext) => {
  const first = async (name: string, query: Record<string, string | number>) => {
    try {
      const { body } = await call({ method: 'GET', path: paths.bucketPath(name), query })
      return body.toString()
    } catch (error) {
      if (hasCode(error, ...none)) return ''
      if (hasCode(error, 'AccessDenied')) throw new Failure(403, UNSEEN, { detail: error.detail })
      throw error
    }
  }

  const holdsAny = (listing: string) => {
    if (!listing) return false
    const { entries, folders } = scanList(listing)
    return entries.length + folders.length > 0
  }

  /** Aborts all unfinished uploads of a bucket. */
  const abortUploads = async (name: string) => {
    for (;;) {
      const listing = await first(name, { uploads: '', 'max-uploads': 1000 })
      if (!listing) return
      const { Upload, IsTruncated } = parseResponse(Uploads, fromXml(listing, 'ListMultipartUploadsResult'))
      for (const { Key, UploadId } of Upload)
        await fallbackOn(
          call({ method: 'DELETE', path: paths.objectPath(name, Key), query: { uploadId: UploadId } }),
          ['NoSuchUpload'],
          undefined,
        )
      if (IsTruncated !== 'true' || Upload.length === 0) return
    }
  }

  const assertEmpty = async (name: string, pending: 'abort' | undefined) => {
    const [objects, versions, uploads] = await Promise.all([
      first(name, { 'list-type': 2, 'max-keys': 1, 'encoding-type': 'url' }),
      first(name, { versions: '', 'max-keys': 1, 'encoding-type': 'url' }),
      first(name, { uploads: '', 'max-uploads': 1 }),
    ])
    if (holdsAny(objects)) throw notEmpty('objects')
    if (holdsAny(versions)) throw notEmpty('versions of deleted objects')
    if (/<Upload>/.test(uploads) && pending !== 'abort') throw notEmpty('unfinished uploads')
  }

  return async (name: string, uploads?: 'abort') => {
    await assertEmpty(name, uploads)
    if (uploads === 'abort') await abortUploads(name)
    await call({ method: 'DELETE', path: paths.bucketPath(name) })
  }
}
