import type { ApiRequest } from '../api.ts'
import type { Resource } from '../client.ts'
import { apiVersionOf, type Served } from './kinds.ts'
import { Refusal, statusOf } from './refusal.ts'
import { selecting } from './select.ts'
import type { Event, Store } from './store.ts'

const line = (type: string, object: unknown) => Buffer.from(`${JSON.stringify({ type, object })}\n`)

/** Watch stream of a list, from a resource version on, or from the complete current state. */
export async function* watchObjects(
  store: Store,
  served: Served,
  namespace: string | undefined,
  { query = {}, signal }: ApiRequest,
): AsyncGenerator<Uint8Array> {
  const fits = selecting(query.labelSelector as string | undefined, query.fieldSelector as string | undefined)
  const isRelevant = ({ group, plural, object }: Event) =>
    group === served.group &&
    plural === served.plural &&
    (namespace === undefined || object.metadata.namespace === namespace)

  const linesOf = ({ before, object, gone }: Event): Uint8Array[] => {
    const [was, is] = [before !== undefined && fits(before), !gone && fits(object)]
    if (!was && !is) return []
    return [line(is ? (was ? 'MODIFIED' : 'ADDED') : 'DELETED', object)]
  }

  const waiting: Event[] = []
  let wake = () => {}
  const forget = store.listen((event) => {
    waiting.push(event)
    wake()
  })
  const end = () => wake()
  signal?.addEventListener('abort', end)
  let over = false
  const timer = setTimeout(
    () => {
      over = true
      wake()
    },
    Number(query.timeoutSeconds ?? 1800) * 1000,
  )
  timer.unref()
  try {
    const from = String(query.resourceVersion ?? '0')
    if (from === '0' || from === '')
      for (const object of store.all(served, namespace).filter(fits)) yield line('ADDED', object)
    else {
      const missed = store.since(Number(from))
      if (!missed)
        return yield line('ERROR', statusOf(new Refusal(410, `too old resource version: ${from} (${store.version()})`)))
      waiting.unshift(...missed.filter(({ version }) => !waiting.some((event) => event.version === version)))
    }
    while (!signal?.aborted && !over) {
      for (const event of waiting.splice(0).filter(isRelevant)) yield* linesOf(event)
      if (waiting.length === 0 && !signal?.aborted && !over)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
    const bookmark = {
      apiVersion: apiVersionOf(served),
      kind: served.kind,
      metadata: { resourceVersion: String(store.version()) } as Resource['metadata'],
    }
    if (!signal?.aborted && query.allowWatchBookmarks) yield line('BOOKMARK', bookmark)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
    forget()
  }
}
