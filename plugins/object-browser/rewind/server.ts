import * as v from 'valibot'
import { Failure } from 'stowage'
import { type Route, serve } from 'stowage/server'
import type { ObjectsBackend } from '../backend.ts'
import { Moment } from '../contract.ts'
import { rewinding, type RewoundItem } from './contract.ts'
import { endOfMoment } from './moment.ts'
import { createRewindCollector, readCursor, writeCursor } from './collector.ts'
import * as messages from '../messages.ts'
import { pagesOf } from '../pages-of.ts'

const PAGE = 1000

/** Most entries in a reply. */
const MAX_ENTRIES = 100_000

const momentOf = (date: string) => {
  const { success, output, issues } = v.safeParse(Moment, date)
  if (!success) throw new Failure(422, `date in path: ${issues[0].message}`, { field: 'date' })
  return endOfMoment(output)
}

type RewindRequest = {
  bucket: string
  moment: number
  prefix: string
  recursive: boolean
  newer: boolean
  limit: number
}

/** One page: scans a number of versions, and returns those that existed then. */
const pageOf = async (
  backend: ObjectsBackend,
  { bucket, moment, prefix, recursive, newer, limit }: RewindRequest,
  cursor: string | undefined,
): Promise<{ objects: RewoundItem[]; newer: number; cursor?: string }> => {
  const position = cursor === undefined ? undefined : readCursor(cursor)
  const page = await backend.listVersions(bucket, { prefix, recursive, metadata: false, limit, cursor: position?.at })
  const collector = createRewindCollector(moment, position?.open, newer ? 'listed' : 'counted')
  page.objects.forEach(collector.add)
  if (page.cursor === undefined) return collector.end()
  const { open, ...rest } = collector.pause()
  return { ...rest, cursor: writeCursor({ at: page.cursor, open }) }
}

export const rewindRoutes: Route<ObjectsBackend>[] = serve(rewinding, {
  rewind: async ({ backend, params, query, signal }) => {
    backend.assertRewindable?.()
    const { prefix, recursive, limit } = query
    const request = {
      bucket: params.bucket,
      moment: momentOf(params.date),
      prefix,
      recursive,
      newer: query.newer,
      limit: limit ?? PAGE,
    }
    if (limit) return pageOf(backend, request, query.cursor)
    const objects: RewoundItem[] = []
    let newer = 0
    for await (const page of pagesOf((cursor) => pageOf(backend, request, cursor), signal)) {
      objects.push(...page.objects)
      newer += page.newer
      if (objects.length > MAX_ENTRIES)
        throw new Failure(413, messages.tooManyObjectsInResponse, {
          detail: messages.tooManyMatches(MAX_ENTRIES),
        })
    }
    return { objects: objects.length > 0 ? objects : null, newer }
  },
})
