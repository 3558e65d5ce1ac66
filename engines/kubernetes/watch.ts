import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { Failure } from '../../core/failure.ts'
import type { Ask } from './api.ts'
import { type Client, Refused, refusalOf, type Resource } from './client.ts'

/** What becomes of a list: all of it anew, an object that is new or has changed, or one that is gone. */
export type Change = { kind: 'all'; items: Resource[] } | { kind: 'set' | 'gone'; item: Resource }

type Following = {
  signal: AbortSignal
  /** Which of them: `{ labelSelector: 'app=minio' }`. */
  query?: Ask['query']
  /** The state that the follower has already (a list's `resourceVersion`); without it all of the list comes first. */
  since?: string | undefined
  /**
   * How long is waited before what broke is tried again, and between two looks where the cluster allows no watch, in
   * ms.
   */
  every?: { again: number; look: number }
}

/** A watch is begun anew after this time, in s, so that no cluster has to end it. */
const LONG = 300

const Line = v.looseObject({ type: v.string(), object: v.looseObject({}) })

/** Whole lines of a stream. */
async function* linesOf(body: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const [...lines] = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line.trim() !== '')
  }
}

const isOver = (error: unknown) => error instanceof Refused && (error.status === 410 || error.code === 'Expired')

/** Whether what went wrong passes by itself, so that it is tried again. */
const passes = (error: unknown) =>
  error instanceof Failure ? error.status >= 500 || error.status === 429 : error instanceof Error && 'code' in error

/**
 * Follows a list by a watch: it is resumed where it broke off, begins anew with all of the list where the cluster keeps
 * the past no longer (410), and where the cluster allows no watch it is looked at every so often. Ends when the signal
 * fires; throws what does not pass by itself, such as 401.
 */
export async function* follow(
  client: Client,
  path: string,
  { signal, query: selection, since, every = { again: 1000, look: 10_000 } }: Following,
): AsyncGenerator<Change> {
  let state = since
  const rest = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined)

  const all = async (): Promise<Change> => {
    const { items, version } = await client.listed(path, selection, { signal })
    state = version
    return { kind: 'all', items }
  }

  async function* watch(): AsyncGenerator<Change> {
    const query = { ...selection, watch: true, allowWatchBookmarks: true, resourceVersion: state, timeoutSeconds: LONG }
    for await (const text of linesOf(await client.stream(path, query, signal))) {
      const { type, object } = v.parse(Line, JSON.parse(text))
      if (type === 'ERROR') throw refusalOf(Number(object.code), object)
      const item = object as Resource
      state = item.metadata.resourceVersion ?? state
      if (type !== 'BOOKMARK') yield { kind: type === 'DELETED' ? 'gone' : 'set', item }
    }
  }

  while (!signal.aborted) {
    try {
      if (state === undefined) yield await all()
      const began = performance.now()
      yield* watch()
      // what ends every watch at once is not asked all the time
      if (performance.now() - began < every.again) await rest(every.again)
    } catch (error) {
      if (signal.aborted) return
      if (isOver(error)) state = undefined
      else if (error instanceof Refused && error.status === 403 && state !== undefined) {
        await rest(every.look)
        state = undefined
      } else if (passes(error)) await rest(every.again)
      else throw error
    }
  }
}

/**
 * What cannot be watched as one, such as the lists of several namespaces, is looked at every so often (in ms) until the
 * signal fires.
 */
export async function* looking<T>(look: () => Promise<T>, signal: AbortSignal, every = 10_000): AsyncGenerator<T> {
  while (!signal.aborted) {
    yield await look()
    await pause(every, undefined, { signal }).catch(() => undefined)
  }
}
