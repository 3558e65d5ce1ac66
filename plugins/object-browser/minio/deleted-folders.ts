import { Failure } from '../../../core/failure.ts'
import type { Caller } from '../../../engines/minio/caller.ts'
import { scanList } from '../../../engines/minio/list-xml.ts'
import { bucketPath } from '../../../engines/minio/paths.ts'

/** Whether a bucket never had versions, so that nothing in it can be hidden by a delete marker. */
const isUnversioned = async ({ client, keys }: Caller, bucket: string) => {
  try {
    const { body } = await client.call({ method: 'GET', path: bucketPath(bucket), query: { versioning: '' } }, keys)
    return !/<Status>/.test(body.toString())
  } catch (error) {
    // who may not ask may still list
    if (error instanceof Failure && error.status === 403) return false
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

/** The folders in which all objects are deleted; the server lists these like any other. */
export const findDeletedFolders = async (
  caller: Caller,
  bucket: string,
  folders: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (folders.length === 0 || (await isUnversioned(caller, bucket))) return new Set()
  const deleted = await Promise.all(
    folders.map((folder) =>
      caller.client.oneOfMany(async () => ((await isDeleted(caller, bucket, folder)) ? folder : [])),
    ),
  )
  return new Set(deleted.flat())
}
