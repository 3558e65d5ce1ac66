import { say, sayFailure } from '../../../core/banners.ts'
import { address, failureOf, sessionRefused } from '../../../core/client.ts'
import { Failure } from '../../../core/failure.ts'
import { objects } from '../contract.ts'
import type { Row } from './items.ts'

/** Above this many bytes a download is announced (spec/2 section 9). */
const LARGE = 104_857_600

/** Whether a download will work. A browser tells nobody why one did not, so it is asked for one byte first. */
const works = async (href: string) => {
  try {
    const answer = await fetch(href, { headers: { range: 'bytes=0-0' } })
    const body: unknown = answer.ok ? await answer.body?.cancel() : await answer.json()
    // an empty object has no first byte
    if (answer.ok || answer.status === 416) return true
    if (answer.status === 401) sessionRefused()
    sayFailure(failureOf(answer.status, body))
  } catch {
    sayFailure(new Failure(0, 'The download could not be started', 'The server did not answer.'))
  }
  return false
}

/** An object, or one version of it. */
type Wanted = Pick<Row, 'path' | 'size'> & { version?: string }

/** Lets the browser download an object; it keeps its own list of downloads, with progress and a way to stop. */
export const download = async (bucket: string, { path, size, version = '' }: Wanted) => {
  const link = document.createElement('a')
  link.href = address(objects.download, { params: { bucket }, query: { prefix: path, ...(version && { version_id: version }) } })
  if (!(await works(link.href))) return
  link.download = ''
  link.click()
  if (size > LARGE) say('Download process started, it may take a few moments to complete.')
}

/** Browsers drop downloads that are asked for in the same moment; so many ms lie between two. */
const APART = 250

/** Lets the browser download several objects, one after another; it may ask whether that is wanted. */
export const downloadAll = async (bucket: string, rows: readonly Row[]) => {
  for (const row of rows) {
    await download(bucket, row)
    await new Promise((resolve) => setTimeout(resolve, APART))
  }
}
