import { address, failureOf, sessionRefused } from '../../../../core/client.ts'
import { Failure } from '../../../../core/failure.ts'
import { objects } from '../../contract.ts'

/** A version of an object that is looked at; `size` in bytes. */
export type Source = { bucket: string; path: string; version: string; size: number }

/** Gives the bytes from `start` to before `end`; fewer where the object ends earlier. Throws a `Failure`. */
export type Read = (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>

/** Reads parts of an object; 409 once it has become another one meanwhile. */
export const createReader = ({ bucket, path, version, size }: Source, signal: AbortSignal): Read => {
  const href = address(objects.download, {
    params: { bucket },
    query: { prefix: path, preview: 'true', ...(version && { version_id: version }) },
  })
  let etag: string | null = null
  return async (start, end) => {
    const last = Math.min(end, size) - 1
    if (last < start) return new Uint8Array()
    const answer = await fetch(href, { headers: { range: `bytes=${start}-${last}` }, signal }).catch(
      (error: unknown) => {
        signal.throwIfAborted()
        throw new Failure(0, 'The server did not answer', String(error))
      },
    )
    if (!answer.ok) {
      if (answer.status === 401) sessionRefused()
      throw failureOf(answer.status, await answer.json().catch(() => undefined))
    }
    const now = answer.headers.get('etag')
    if (answer.status !== 206 || (etag !== null && now !== etag))
      throw new Failure(409, 'The object was replaced meanwhile', 'Open its preview again.')
    etag = now
    return new Uint8Array(await answer.arrayBuffer())
  }
}
