import type { ApiRequest } from '../api.ts'
import type { Resource } from '../client.ts'
import { apiVersionOf, type ServedKind } from './kinds.ts'
import { ApiError, toStatus } from './api-error.ts'
import { createSelector } from './selector.ts'
import type { ObjectChange, Store } from './store.ts'

const line = (type: string, object: unknown) => Buffer.from(`${JSON.stringify({ type, object })}\n`)

/** Watch stream of a list, from a resource version on, or from the complete current state. */
export async function* watchObjects(
  store: Store,
  served: ServedKind,
  namespace: string | undefined,
  { query = {}, signal }: ApiRequest,
): AsyncGenerator<Uint8Array> {
  const matches = createSelector(query.labelSelector as string | undefined, query.fieldSelector as string | undefined)
  const isRelevant = ({ group, plural, object }: ObjectChange) =>
    group === served.group &&
    plural === served.plural &&
    (namespace === undefined || object.metadata.namespace === namespace)

  const linesOf = ({ before, object, isDeleted }: ObjectChange): Uint8Array[] => {
    const [matchedBefore, matchesNow] = [before !== undefined && matches(before), !isDeleted && matches(object)]
    if (!matchedBefore && !matchesNow) return []
    return [line(matchesNow ? (matchedBefore ? 'MODIFIED' : 'ADDED') : 'DELETED', object)]
  }

  const pendingChanges: ObjectChange[] = []
  let wake = () => {}
  const stopListening = store.listen((event) => {
    pendingChanges.push(event)
    wake()
  })
  const end = () => wake()
  signal?.addEventListener('abort', end)
  let hasTimedOut = false
  const timer = setTimeout(
    () => {
      hasTimedOut = true
      wake()
    },
    Number(query.timeoutSeconds ?? 1800) * 1000,
  )
  timer.unref()
  try {
    const from = String(query.resourceVersion ?? '0')
    if (from === '0' || from === '')
      for (const object of store.list(served, namespace).filter(matches)) yield line('ADDED', object)
    else {
      const missedChanges = store.changesSince(Number(from))
      if (!missedChanges)
        return yield line(
          'ERROR',
          toStatus(new ApiError(410, `too old resource version: ${from} (${store.version()})`)),
        )
      pendingChanges.unshift(
        ...missedChanges.filter(({ version }) => !pendingChanges.some((event) => event.version === version)),
      )
    }
    while (!signal?.aborted && !hasTimedOut) {
      for (const event of pendingChanges.splice(0).filter(isRelevant)) yield* linesOf(event)
      if (pendingChanges.length === 0 && !signal?.aborted && !hasTimedOut)
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
    stopListening()
  }
}
