import type { Listing, ObjectsBackend } from '../backend.ts'
import type { Item } from '../contract.ts'
import type { Known } from '../../../engines/policy/policy.ts'
import { foldersToward } from '../../../engines/policy/reach.ts'
import { bucketOf } from '../../../engines/embedded/buckets.ts'
import type { Caller } from '../../../engines/embedded/caller.ts'
import type { EmbeddedKit } from '../../../engines/embedded/kit.ts'
import { type Line, listPage } from '../../../engines/embedded/store/listing.ts'
import { idOf } from '../../../engines/embedded/store/versions.ts'

const toItem = ({ name, version, latest = false }: Line, { versions, metadata }: Listing): Item => {
  if (!version) return { name, size: 0 }
  const { size, modified, etag, type, marker, tags } = version
  return {
    name,
    size,
    last_modified: new Date(modified).toISOString(),
    ...(etag && { etag }),
    ...(versions && { version_id: idOf(version), is_latest: latest }),
    ...(versions && marker && { is_delete_marker: true }),
    ...(metadata && !marker && { content_type: type, user_metadata: { 'content-type': type, ...version.metadata } }),
    ...(metadata && tags && { tags }),
  }
}

/** What a policy may ask of a listing. */
export const listed = ({ prefix, recursive, limit }: Listing): Known => ({
  's3:prefix': [prefix],
  's3:max-keys': [String(limit)],
  ...(!recursive && { 's3:delimiter': ['/'] }),
})

const mayList = (caller: Caller, bucket: string, listing: Listing) => {
  const target = { bucket, known: listed(listing) }
  return (listing.versions && caller.may('s3:ListBucketVersions', target)) || caller.may('s3:ListBucket', target)
}

/** What a caller sees of a folder that it may not list: the way to what it may. Throws `Failure` 403 for no way. */
const wayThrough = (caller: Caller, bucket: string, listing: Listing): Item[] => {
  const folders = listing.recursive ? [] : foldersToward(caller.reach, bucket, listing.prefix)
  if (folders.length === 0) caller.assert('s3:ListBucket', { bucket, known: listed(listing) })
  return folders.map((name) => ({ name, size: 0 }))
}

/** One page of a bucket's keys for whoever may list them. */
export const createListing = ({ enter }: EmbeddedKit) =>
  ({
    list: async (name, listing) => {
      const { index, caller } = enter()
      if (!mayList(caller, name, listing)) return { objects: wayThrough(caller, name, listing) }
      const { lines, cursor } = listPage(index, { ...listing, bucket: bucketOf(index, name).id })
      return { objects: lines.map((line) => toItem(line, listing)), ...(cursor !== undefined && { cursor }) }
    },
  }) satisfies Partial<ObjectsBackend>
