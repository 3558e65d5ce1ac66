import { setImmediate as turn } from 'node:timers/promises'
import { type Route, serve } from 'stowage/server'
import type { ObjectsBackend } from '../backend.ts'
import type { Item } from '../contract.ts'
import { disposition } from '../download.ts'
import { finding } from './contract.ts'
import { formats } from './export.ts'
import { nameMatcher, createFolderTracker, isNameOnly, matcher } from './match.ts'

const PAGE = 1000

/** Number of matches after which a search pauses until the client continues. */
const PAUSE_AFTER = 10_000

/** Interval of progress messages, in ms. */
const PROGRESS_INTERVAL = 250

/** Pages of a listing; yields to the event loop in between. */
const pagesOf = async function* (
  backend: ObjectsBackend,
  bucket: string,
  {
    prefix,
    recursive = true,
    tags = false,
    from,
  }: { prefix: string; recursive?: boolean; tags?: boolean; from?: string | undefined },
  signal: AbortSignal,
) {
  let cursor = from
  do {
    signal.throwIfAborted()
    const listing = { prefix, recursive, versions: false, metadata: tags, tags, limit: PAGE, cursor }
    const page = await backend.list(bucket, listing)
    ;({ cursor } = page)
    yield page
    await turn()
  } while (cursor !== undefined)
}

/** Throttles progress messages; the first is sent immediately. */
const createThrottle = () => {
  let last = -Infinity
  return () => {
    const now = performance.now()
    if (now - last < PROGRESS_INTERVAL) return false
    last = now
    return true
  }
}

export const findRoutes: Route<ObjectsBackend>[] = serve(finding, {
  search: async function* ({ backend, params, query, signal }) {
    const { cursor: from, at: after, ...criteria } = query
    const [matches, matchesName, isDue] = [matcher(criteria), nameMatcher(criteria.text), createThrottle()]
    const enteredFolders =
      isNameOnly(criteria) && criteria.text ? createFolderTracker(criteria.prefix, after) : () => []
    let [matched, sentCount, scanned, at] = [[] as Item[], 0, 0, after]
    for await (const { objects, cursor } of pagesOf(
      backend,
      params.bucket,
      { prefix: criteria.prefix, tags: criteria.tag !== '', from },
      signal,
    )) {
      for (const item of objects) {
        const folders = enteredFolders(item.name)
        for (const name of folders) if (matchesName(name.slice(criteria.prefix.length))) matched.push({ name })
        // a folder may also exist as an object
        if (!folders.includes(item.name) && matches(item)) matched.push(item)
      }
      scanned += objects.length
      at = objects.at(-1)?.name ?? at
      const state =
        cursor === undefined
          ? ('done' as const)
          : sentCount + matched.length >= PAUSE_AFTER
            ? ('paused' as const)
            : ('running' as const)
      const isFirst = sentCount === 0 && matched.length > 0
      if (!isFirst && !isDue() && state === 'running') continue
      sentCount += matched.length
      yield {
        found: matched,
        scanned: scanned,
        at,
        state,
        ...(cursor !== undefined && { cursor }),
      }
      matched = []
      if (state === 'paused') return
    }
  },

  measure: async function* ({ backend, params, query, signal }) {
    const isDue = createThrottle()
    let [objects, size] = [0, 0]
    for await (const page of pagesOf(backend, params.bucket, query, signal)) {
      objects += page.objects.length
      for (const item of page.objects) size += item.size ?? 0
      const state = page.cursor === undefined ? ('done' as const) : ('running' as const)
      if (state === 'done' || isDue()) yield { objects, size, state }
    }
  },

  export: async ({ backend, params, query, signal }) => {
    const { prefix, recursive, format } = query
    const { type, head, entry, between, foot } = formats[format]
    const pages = pagesOf(backend, params.bucket, { prefix, recursive }, signal)
    // reads the first page before the response starts, so that a refusal gets its own status
    const isFirst = await pages.next()
    const text = async function* () {
      let lead: string = head
      for (let page = isFirst; !page.done; page = await pages.next()) {
        const { objects } = page.value
        if (objects.length === 0) continue
        yield Buffer.from(lead + objects.map(entry).join(between))
        lead = between
      }
      yield Buffer.from((lead === head ? head : '') + foot)
    }
    const name = `${prefix.replace(/\/$/, '').split('/').pop() || params.bucket}.${format}`
    return {
      status: 200,
      headers: {
        'content-type': type,
        'content-disposition': disposition(name),
        'content-security-policy': "sandbox; default-src 'none'",
      },
      body: text(),
    }
  },
})
