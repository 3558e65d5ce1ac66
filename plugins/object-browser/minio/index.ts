import type { ObjectsBackend } from '../backend.ts'
import { createObjects } from '../s3/objects.ts'
import { createSharing } from '../s3/share.ts'
import { createLinkAccounts } from './link-accounts.ts'
import type { MinioAdapterContext } from 'stowage/server'

/** Whether a key is that of a folder object. MinIO stores no versions of these, and deletes them permanently. */
const isFolderObject = (key: string) => key.endsWith('/')

/** Objects of a MinIO server: those of any S3 server, and links signed by service accounts. */
export default (caller: MinioAdapterContext): ObjectsBackend => {
  const objects = createObjects(caller, createSharing(caller, createLinkAccounts(caller)))
  return {
    ...objects,
    remove: async (bucket, key, ...options) => {
      const marker = await objects.remove(bucket, key, ...options)
      return isFolderObject(key) ? '' : marker
    },
    removeMany: async (bucket, removals) => {
      const { failed, markers } = await objects.removeMany(bucket, removals)
      const folders = removals.filter(({ path }) => isFolderObject(path))
      return { failed, markers: [...markers, ...folders.map(({ path }) => ({ path, versionID: '' }))] }
    },
  }
}
