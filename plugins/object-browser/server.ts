import { count, Failure } from 'stowage'
import { serve, type ServerPlugin } from 'stowage/server'
import { archiveRoutes } from './archives-server.ts'
import type { ObjectsBackend } from './backend.ts'
import { type Item, objects, type Page, pages, type Removal } from './contract.ts'
import { copyRoutes } from './copying/server.ts'
import { objectResponse } from './download.ts'
import { findRoutes } from './finding/server.ts'
import { rewindRoutes } from './rewind/server.ts'
import { createSendRoutes } from './servers/server.ts'
import { shareRoutes } from './share/server.ts'
import { assertNotBase64Key, isBase64Key } from './base64-keys.ts'
import { partRoutes } from './parts-server.ts'
import { framePage, previewHeadersOf, sniffObject, withType } from './preview.ts'
import { verifyChecksum } from './checksums.ts'
import { typeFor } from './mime-types.ts'
import { sections } from './sections.ts'
import type { Range } from './stored-object.ts'
import * as messages from './messages.ts'
import { pagesOf } from './pages-of.ts'

const PAGE = 1000

/** Most entries in a reply. */
const MAX_VERSIONS = 100_000

/** Date of folders that clients of the former console expect (console-api 9.2). */
const dated = (item: Item): Item => ({ ...item, last_modified: item.last_modified || '0001-01-01T00:00:00Z' })

/** Reads all pages of a listing for clients of the former console, while they are connected. */
const listAll = async (read: (cursor?: string) => ReturnType<ObjectsBackend['list']>, signal: AbortSignal) => {
  const all: Item[] = []
  for await (const page of pagesOf(read, signal)) {
    all.push(...page.objects)
    if (all.length > MAX_VERSIONS)
      throw new Failure(413, messages.tooManyObjectsInResponse, {
        detail: messages.tooManyVersionsMatch(MAX_VERSIONS),
      })
  }
  return all
}

/** Whether an object certainly does not exist. */
const isMissing = (backend: ObjectsBackend, bucket: string, key: string) =>
  backend.info(bucket, key).then(
    () => false,
    (error: unknown) => error instanceof Failure && error.status === 404,
  )

/** Concurrent requests for details of versions. */
const CONCURRENCY = 8

/** Adds tags, legal hold and retention to each version if a single key is listed (console-api 9.2). */
const withDetails = async (
  backend: ObjectsBackend,
  bucket: string,
  key: string,
  items: readonly Item[],
  signal: AbortSignal,
) => {
  if (key.endsWith('/')) return [...items]
  const all = [...items]
  const details = async (item: Item) => {
    if (item.name !== key || item.is_delete_marker) return item
    const { tags, legal_hold_status, retention_mode, retention_until_date } = await backend.info(
      bucket,
      key,
      item.version_id,
    )
    return { ...item, tags, legal_hold_status, retention_mode, retention_until_date }
  }
  for (let at = 0; at < items.length && items[at]?.name === key; at += CONCURRENCY) {
    signal.throwIfAborted()
    const some = items.slice(at, at + CONCURRENCY)
    // like the former console, omits details that the account may not read
    const detailed = await Promise.all(some.map((item) => details(item).catch(() => item)))
    all.splice(at, some.length, ...detailed)
  }
  return all
}

/** Deletes everything below a prefix, page by page. Throws the first reason if some objects cannot be deleted. */
const removeBelow = async (backend: ObjectsBackend, bucket: string, prefix: string, signal: AbortSignal) => {
  const read = (cursor?: string) => backend.removeBelow(bucket, prefix, { limit: PAGE, cursor })
  let deleted = 0
  let reason: Failure | undefined
  for await (const page of pagesOf(read, signal)) {
    deleted += page.deleted
    reason ??= page.notDeleted[0]?.reason
  }
  if (reason) throw reason
  return deleted
}

/**
 * Joins a folder and a file name with a single slash (console-api 9.4). Newer clients of the console send the whole key
 * as the prefix.
 */
const keyOf = (prefix: string, filename: string) => {
  if (filename && !prefix.endsWith('/') && (prefix === filename || prefix.endsWith(`/${filename}`))) return prefix
  const above = prefix.replace(/\/+$/, '')
  return above ? `${above}/${filename.replace(/^\/+/, '')}` : filename
}

/** Adds the number of files already stored to a failure; a form's files are stored sequentially. */
const withStored = (error: unknown, stored: number) => {
  if (!(error instanceof Failure)) return error
  const notice = messages.firstStored(count(stored), stored)
  return new Failure(error.status, error.message, {
    ...error,
    detail: error.detail ? `${error.detail} ${notice}` : notice,
  })
}

export default {
  id: 'object-browser',
  requires: ['buckets'],
  pages,
  sections,
  routes: [
    ...serve<typeof objects, ObjectsBackend>(objects, {
      list: async ({ backend, params, query, signal }) => {
        const { bucket } = params
        const listing = {
          prefix: query.prefix,
          recursive: query.recursive,
          versions: query.with_versions,
          metadata: query.with_metadata,
          limit: query.limit ?? PAGE,
        }
        if (query.limit) return backend.list(bucket, { ...listing, cursor: query.cursor })
        const all = await listAll((cursor) => backend.list(bucket, { ...listing, cursor }), signal)
        const items = await withDetails(backend, bucket, query.prefix, all, signal)
        if (items.length === 0) assertNotBase64Key(query.prefix, query)
        return { objects: items.length > 0 ? items.map(dated) : null, total: items.length }
      },

      remove: async ({ backend, params, query, signal }) => {
        if (query.recursive) {
          const { path, limit, cursor: from } = query
          const { deleted, notDeleted, cursor } = limit
            ? await backend.removeBelow(params.bucket, path, { limit, cursor: from })
            : { deleted: await removeBelow(backend, params.bucket, path, signal), notDeleted: [], cursor: undefined }
          if (deleted + notDeleted.length === 0) assertNotBase64Key(path, query)
          const failed = notDeleted.map(({ key, reason }) => ({ path: key, message: reason.message }))
          return { deleted, failed, partial: cursor !== undefined, ...(cursor && { cursor }) }
        }
        if (
          !query.version_id &&
          isBase64Key(query.path, query) &&
          (await isMissing(backend, params.bucket, query.path))
        )
          assertNotBase64Key(query.path, query)
        const marker = await backend.remove(
          params.bucket,
          query.path,
          query.version_id || undefined,
          query.bypass ? 'bypassed' : 'enforced',
        )
        return { deleted: 1, partial: false, ...(marker !== undefined && { marker }) }
      },

      removeMany: async ({ backend, params, body, signal }) => {
        const single = body.filter((removal) => !removal.recursive)
        const { failed, markers } = single.length
          ? await backend.removeMany(params.bucket, single)
          : { failed: [], markers: [] }
        let deleted = single.length - failed.length
        const below = async ({ path }: Removal) => {
          try {
            deleted += await removeBelow(backend, params.bucket, path, signal)
          } catch (error) {
            if (!(error instanceof Failure)) throw error
            failed.push({ path, message: error.message })
          }
        }
        for (const removal of body) if (removal.recursive) await below(removal)
        return { deleted, failed, markers }
      },

      removeVersions: ({ backend, params, query }) => {
        const { prefix, exact, limit = PAGE, cursor } = query
        return backend.removeVersions(params.bucket, { prefix, of: exact ? 'key' : 'below', limit, cursor })
      },

      upload: async ({ backend, params, query, files, signal }) => {
        if (query.key === undefined && !query.prefix.endsWith('/')) assertNotBase64Key(query.prefix, query)
        const { crc32 } = query
        let stored = 0
        try {
          for await (const { size, filename, type, body } of files) {
            if (crc32 && stored > 0) throw new Failure(400, messages.checksumNeedsSingleFile, { field: 'crc32' })
            const key = query.key ?? keyOf(query.prefix, filename)
            const content = crc32 ? { body: verifyChecksum(body, crc32), crc32 } : { body }
            await backend.put(params.bucket, key, { size, type: typeFor(key, type), ...content, signal })
            stored += 1
          }
        } catch (error) {
          throw stored > 0 && !crc32 ? withStored(error, stored) : error
        }
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
          body.governance_bypass ? 'bypassed' : 'enforced',
        ),

      restore: ({ backend, params, query, body }) =>
        backend.restore(params.bucket, query.prefix, query.version_id || undefined, body.days),

      removeRetention: ({ backend, params, query }) =>
        backend.setRetention(params.bucket, query.prefix, query.version_id || undefined, undefined, 'bypassed'),

      download: async ({ backend, params, query, headers }) => {
        const version = query.version_id || undefined
        const get = (range: Range | undefined) => backend.get(params.bucket, query.prefix, { version, range })
        if (!query.preview) return objectResponse(headers, get, () => query.prefix, query.raw ? 'raw' : 'download')
        const sniffStart = () => sniffObject(backend, { bucket: params.bucket, key: query.prefix, version })
        return objectResponse(
          headers,
          async (range) => withType(await get(range), sniffStart),
          () => query.prefix,
          async ({ sniffed }) => previewHeadersOf(sniffed),
        )
      },

      preview: ({ backend, params, query }) =>
        framePage(backend, { bucket: params.bucket, key: query.prefix, version: query.version_id || undefined }),
    }),
    ...partRoutes,
    ...archiveRoutes,
    ...shareRoutes,
    ...copyRoutes,
    ...createSendRoutes(),
    ...rewindRoutes,
    ...findRoutes,
  ],
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
    s3: () => import('./s3/index.ts'),
  },
} satisfies ServerPlugin<Page, ObjectsBackend>
