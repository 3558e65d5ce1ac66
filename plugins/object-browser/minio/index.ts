import type { ObjectsBackend } from '../backend.ts'
import { createObjects } from '../s3/objects.ts'
import { createSharing } from '../s3/share.ts'
import { createLinkAccounts } from './link-accounts.ts'
import type { MinioAdapterContext } from 'stowage/server'

/** Objects of a MinIO server: those of any S3 server, and links signed by service accounts. */
export default (caller: MinioAdapterContext): ObjectsBackend =>
  createObjects(caller, createSharing(caller, createLinkAccounts(caller)))
