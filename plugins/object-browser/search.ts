import Folder from 'lucide-react/icons/folder'
import { bytes, Failure, matchPath, decodeSegment } from 'stowage'
import { call, currentLocation, type Search } from 'stowage/web'
import { objects as calls } from './contract.ts'
import { iconOf } from './pages/icons.ts'
import { toRow } from './pages/items.ts'
import { browseAddress, decodeKey } from './pages/path.ts'

/** Most entries examined, starting at the text. */
const MAX_ENTRIES = 100

/** Bucket names have at least 3 characters, so anything shorter before a slash is not one. */
const path = /^([a-z0-9][a-z0-9.-]{2,62})\/(.*)$/is

/** The open folder, if any. */
const openFolder = () => {
  const match = matchPath('/buckets/:bucketName/browse/*?', currentLocation().path)
  const key = decodeKey(match?.['*'] ?? '')
  return match && { bucket: decodeSegment(match.bucketName ?? ''), folder: key.slice(0, key.lastIndexOf('/') + 1) }
}

/** Where to search a text: `bucket/prefix`, or names in the open folder that start with it. */
const prefixOf = (text: string) => {
  const [, bucket, prefix = ''] = path.exec(text) ?? []
  if (bucket) return { bucket: bucket.toLowerCase(), prefix }
  const open = text.length > 1 && openFolder()
  return open && { bucket: open.bucket, prefix: open.folder + text }
}

// the text may only look like a path, or name a bucket that the account cannot list
const noBucket = (error: unknown) => {
  if (error instanceof Failure && [400, 403, 404, 422].includes(error.status)) return { objects: [], cursor: undefined }
  throw error
}

/** Finds folders, then objects, that start with `bucket/prefix`, on the server. */
export const objects: Search = async (text, signal) => {
  const at = prefixOf(text)
  if (!at) return { hits: [] }
  const { bucket, prefix } = at
  const query = { prefix, limit: String(MAX_ENTRIES) }
  const { objects, cursor } = await call(calls.list, { params: { bucket }, query }, { signal }).catch(noBucket)
  const rows = (objects ?? [])
    .map((item) => toRow(item, prefix))
    .filter(({ path }) => !path.endsWith('/') || path !== prefix)
  const hits = ['folder', 'object'].flatMap((kind) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ path, size }) => ({
        label: `${bucket}/${path}`,
        ...(kind === 'object' && { hint: bytes(size) }),
        icon: kind === 'folder' ? Folder : iconOf(path),
        to: browseAddress(bucket, path),
      })),
  )
  return { hits, ...(cursor && { note: `among the first ${MAX_ENTRIES}` }) }
}
