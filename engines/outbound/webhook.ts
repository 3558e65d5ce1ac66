import { setTimeout as sleep } from 'node:timers/promises'
import { type AddressField, type Outbound, Unreachable } from './outbound.ts'
import { redirectNotFollowed } from '../messages.ts'

/** The form field with the address of a webhook. */
export const ENDPOINT: AddressField = { field: 'endpoint', title: 'Endpoint' }

/** Resolves after a delay in ms, or when the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

export const pauseFor: Pause = (ms, signal) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

/** Response limit in bytes. Only the status counts; a longer response means a wrong address. */
const MAX_RESPONSE = 64 * 1024

/** Timeout of a request, and shortest delay between two attempts, in ms. */
const [TIMEOUT, MIN_DELAY] = [10_000, 1000]

/** Delay before the next attempt, in ms: it doubles up to `maxMs`. */
export const backoff = (failed: number, maxMs: number) => Math.min(maxMs, MIN_DELAY * 2 ** failed)

type Post = { body: string; headers?: Readonly<Record<string, string>>; signal?: AbortSignal | undefined }

/** Sends JSON to a webhook. Throws `Failure` if it cannot be reached, redirects, or does not accept it. */
export const postToWebhook = async (outbound: Outbound, endpoint: string, { body, headers, signal }: Post) => {
  const { status } = await outbound.request(endpoint, {
    ...ENDPOINT,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    deadline: TIMEOUT,
    maxBytes: MAX_RESPONSE,
    ...(signal && { signal }),
  })
  if (status >= 300 && status < 400) throw new Unreachable('status', ENDPOINT, redirectNotFollowed(status))
  if (status >= 300) throw new Unreachable('status', ENDPOINT, `it responds with status ${status}`)
}
