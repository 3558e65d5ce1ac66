import { type FetchOptions, ofetch } from 'ofetch'
import * as v from 'valibot'
import { callAddress } from '../protocol/address.ts'
import { banners } from './toasts.ts'
import { base } from './base.ts'
import { connection, reportUnreachable } from './connection.ts'
import type { Endpoint, Feed, Input, Output } from '../protocol/contract.ts'
import { Failure, isTemporaryFailure, UNEXPLAINED } from '../protocol/failure.ts'
import { responseUnreadable, checkConnection, raiseProxyBodyLimit, requestTooLargeForProxy } from '../messages.ts'
import { parseJson } from '../protocol/parse-json.ts'

/** Input argument, optional if the endpoint has no required parts. */
export type Optional<T> = {} extends T ? [input?: T | undefined] : [input: T]

/** Options of a call; aborting `signal` rejects it with the signal's reason. */
type CallOptions = { signal?: AbortSignal }

/** Arguments of a call after the endpoint: its input and options. */
export type CallArgs<T> = {} extends T
  ? [input?: T | undefined, options?: CallOptions]
  : [input: T, options?: CallOptions]

type Parts = {
  params?: Record<string, string> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
}

let notifyUnauthorized = () => {}

/** Registers the handler for a 401 response; returns a function that unregisters it. */
export const onUnauthorized = (listener: () => void) => {
  const before = notifyUnauthorized
  notifyUnauthorized = listener
  return () => void (notifyUnauthorized = before)
}

// leaving the page aborts its calls, which does not mean that the server is down
let isLeaving = false
window.addEventListener('pagehide', () => (isLeaving = true))
window.addEventListener('pageshow', () => (isLeaving = false))

/** Time in ms after which a pending call counts as slow. */
const SLOW_AFTER = 4000

const calls = { started: 0, ended: 0, slow: 0 }

const trackProgress = async <T>(work: Promise<T>): Promise<T> => {
  const show = () => (banners.progress = 10 + Math.floor((90 * calls.ended) / calls.started))
  let slow = 0
  const timer = setTimeout(() => {
    slow = 1
    calls.slow += 1
    connection.slow = true
  }, SLOW_AFTER)
  calls.started += 1
  show()
  try {
    return await work
  } finally {
    clearTimeout(timer)
    calls.slow -= slow
    connection.slow = calls.slow > 0
    calls.ended += 1
    show()
    if (calls.ended === calls.started) calls.started = calls.ended = 0
  }
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const entriesOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? { ...body } : {}

/** Data of an error response. Each part is parsed separately, since another version of the console may have sent it. */
const ErrorData = v.object({
  errorCode: v.fallback(v.optional(v.string()), undefined),
  field: v.fallback(v.optional(v.string()), undefined),
  missing: v.fallback(v.optional(v.array(v.object({ action: v.string(), resource: v.optional(v.string()) })), []), []),
  params: v.fallback(v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}), {}),
})

/** Statuses that proxies answer themselves, without a message from the console. */
const refusedByProxy: Readonly<Record<number, readonly [message: string, detail: string]>> = {
  413: [requestTooLargeForProxy, raiseProxyBodyLimit],
}

/** Parses an error response in either body format, with its sentences capitalized (spec/1 section 8). */
export const failureOf = (status: number, body: unknown): Failure => {
  const entries = entriesOf(body)
  const { message, errorMessage, detailedMessage, detailedError } = entries
  const { errorCode, ...data } = v.parse(ErrorData, entries)
  const [proxyMessage, proxyDetail] = refusedByProxy[status] ?? []
  const consoleMessage = message || errorMessage
  const text = capitalize(String(consoleMessage || proxyMessage || `Error ${status}`))
  const detail = capitalize(String(detailedMessage || detailedError || (!consoleMessage && proxyDetail) || ''))
  return new Failure(status, text, {
    ...data,
    code: consoleMessage || proxyMessage ? errorCode : UNEXPLAINED,
    detail: detail && detail !== text ? detail : undefined,
  })
}

const noResponse = () => new Failure(0, 'The server did not respond', { detail: checkConnection })

const urlOf = (endpoint: Pick<Endpoint, 'path' | 'base64'>, parts: Parts) => {
  const { base64, path } = endpoint
  const encoded =
    base64 !== undefined && parts.query && base64 in parts.query
      ? { ...parts, query: { ...parts.query, encoding: 'plain' } }
      : parts
  const [filled = '', ...search] = callAddress(path, encoded).split('?')
  return [`${base}${filled}`.replace(/\/{2,}/g, '/'), ...search].join('?')
}

const readBody = (text: string): unknown => {
  const body = parseJson(text)
  return body === undefined ? text : body
}

const reportFailure = (endpoint: Endpoint, failure: Failure) => {
  if (endpoint.allow === 'anyone' || isLeaving) return failure
  if (failure.status === 401) notifyUnauthorized()
  else if (isTemporaryFailure(failure)) void reportUnreachable(failure)
  return failure
}

const parse = (schema: v.GenericSchema, body: unknown, status: number): unknown => {
  const { success, output, issues } = v.safeParse(schema, body)
  if (success) return output
  const [{ message }] = issues
  throw new Failure(status, responseUnreadable, {
    detail: `${v.getDotPath(issues[0]) ?? 'answer'}: ${message}`,
  })
}

const request = (address: string, options: FetchOptions<'json'> = {}) =>
  ofetch
    .raw<unknown>(address, { retry: false, ignoreResponseError: true, parseResponse: parseJson, ...options })
    .catch(() => undefined)

type Received = Awaited<ReturnType<typeof request>>

/** Requests that the document made before any script ran, by method and address, until a call uses them. */
const early = new Map<string, { response: Promise<Received>; received?: Received }>()

/** Time in ms after which an early response is outdated. */
const EARLY_EXPIRY = 5000

/** Receives the response to a GET request that the page has preloaded, for the first call with this address. */
export const receiveEarly = async (address: string) => {
  const own: { response: Promise<Received>; received?: Received } = { response: request(address) }
  early.set(`GET ${address}`, own)
  own.received = await own.response
  setTimeout(() => early.delete(`GET ${address}`), EARLY_EXPIRY)
}

const resultOf = (endpoint: Endpoint, response: Received): unknown => {
  if (!response) throw reportFailure(endpoint, noResponse())
  if (!response.ok) throw reportFailure(endpoint, failureOf(response.status, response._data))
  if (response.headers.get('x-restart') === 'needed') banners.restart = 'needed'
  return typeof endpoint.reply === 'object' ? parse(endpoint.reply, response._data, response.status) : undefined
}

/** Result of a call whose response was received early; `undefined` if there is none, or it is an error. */
export const earlyResult = <E extends Endpoint>(endpoint: E, input: Input<E> | undefined): Output<E> | undefined => {
  const key = `${endpoint.method} ${urlOf(endpoint, (input ?? {}) as Parts)}`
  const received = early.get(key)?.received
  if (!received?.ok) return undefined
  try {
    const result = resultOf(endpoint, received) as Output<E>
    early.delete(key)
    return result
  } catch {
    // the call throws it
    return undefined
  }
}

const send = async (endpoint: Endpoint, input: Parts, { signal }: CallOptions = {}): Promise<unknown> => {
  const { method } = endpoint
  const address = urlOf(endpoint, input)
  const preloaded = early.get(`${method} ${address}`)?.response
  early.delete(`${method} ${address}`)
  const options = { method, body: input.body as object, ...(signal && { signal }) }
  const response = await (preloaded ?? request(address, options))
  // an aborted call says nothing about the server
  signal?.throwIfAborted()
  return resultOf(endpoint, response)
}

/**
 * Makes a call and returns its parsed response. Throws `Failure`. A 401 also ends the session and opens the login page,
 * except for calls that need no session.
 */
export const call = <E extends Endpoint>(endpoint: E, ...[input, options]: CallArgs<Input<E>>) =>
  trackProgress(send(endpoint, (input ?? {}) as Parts, options)) as Promise<Output<E>>

/** Address of a call for a link or download, including the base path. */
export const address = <E extends Endpoint>(endpoint: E, ...[input]: Optional<Omit<Input<E>, 'body'>>) =>
  urlOf(endpoint, (input ?? {}) as Parts)

/** HTTP address of a live feed, including the base path, for any transport. */
export const feedAddress = <E extends Feed>(feed: E, ...[input]: Optional<Input<E>>) =>
  new URL(urlOf(feed, (input ?? {}) as Parts), window.location.href).href

/** Reports that the server rejected the session outside of a call. */
export const reportUnauthorized = () => notifyUnauthorized()

/**
 * Uploads one file as multipart, with its size in bytes as the part's name, and returns the parsed response.
 * `onProgress` receives the bytes sent so far; aborting `signal` rejects with an `AbortError`. Throws `Failure`.
 */
export const upload = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  file: { name: string; blob: Blob; size: number },
  { onProgress, signal }: { onProgress?: (sentBytes: number) => void; signal?: AbortSignal } = {},
) =>
  new Promise<Output<E>>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(endpoint.method, urlOf(endpoint, input as Parts))
    request.upload.onprogress = ({ loaded }) => onProgress?.(Math.min(loaded, file.size))
    request.onload = () => {
      const { status, responseText } = request
      if (status >= 300) return reject(reportFailure(endpoint, failureOf(status, readBody(responseText))))
      try {
        resolve(
          (typeof endpoint.reply === 'object'
            ? parse(endpoint.reply, readBody(responseText), status)
            : undefined) as Output<E>,
        )
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(reportFailure(endpoint, noResponse()))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    const form = new FormData()
    form.append(String(file.size), file.blob, file.name)
    if (signal?.aborted) request.onabort(new ProgressEvent('abort'))
    else request.send(form)
  })
