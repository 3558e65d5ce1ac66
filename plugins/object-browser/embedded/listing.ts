import { toRfc3339 } from 'stowage'
import type { Listing, ObjectsBackend } from '../backend.ts'
import type { Item } from '../contract.ts'
import { foldersWithAccess, type ConditionContext } from 'stowage/iam'
import { type Caller, idOf, type Index, type ListingEntry, tagsOf, type Version } from 'stowage/engines/embedded'
import { tagConditions } from '../backend/condition-values.ts'
import type { EmbeddedAdapterContext } from 'stowage/server'

/** Metadata of a listed version that the caller could also read from the version itself. */
const metadataOf = (caller: Caller, bucket: string, key: string, version: Version): Partial<Item> => {
  const { type, metadata } = version
  const tags = tagsOf(version)
  const target = { bucket, key, requestContext: tagConditions(tags) }
  return {
    ...(caller.may('s3:GetObject', target) && {
      content_type: type,
      user_metadata: { 'content-type': type, ...metadata },
    }),
    ...(version.tags && caller.may('s3:GetObjectTagging', target) && { tags }),
  }
}

/** Details to include in a listing, and whether times have full precision or are rounded to seconds. */
type ItemOptions = { details: Partial<Item> | undefined; precision: 'seconds' | 'exact' }

const toItem = (
  { name, version, latest = false }: ListingEntry,
  { versions }: Listing,
  { details, precision }: ItemOptions,
): Item => {
  if (!version) return { name, size: 0 }
  const { size, modified, etag, marker } = version
  return {
    name,
    size,
    last_modified: precision === 'exact' ? new Date(modified).toISOString() : toRfc3339(modified),
    ...(etag && { etag }),
    ...(versions && { version_id: idOf(version), is_latest: latest }),
    ...(versions && marker && { is_delete_marker: true }),
    ...details,
  }
}

/** Condition values of a listing. */
export const listConditions = ({ prefix, recursive, limit }: Listing): ConditionContext => ({
  's3:prefix': [prefix],
  's3:max-keys': [String(limit)],
  ...(!recursive && { 's3:delimiter': ['/'] }),
})

const mayList = (caller: Caller, bucket: string, listing: Listing) => {
  const target = { bucket, requestContext: listConditions(listing) }
  return caller.may(listing.versions ? 's3:ListBucketVersions' : 's3:ListBucket', target)
}

/**
 * Folders on the way to those that the caller may list, for a folder that it may not. Throws `Failure` 403 if there are
 * none.
 */
const foldersTowardAllowed = (caller: Caller, bucket: string, listing: Listing): Item[] => {
  const folders = listing.recursive ? [] : foldersWithAccess(caller.evaluators, bucket, listing.prefix)
  if (folders.length === 0) caller.assert('s3:ListBucket', { bucket, requestContext: listConditions(listing) })
  return folders.map((name) => ({ name, size: 0 }))
}

/** Marks a folder in which all objects are deleted. */
const markDeleted = (index: Index, bucket: number, folder: Item): Item => {
  const current = { bucket, prefix: folder.name, recursive: true, versions: false, limit: 1 }
  return index.list(current).lines.length > 0 ? folder : { ...folder, only_deleted: true }
}

/** Lists the keys of a bucket page by page, if the caller may list them. */
export const createListing = ({ authenticate }: EmbeddedAdapterContext) => {
  const page = (
    { index, caller }: ReturnType<EmbeddedAdapterContext['authenticate']>,
    name: string,
    listing: Listing,
    precision: ItemOptions['precision'],
  ) => {
    const { lines, cursor } = index.list({ ...listing, bucket: index.bucket(name).id })
    const detailsOf = ({ name: key, version }: ListingEntry) =>
      listing.metadata && version && !version.marker ? metadataOf(caller, name, key, version) : undefined
    return {
      objects: lines.map((line) => toItem(line, listing, { details: detailsOf(line), precision })),
      ...(cursor !== undefined && { cursor }),
    }
  }
  return {
    list: async (name, listing) => {
      const context = authenticate()
      if (!mayList(context.caller, name, listing))
        return { objects: foldersTowardAllowed(context.caller, name, listing) }
      const { objects, ...rest } = page(context, name, listing, 'seconds')
      if (!listing.versions) return { objects, ...rest }
      const bucket = context.index.bucket(name).id
      const isFolder = ({ version_id }: Item) => version_id === undefined
      return {
        objects: objects.map((item) => (isFolder(item) ? markDeleted(context.index, bucket, item) : item)),
        ...rest,
      }
    },

    listVersions: async (name, request) => {
      const context = authenticate()
      const listing = { ...request, versions: true }
      context.caller.assert('s3:ListBucketVersions', { bucket: name, requestContext: listConditions(listing) })
      return page(context, name, listing, 'exact')
    },
  } satisfies Partial<ObjectsBackend>
}
