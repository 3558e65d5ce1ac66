import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { Failure } from '../../core/protocol/failure.ts'
import type { ApiRequest } from './api.ts'
import { type Client, KubernetesError, toKubernetesError, type Resource } from './client.ts'

/** A change of a watched list: the complete list, an added or modified object, or a deleted one. */
export type Change = { kind: 'all'; items: Resource[] } | { kind: 'set' | 'deleted'; item: Resource }

export type WatchOptions = {
  signal: AbortSignal
  /** For example `{ labelSelector: 'app=minio' }`. */
  query?: ApiRequest['query']
  /** Resource version the subscriber already has; without it, the complete list comes first. */
  since?: string | undefined
  /**
   * Delay before retrying after an error (`retry`), and polling interval if watching is not allowed (`poll`), in ms.
   */
  every?: { retry: number; poll: number }
}

/** Duration of one watch request in s, so that the cluster does not have to end it. */
const WATCH_SECONDS = 300

const Line = v.looseObject({ type: v.string(), object: v.looseObject({}) })

async function* linesOf(body: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const [...lines] = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line.trim() !== '')
  }
}

const isExpired = (error: unknown) =>
  error instanceof KubernetesError && (error.status === 410 || error.code === 'Expired')

/** Whether an error is temporary, so that a retry makes sense. */
const isTemporary = (error: unknown) =>
  error instanceof Failure ? error.status >= 500 || error.status === 429 : error instanceof Error && 'code' in error

/**
 * Watches a list. A broken watch is resumed; an expired one (410) starts over with the complete list; without
 * permission to watch, the list is polled. Ends when the signal fires; throws permanent errors such as 401.
 */
export async function* watchList(
  client: Client,
  path: string,
  { signal, query: selection, since, every = { retry: 1000, poll: 10_000 } }: WatchOptions,
): AsyncGenerator<Change> {
  let state = since
  const sleep = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined)

  const listAll = async (): Promise<Change> => {
    const { items, version } = await client.listWithVersion(path, selection, { signal })
    state = version
    return { kind: 'all', items }
  }

  async function* watch(): AsyncGenerator<Change> {
    const query = {
      ...selection,
      watch: true,
      allowWatchBookmarks: true,
      resourceVersion: state,
      timeoutSeconds: WATCH_SECONDS,
    }
    for await (const text of linesOf(await client.stream(path, query, signal))) {
      const { type, object } = v.parse(Line, JSON.parse(text))
      if (type === 'ERROR') throw toKubernetesError(Number(object.code), object)
      const item = object as Resource
      state = item.metadata.resourceVersion ?? state
      if (type !== 'BOOKMARK') yield { kind: type === 'DELETED' ? 'deleted' : 'set', item }
    }
  }

  while (!signal.aborted) {
    try {
      if (state === undefined) yield await listAll()
      const began = performance.now()
      yield* watch()
      // avoids a busy loop if every watch ends immediately
      if (performance.now() - began < every.retry) await sleep(every.retry)
    } catch (error) {
      if (signal.aborted) return
      if (isExpired(error)) state = undefined
      else if (error instanceof KubernetesError && error.status === 403 && state !== undefined) {
        await sleep(every.poll)
        state = undefined
      } else if (isTemporary(error)) await sleep(every.retry)
      else throw error
    }
  }
}

/** Polls what cannot be watched, such as lists of several namespaces, every `every` ms until the signal fires. */
export async function* poll<T>(read: () => Promise<T>, signal: AbortSignal, every = 10_000): AsyncGenerator<T> {
  while (!signal.aborted) {
    yield await read()
    await pause(every, undefined, { signal }).catch(() => undefined)
  }
}
