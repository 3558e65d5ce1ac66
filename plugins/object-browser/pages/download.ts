import { say } from '../../../core/banners.ts'
import { address } from '../../../core/client.ts'
import { objects } from '../contract.ts'
import type { Row } from './items.ts'

/** Above this many bytes a download is announced (spec/2 section 9). */
const LARGE = 104_857_600

/** An object, or one version of it. */
type Wanted = Pick<Row, 'path' | 'size'> & { version?: string }

/** Lets the browser download an object; it keeps its own list of downloads, with progress and a way to stop. */
export const download = (bucket: string, { path, size, version = '' }: Wanted) => {
  const link = document.createElement('a')
  link.href = address(objects.download, { params: { bucket }, query: { prefix: path, ...(version && { version_id: version }) } })
  link.download = ''
  link.click()
  if (size > LARGE) say('Download process started, it may take a few moments to complete.')
}

/** Browsers drop downloads that are asked for in the same moment; so many ms lie between two. */
const APART = 250

/** Lets the browser download several objects, one after another; it may ask whether that is wanted. */
export const downloadAll = async (bucket: string, rows: readonly Row[]) => {
  for (const row of rows) {
    download(bucket, row)
    await new Promise((resolve) => setTimeout(resolve, APART))
  }
}
