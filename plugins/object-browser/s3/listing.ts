import * as v from 'valibot'
import { Failure, toRfc3339 } from 'stowage'
import type { Listing, ObjectsBackend } from '../backend.ts'
import type { Item } from '../contract.ts'
import { findDeletedFolders } from './deleted-folders.ts'
import { foldersWithAccess } from 'stowage/iam'
import { compareKeys, type Entry, hasCode, type ListPage, scanList } from 'stowage/engines/s3'
import { tagConditions } from '../backend/condition-values.ts'
import type { S3AdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

type Marker = NonNullable<ListPage['marker']>

/** Cursor after a version, which need not exist any more. */
export const writeMarker = ({ key, version }: Marker) =>
  Buffer.from(JSON.stringify([key, version])).toString('base64url')

export const readMarker = (cursor: string): Marker => {
  try {
    const [key, version] = v.parse(
      v.tuple([v.string(), v.string()]),
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    )
    return { key, version }
  } catch {
    throw new Failure(400, messages.cursorInvalid)
  }
}

const folder = (name: string): Item => ({ name, size: 0 })

const deletedFolder = (name: string): Item => ({ name, size: 0, only_deleted: true })

/** Whether times are rounded to seconds or exact. */
type TimePrecision = 'seconds' | 'exact'

const toItem = (
  { key, size, modified, etag, version, latest, deleted, metadata, tags }: Entry,
  precision: TimePrecision,
): Item => {
  const type = metadata?.['content-type']
  return {
    name: key,
    size,
    last_modified: precision === 'exact' ? modified : toRfc3339(modified),
    ...(etag && { etag }),
    ...(version && { version_id: version }),
    ...(latest !== undefined && { is_latest: latest }),
    ...(deleted && { is_delete_marker: true }),
    ...(type && { content_type: type }),
    ...(metadata && { user_metadata: metadata }),
    ...(tags && { tags }),
  }
}

/** Merges entries and folders, which arrive separately sorted. */
const merge = (entries: readonly Entry[], folders: readonly string[], precision: TimePrecision) => {
  const items: Item[] = []
  let next = 0
  for (const entry of entries) {
    while (next < folders.length && compareKeys(folders[next]!, entry.key) < 0) items.push(folder(folders[next++]!))
    items.push(toItem(entry, precision))
  }
  return items.concat(folders.slice(next).map(folder))
}

const queryOf = ({ prefix, recursive, versions, metadata, limit, cursor, after }: Listing) => {
  const shared = {
    prefix,
    delimiter: recursive ? undefined : '/',
    'max-keys': limit,
    'encoding-type': 'url',
    metadata: metadata ? 'true' : undefined,
  }
  if (!versions)
    return {
      ...shared,
      'list-type': 2,
      'continuation-token': cursor,
      'start-after': cursor === undefined ? after : undefined,
    }
  const marker = cursor === undefined ? { key: after, version: undefined } : readMarker(cursor)
  return { ...shared, versions: '', 'key-marker': marker.key, 'version-id-marker': marker.version || undefined }
}

/** The server lists metadata without evaluating policy conditions on tags, so this checks each object. */
const withholdMetadata = async (caller: S3AdapterContext, bucket: string, entries: readonly Entry[]) => {
  const rights = await caller.rights()
  if (!rights.dependOnTags()) return entries
  return entries.map(({ metadata, tags, ...entry }): Entry => {
    const target = { bucket, key: entry.key, requestContext: tagConditions(tags) }
    // without permission to read the tags, the conditions cannot be evaluated, so metadata is withheld
    const may = rights.grants('s3:GetObjectTagging', target)
    return {
      ...entry,
      ...(metadata && may && rights.grants('s3:GetObject', target) && { metadata }),
      ...(tags && may && { tags }),
    }
  })
}

/** Order of versions in S3: by key, then the newest first. */
const compareVersions = (a: Entry, b: Entry) =>
  compareKeys(a.key, b.key) ||
  Number(b.latest ?? false) - Number(a.latest ?? false) ||
  Date.parse(b.modified) - Date.parse(a.modified)

/** Versions of a page in order. VersityGW repeats the last one of the previous page and lists delete markers apart. */
const sortVersions = (entries: readonly Entry[], after: Marker | undefined) =>
  entries.filter(({ key, version = '' }) => key !== after?.key || version !== after.version).sort(compareVersions)

/** One page in the server's format. */
export const listEntries = async (
  { call, paths, capabilities }: S3AdapterContext,
  bucket: string,
  listing: Listing,
): Promise<ListPage> => {
  const request = async (limit = listing.limit) => {
    const query = queryOf({ ...listing, limit })
    return scanList((await call({ method: 'GET', path: paths.bucketPath(bucket), query })).body.toString())
  }
  if (!listing.versions) return request()
  const after = listing.cursor === undefined ? undefined : readMarker(listing.cursor)
  const sorted = (page: ListPage) => ({ ...page, entries: sortVersions(page.entries, after) })
  // a server without versions may list each object as its only one
  const showsVersions = ({ entries }: ListPage) => entries.some(({ version = 'null' }) => version !== 'null')
  const page = sorted(await capabilities.use('versions', bucket, 'read', () => request(), showsVersions))
  if (!page.truncated || page.entries.length + page.folders.length > 0) return page
  // a page of one version would only repeat the last one
  return sorted(await request(listing.limit + 1))
}

const page = async (
  caller: S3AdapterContext,
  bucket: string,
  listing: Listing,
  precision: TimePrecision = 'seconds',
) => {
  const page = await listEntries(caller, bucket, listing)
  const listed = listing.tags ? await caller.addTags(page, bucket) : page
  const { entries, folders, truncated, marker, token } = listed
  // if the bucket was deleted in between, the server just returns an empty page
  if (listing.cursor !== undefined && entries.length + folders.length === 0)
    await caller.call({ method: 'HEAD', path: caller.paths.bucketPath(bucket) })
  const cursor = listing.versions ? marker && writeMarker(marker) : token
  const visible = listing.metadata ? await withholdMetadata(caller, bucket, entries) : entries
  return { objects: merge(visible, folders, precision), ...(truncated && cursor && { cursor }) }
}

/** Folders have no date. */
const isFolder = ({ last_modified }: Item) => last_modified === undefined

/** Like `page`. On a server without versions each object is its only one. */
const pageOfOnlyVersions = async (caller: S3AdapterContext, bucket: string, listing: Listing) => {
  if (!listing.versions || !(await caller.lacksVersions(bucket))) return page(caller, bucket, listing)
  const { objects, ...more } = await page(caller, bucket, { ...listing, versions: false })
  return { ...more, objects: objects.map((item) => (isFolder(item) ? item : { ...item, is_latest: true })) }
}

/**
 * One page of a bucket's keys in order, with the cursor for the next one. If the caller may not list the folder, but
 * something in it, returns the folders on the way there.
 */
export const listPage = async (
  caller: S3AdapterContext,
  bucket: string,
  listing: Listing,
): ReturnType<ObjectsBackend['list']> => {
  try {
    const firstPage = await pageOfOnlyVersions(caller, bucket, listing)
    const folders = firstPage.objects.filter(isFolder).map(({ name }) => name)
    const deleted = await findDeletedFolders(caller, bucket, folders)
    if (deleted.size === 0) return firstPage
    const isDeletedFolder = (item: Item) => isFolder(item) && deleted.has(item.name)
    const objects = listing.versions
      ? firstPage.objects.map((item) => (isDeletedFolder(item) ? deletedFolder(item.name) : item))
      : firstPage.objects.filter((item) => !isDeletedFolder(item))
    return { ...firstPage, objects }
  } catch (error) {
    if (!hasCode(error, 'AccessDenied') || listing.recursive) throw error
    const folders = foldersWithAccess((await caller.rights()).evaluators, bucket, listing.prefix)
    if (folders.length === 0) throw error
    return { objects: folders.map(folder) }
  }
}

/** One page with all versions. Checks the permission itself, because the server accepts the one to list objects. */
export const listVersions = async (
  caller: S3AdapterContext,
  bucket: string,
  options: Omit<Listing, 'versions'>,
): ReturnType<ObjectsBackend['list']> => {
  const { prefix, limit } = options
  await caller.assertGranted('s3:ListBucketVersions', {
    bucket,
    requestContext: { 's3:prefix': [prefix], 's3:max-keys': [String(limit)] },
  })
  return page(caller, bucket, { ...options, versions: true }, 'exact')
}
