import * as v from 'valibot'
import type { LifecyclePreview, LifecycleRule } from '../contract.ts'
import { evaluateVersion, type ListedVersion } from '../backend/lifecycle-evaluation.ts'
import { sumReclaimable } from '../backend/sum-reclaimable.ts'
import type { Reclaimable } from '../reclaimable.ts'
import { invalidCursor, readPosition, summarizePage, writePosition } from '../backend/preview.ts'
import { type Entry, scanList } from 'stowage/engines/s3'
import type { S3AdapterContext } from 'stowage/server'

/** Maximum page size of the server. */
const PAGE = 1000

/** Cursor after a version. */
const cursorAfter = ({ key, version }: { key: string; version?: string }) => JSON.stringify([key, version ?? ''])

/** Query for versions after a cursor, or for objects on a server without versions. */
const listingOf = (cursor: string | undefined, lacksVersions: boolean) => {
  const kind = lacksVersions ? { 'list-type': 2 } : { versions: '' }
  if (cursor === undefined) return kind
  try {
    const [key, version] = v.parse(v.tuple([v.string(), v.string()]), JSON.parse(cursor))
    const after = lacksVersions
      ? { 'start-after': key }
      : { 'key-marker': key, 'version-id-marker': version || undefined }
    return { ...kind, ...after }
  } catch {
    throw invalidCursor()
  }
}

/** A page of versions. A delete marker at its end is left to the next page, which shows whether it hides anything. */
const entriesOf = async (
  { call, paths, addTags, lacksVersions }: S3AdapterContext,
  bucket: string,
  { prefix, tags }: Pick<LifecycleRule, 'prefix' | 'tags'>,
  cursor: string | undefined,
) => {
  const metadata = tags.length > 0 ? 'true' : undefined
  const listing = listingOf(cursor, await lacksVersions(bucket))
  const query = { ...listing, prefix, 'max-keys': PAGE, 'encoding-type': 'url', metadata }
  const response = await call({ method: 'GET', path: paths.bucketPath(bucket), query })
  const page = scanList(response.body.toString())
  const { entries, truncated } = tags.length > 0 ? await addTags(page, bucket) : page
  const complete = truncated && entries.length > 1 && entries.at(-1)?.deleted ? entries.slice(0, -1) : entries
  const last = complete.at(-1)
  return { entries: complete, next: truncated && last ? cursorAfter(last) : undefined }
}

const rowOf = (entry: Entry, next: Entry | undefined): ListedVersion => ({
  key: entry.key,
  modified: Date.parse(entry.modified),
  size: entry.size,
  marker: entry.deleted === true,
  latest: entry.latest !== false,
  isOnlyVersion: () => entry.latest !== false && next?.key !== entry.key,
  // the server returns locks only per version
  locked: false,
  tags: () => entry.tags ?? {},
})

/** A page of what a bucket of an S3 server could free. */
export const reclaimablePage = async (
  caller: S3AdapterContext,
  bucket: string,
  cursor: string | undefined,
): Promise<Reclaimable> => {
  const before = readPosition(cursor)
  const { entries, next } = await entriesOf(caller, bucket, { prefix: '', tags: [] }, before?.cursor)
  const rows = entries.map((entry, at) => rowOf(entry, entries[at + 1]))
  const { page, reached } = sumReclaimable(rows, before?.reached, Date.now())
  return { ...page, ...writePosition(next, reached) }
}

/** A page of what a rule would expire in a bucket of a MinIO server. */
export const previewPage = async (
  caller: S3AdapterContext,
  bucket: string,
  rule: LifecycleRule,
  cursor: string | undefined,
): Promise<LifecyclePreview> => {
  const before = readPosition(cursor)
  const { entries, next } = await entriesOf(caller, bucket, rule, before?.cursor)
  const context = { rules: [rule], now: Date.now(), hides: true }
  let reached = before?.reached
  const due = entries.flatMap((entry, at) => {
    const result = evaluateVersion(context, rowOf(entry, entries[at + 1]), reached)
    reached = result.reached
    return result.due ? [result.state] : []
  })
  return { ...summarizePage(entries.length, due), ...writePosition(next, reached) }
}
