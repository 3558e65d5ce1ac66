import { Failure } from 'stowage'
import { bucketPath, type Caller, scanList } from 'stowage/engines/minio'

/** Whether a bucket never had versions, so that nothing in it can be hidden by a delete marker. */
const isUnversioned = async ({ client, keys }: Caller, bucket: string) => {
  try {
    const { body } = await client.call({ method: 'GET', path: bucketPath(bucket), query: { versioning: '' } }, keys)
    return !/<Status>/.test(body.toString())
  } catch (error) {
    // a caller who may not ask may still list; a server without versions answers 501 or 405
    if (error instanceof Failure && error.status !== 503) return error.status !== 403
    throw error
  }
}

/** Whether no object in a folder is left that readers get; `false` where the caller may not list it. */
const isDeleted = async ({ client, keys }: Caller, bucket: string, folder: string) => {
  const query = { 'list-type': 2, prefix: folder, 'max-keys': 1, 'encoding-type': 'url' }
  try {
    const { body } = await client.call({ method: 'GET', path: bucketPath(bucket), query }, keys)
    return scanList(body.toString()).entries.length === 0
  } catch (error) {
    if (error instanceof Failure && error.status === 403) return false
    throw error
  }
}

/** How many folders of a page are checked: each takes a request of its own. */
const MOST = 200

/**
 * Finds the folders in which all objects are deleted; the server lists these like any other. A page with more than 200
 * folders is left as the server sends it, and so is one of a server that cannot be asked.
 */
export const findDeletedFolders = async (
  caller: Caller,
  bucket: string,
  folders: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (folders.length === 0 || folders.length > MOST || (await isUnversioned(caller, bucket))) return new Set()
  const deleted = await Promise.all(
    folders.map((folder) =>
      caller.client.oneOfMany(async () => ((await isDeleted(caller, bucket, folder)) ? folder : [])),
    ),
  )
  return new Set(deleted.flat())
}
