import * as v from 'valibot'
import { Failure } from 'stowage'
import { type Route, serve } from 'stowage/server'
import type { ObjectsBackend } from '../backend.ts'
import { Moment } from '../contract.ts'
import { rewinding, type Then } from './contract.ts'
import { endOfMoment } from './moment.ts'
import { gather, readMark, writeMark } from './then.ts'
import * as messages from '../messages.ts'

const PAGE = 1000

/** Most entries in a reply. */
const MOST = 100_000

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
) => {
  const mark = cursor === undefined ? undefined : readMark(cursor)
  const page = await backend.listVersions(bucket, { prefix, recursive, metadata: false, limit, cursor: mark?.at })
  const then = gather(moment, mark?.open, newer ? 'then-and-newer' : 'then')
  page.objects.forEach(then.add)
  if (page.cursor === undefined) return then.end()
  const { open, ...rest } = then.pause()
  return { ...rest, cursor: writeMark({ at: page.cursor, open }) }
}

export const rewindRoutes: Route<ObjectsBackend>[] = serve(rewinding, {
  rewind: async ({ backend, params, query, signal }) => {
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
    const objects: Then[] = []
    let [cursor, newer] = [undefined as string | undefined, 0]
    do {
      signal.throwIfAborted()
      const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(backend, request, cursor)
      objects.push(...page.objects)
      newer += page.newer
      if (objects.length > MOST)
        throw new Failure(413, messages.thereAreTooManyObjects, {
          detail: messages.moreThanMatchRequestPages(MOST),
        })
      cursor = 'cursor' in page ? page.cursor : undefined
    } while (cursor)
    return { objects: objects.length > 0 ? objects : null, newer }
  },
})
