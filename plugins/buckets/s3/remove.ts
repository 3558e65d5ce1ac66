import { Failure } from 'stowage'
import { fallbackOn, hasCode, scanList } from 'stowage/engines/s3'
import type { S3AdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

const notEmpty = (what: string) => new Failure(409, messages.bucketNotEmpty, { detail: `It has ${what}` })

const UNSEEN = messages.bucketMayNotBeEmpty

/** Codes of servers that cannot list versions or uploads, and so have none. */
const none = ['NotImplemented', 'MethodNotAllowed']

/**
 * Deletes buckets. Some servers delete a bucket with everything in it, so this looks first for an object, a version and
 * an incomplete upload. With `abort` it aborts the uploads. Throws `Failure` 409 if the bucket is not empty, 403 if the
 * caller may not see that.
 */
export const createRemoval = ({ call, paths, incompleteUploads }: S3AdapterContext) => {
  const orNone = async <Result>(request: Promise<Result>) => {
    try {
      return await request
    } catch (error) {
      if (hasCode(error, ...none)) return undefined
      if (hasCode(error, 'AccessDenied')) throw new Failure(403, UNSEEN, { detail: error.detail })
      throw error
    }
  }

  const holdsAny = async (name: string, query: Record<string, string | number>) => {
    const response = await orNone(
      call({ method: 'GET', path: paths.bucketPath(name), query: { ...query, 'max-keys': 1, 'encoding-type': 'url' } }),
    )
    if (!response) return false
    const { entries, folders } = scanList(response.body.toString())
    return entries.length + folders.length > 0
  }

  /** Aborts all incomplete uploads of a bucket. */
  const abortUploads = async (name: string) => {
    for (;;) {
      const { uploads, partial } = (await orNone(incompleteUploads(name))) ?? { uploads: [], partial: false }
      for (const { key, id } of uploads)
        await fallbackOn(
          call({ method: 'DELETE', path: paths.objectPath(name, key), query: { uploadId: id } }),
          ['NoSuchUpload'],
          undefined,
        )
      if (!partial || uploads.length === 0) return
    }
  }

  const assertEmpty = async (name: string, pending: 'abort' | undefined) => {
    const [hasObjects, hasVersions, incomplete] = await Promise.all([
      holdsAny(name, { 'list-type': 2 }),
      holdsAny(name, { versions: '' }),
      pending === 'abort' ? undefined : orNone(incompleteUploads(name)),
    ])
    if (hasObjects) throw notEmpty('objects')
    if (hasVersions) throw notEmpty('versions of deleted objects')
    if (incomplete && incomplete.uploads.length > 0) throw notEmpty('incomplete uploads')
  }

  return async (name: string, uploads?: 'abort') => {
    await assertEmpty(name, uploads)
    if (uploads === 'abort') await abortUploads(name)
    await call({ method: 'DELETE', path: paths.bucketPath(name) })
  }
}
