import { address, failureOf, showToast, showError, reportUnauthorized } from 'stowage/web'
import { Failure } from 'stowage'
import { archives, MAX_PATHS_LENGTH } from '../archives.ts'
import { objects } from '../contract.ts'
import { startTransfers } from '../transfers/start.ts'
import { pathsOf, type Row } from './items.ts'
import { parent } from './path.ts'
import { sizeBelow } from './size-below.ts'
import * as messages from '../messages.ts'

/** Size in bytes above which a download is announced (spec/2 section 9). */
const ANNOUNCE_ABOVE = 104_857_600

/** Size in bytes above which the browser downloads directly to disk, outside of the transfers dock. */
const MAX_BUFFERED = 2 * 1024 * 1024 * 1024

/** An object, or one of its versions. */
type DownloadItem = Pick<Row, 'path' | 'size'> & { version?: string }

/** Selected entries of a folder. */
type Chosen = DownloadItem & Pick<Row, 'kind'>

/** Downloads an object, with progress in the dock. */
export const download = (bucket: string, { path, size, version = '' }: DownloadItem) => {
  if (size > ANNOUNCE_ABOVE) showToast(messages.downloadProcessStarted)
  if (size <= MAX_BUFFERED) return startTransfers([{ bucket, key: path, size, version }])
  const href = address(objects.download, {
    params: { bucket },
    // without `raw` the browser decompresses the response, and its ranges cannot be resumed
    query: { prefix: path, raw: 'true', ...(version && { version_id: version }) },
  })
  leaveToBrowser(href)
}

/** Leaves a download to the browser and its own list of downloads. */
const leaveToBrowser = (href: string) => Object.assign(document.createElement('a'), { href, download: '' }).click()

/**
 * Address of a zip with several objects and folders, optionally as of a point in time; names are relative to their
 * folder.
 */
const zipAddress = (bucket: string, rows: readonly Chosen[], moment?: string) => {
  const [only] = rows
  const isSingleFolder = rows.length === 1 && only?.kind === 'folder'
  const prefix = isSingleFolder ? only.path : parent(only?.path ?? '')
  const query = { prefix, moment, ...(!isSingleFolder && { paths: JSON.stringify(rows.map(({ path }) => path)) }) }
  return {
    href: address(archives.zip, { params: { bucket }, query }),
    name: `${prefix.replace(/\/$/, '') || bucket}.zip`,
  }
}

/** Why a selection is too large for one download. */
export const tooLargeReason = (rows: readonly Chosen[]) =>
  rows.length > 1 &&
  (rows.length > 1000 || zipAddress('', rows).href.length > MAX_PATHS_LENGTH) &&
  messages.tooManyObjectsForDownload

/** Checks that a zip is available, because browsers do not report why a download failed. */
const isAvailable = async (href: string) => {
  const response = await fetch(href, { method: 'HEAD' }).catch(() => undefined)
  if (response?.ok) return true
  // responses to HEAD have no body with the reason
  const body = response && (await fetch(href))
  if (body?.status === 401) reportUnauthorized()
  if (!body) showError(new Failure(0, messages.downloadNotStarted, { detail: messages.serverDidNotRespond }))
  else if (body.ok) await body.body?.cancel()
  else showError(failureOf(body.status, await body.json().catch(() => undefined)))
  return body?.ok === true
}

/**
 * Downloads objects and folders, optionally as of a point in time: a single object directly, anything else as a zip.
 * The dock shows progress unless the zip is too large or of unknown size.
 */
export const downloadAll = async (bucket: string, rows: readonly Chosen[], moment?: string) => {
  const [only] = rows
  if (only && rows.length === 1 && only.kind === 'object') return download(bucket, only)
  const { href, name } = zipAddress(bucket, rows, moment)
  const { folders } = pathsOf(rows)
  const below = moment && folders.length > 0 ? undefined : await sizeBelow(bucket, folders)
  const size = rows.reduce((sum, row) => sum + row.size, below ?? Infinity)
  if (size <= MAX_BUFFERED) startTransfers([{ bucket, key: name, size, version: '', zip: href }])
  else if (await isAvailable(href)) leaveToBrowser(href)
}
