import { Failure } from 'stowage'
import { scanList } from 'stowage/engines/s3'
import type { S3AdapterContext } from 'stowage/server'

/** Whether a bucket was never versioned, so that it contains no delete markers. */
const isUnversioned = async ({ client, keys, paths }: S3AdapterContext, bucket: string) => {
  try {
    const { body } = await client.call(
      { method: 'GET', path: paths.bucketPath(bucket), query: { versioning: '' } },
      keys,
    )
    return !/<Status>/.test(body.toString())
  } catch (error) {
    // a caller may list without permission to read the versioning; servers without versioning return 501 or 405
    if (error instanceof Failure && error.status !== 503) return error.status !== 403
    throw error
  }
}

/** Whether all objects in a folder are deleted; `false` if the caller may not list it. */
const isDeleted = async ({ call, paths }: S3AdapterContext, bucket: string, folder: string) => {
  const query = { 'list-type': 2, prefix: folder, 'max-keys': 1, 'encoding-type': 'url' }
  try {
    const { body } = await call({ method: 'GET', path: paths.bucketPath(bucket), query })
    return scanList(body.toString()).entries.length === 0
  } catch (error) {
    if (error instanceof Failure && error.status === 403) return false
    throw error
  }
}

/** Most folders checked per page, because each takes a request. */
const MAX_FOLDERS = 200

/**
 * Marks folders in which all objects are deleted, which the server lists like any other. Leaves a page unchanged if it
 * has more than 200 folders, or if the server does not support the check.
 */
export const findDeletedFolders = async (
  caller: S3AdapterContext,
  bucket: string,
  folders: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (folders.length === 0 || folders.length > MAX_FOLDERS || (await isUnversioned(caller, bucket))) return new Set()
  const deleted = await Promise.all(
    folders.map((folder) =>
      caller.client.oneOfMany(async () => ((await isDeleted(caller, bucket, folder)) ? folder : [])),
    ),
  )
  return new Set(deleted.flat())
}
