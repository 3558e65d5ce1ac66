import { Failure } from '../../core/failure.ts'
import { serve, type ServerPlugin } from '../../core/serve.ts'
import type { ObjectsBackend } from './backend.ts'
import { type Item, objects, type Page, pages, type Removal } from './contract.ts'
import { disposition, parseRange } from './download.ts'

const PAGE = 1000

/** Every page of a listing, for callers of the former console's plain form. */
const listAll = async (page: (cursor?: string) => ReturnType<ObjectsBackend['list']>) => {
  const all: Item[] = []
  let cursor: string | undefined
  do {
    const next = await page(cursor)
    all.push(...next.objects)
    cursor = next.cursor
  } while (cursor)
  return { objects: all, total: all.length }
}

/** Removes everything below a prefix, page by page, until done, told to stop, or `limit` is reached. */
const removeBelow = async (backend: ObjectsBackend, bucket: string, prefix: string, signal: AbortSignal, limit?: number) => {
  let deleted = 0
  for (;;) {
    signal.throwIfAborted()
    const step = await backend.removeBelow(bucket, prefix, limit ?? PAGE)
    deleted += step.deleted
    if (!step.partial || limit) return { deleted, partial: step.partial }
    if (!step.deleted) throw new Failure(409, 'Some objects could not be deleted', `Nothing more below "${prefix}" can be deleted`)
  }
}

export default {
  id: 'object-browser',
  pages,
  routes: serve(objects, {
    list: ({ backend, params, query }) => {
      const listing = {
        prefix: query.prefix,
        recursive: query.recursive,
        versions: query.with_versions,
        metadata: query.with_metadata,
        limit: query.limit ?? PAGE,
      }
      return query.limit
        ? backend.list(params.bucket, { ...listing, cursor: query.cursor })
        : listAll((cursor) => backend.list(params.bucket, { ...listing, cursor }))
    },

    remove: async ({ backend, params, query, signal }) => {
      if (query.recursive) return removeBelow(backend, params.bucket, query.path, signal, query.limit)
      await backend.remove(params.bucket, query.path, query.version_id || undefined, query.bypass ? 'bypassed' : 'kept')
      return { deleted: 1, partial: false }
    },

    removeMany: async ({ backend, params, body, signal }) => {
      const single = body.filter((removal) => !removal.recursive)
      const failed = single.length ? await backend.removeMany(params.bucket, single) : []
      let deleted = single.length - failed.length
      const below = async ({ path }: Removal) => {
        try {
          deleted += (await removeBelow(backend, params.bucket, path, signal)).deleted
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          failed.push({ path, message: error.message })
        }
      }
      for (const removal of body) if (removal.recursive) await below(removal)
      return { deleted, failed }
    },

    upload: async ({ backend, params, query, files, signal }) => {
      for await (const { size, filename, type, body } of files)
        await backend.put(params.bucket, query.key ?? query.prefix + filename, { size, type, body, signal })
    },

    info: ({ backend, params, query }) => backend.info(params.bucket, query.prefix, query.version_id || undefined),

    setTags: ({ backend, params, query, body }) =>
      backend.setTags(params.bucket, query.prefix, query.version_id || undefined, body.tags),

    setLegalHold: ({ backend, params, query, body }) =>
      backend.setLegalHold(params.bucket, query.prefix, query.version_id || undefined, body.status === 'enabled'),

    setRetention: ({ backend, params, query, body }) =>
      backend.setRetention(
        params.bucket,
        query.prefix,
        query.version_id || undefined,
        { mode: body.mode, until: new Date(body.expires) },
        body.governance_bypass ? 'bypassed' : 'kept',
      ),

    removeRetention: ({ backend, params, query }) =>
      backend.setRetention(params.bucket, query.prefix, query.version_id || undefined, undefined, 'bypassed'),

    download: async ({ backend, params, query, headers }) => {
      const range = parseRange(headers.range)
      const object = await backend.get(params.bucket, query.prefix, { version: query.version_id || undefined, range })
      const span = object.span
      return {
        status: span ? (206 as const) : (200 as const),
        headers: {
          'content-type': object.type || 'application/octet-stream',
          'content-length': String(span ? span.end - span.start + 1 : object.size),
          'content-disposition': disposition(query.prefix),
          'content-security-policy': "sandbox; default-src 'none'",
          'accept-ranges': 'bytes',
          'last-modified': object.modified.toUTCString(),
          etag: object.etag,
          ...(span && { 'content-range': `bytes ${span.start}-${span.end}/${object.size}` }),
        },
        body: object.body,
      }
    },
  }),
} satisfies ServerPlugin<Page, ObjectsBackend>
