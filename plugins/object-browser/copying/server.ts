import { Failure } from 'stowage'
import { type Route, serve } from 'stowage/server'
import { settleEach } from '../settle-each.ts'
import type { ObjectsBackend } from '../backend.ts'
import type { Item } from '../contract.ts'
import type { Copying } from './backend.ts'
import { copying, headers } from './contract.ts'
import * as messages from '../messages.ts'
import { pagesOf } from '../pages-of.ts'

/** Versions per page. */
const PAGE = 1000

/** Concurrent copies of one call. */
const CONCURRENCY = 8

const isUserMetadata = (name: string) => /^x-amz-meta-/i.test(name)

type MetadataChange = { user?: Readonly<Record<string, string>> | undefined } & {
  [Name in keyof typeof headers]?: string | undefined
}

/** Merges changed metadata with the rest of the existing one. */
const mergeMetadata = ({ user_metadata = {}, content_type = '' }: Item, { user, ...changes }: MetadataChange) => {
  const before = Object.entries({ ...user_metadata, 'content-type': content_type })
  const changedHeaders = Object.entries(headers).flatMap(([name, header]) => {
    const value = changes[name as keyof typeof headers]
    return value === undefined ? [] : [[header, value] as const]
  })
  const unchanged = before.filter(([name, value]) => {
    const isHeader = !isUserMetadata(name)
    return !(user && !isHeader) && !changedHeaders.some(([header]) => header === name) && !(isHeader && value === '')
  })
  const newUserMetadata = Object.entries(user ?? {}).map(
    ([name, value]) => [`x-amz-meta-${name.toLowerCase()}`, value] as const,
  )
  // removes only headers that the request sets to an empty text
  return Object.fromEntries([...unchanged, ...changedHeaders.filter(([, value]) => value !== ''), ...newUserMetadata])
}

/** Versions of a key without delete markers, oldest first. */
const versionsOf = async (backend: ObjectsBackend, bucket: string, key: string, signal: AbortSignal) => {
  const ids: (string | undefined)[] = []
  const listing = { prefix: key, recursive: true, metadata: false, limit: PAGE }
  for await (const page of pagesOf((cursor) => backend.listVersions(bucket, { ...listing, cursor }), signal)) {
    // they are listed before all longer keys
    const versions = page.objects.filter(({ name }) => name === key)
    ids.push(...versions.filter(({ is_delete_marker }) => !is_delete_marker).map(({ version_id }) => version_id))
    if (versions.length < page.objects.length) break
  }
  return ids.reverse()
}

/** Copies all versions of an object sequentially, so that their order is preserved. */
const copyVersions = async (backend: ObjectsBackend, request: Copying, signal: AbortSignal) => {
  const versions = await versionsOf(backend, request.from.bucket, request.from.key, signal)
  if (versions.length === 0) throw new Failure(404, 'The object does not exist')
  for (const [at, version] of versions.entries()) {
    signal.throwIfAborted()
    await backend.copy({
      ...request,
      from: { ...request.from, version },
      existing: at === 0 ? request.existing : 'replace',
    })
  }
}

export const copyRoutes: Route<ObjectsBackend>[] = serve(copying, {
  copy: async ({ backend, params, body, signal }) => {
    const { bucket } = params
    if (body.mode === 'move' && body.versions === 'all')
      throw new Failure(422, messages.moveWithVersions, {
        field: 'versions',
        detail: messages.copyObjectsThenDeleteOriginals,
      })
    const { succeeded, failed } = await settleEach(
      body.objects,
      async ({ path, version_id, to }) => {
        signal.throwIfAborted()
        const request = {
          from: { bucket, key: path, version: version_id || undefined },
          to: { bucket: body.bucket || bucket, key: to },
          existing: body.existing,
        }
        if (body.mode === 'copy')
          return body.versions === 'all' && !version_id ? copyVersions(backend, request, signal) : backend.copy(request)
        if (version_id) throw new Failure(400, messages.singleVersionCannotBeMoved)
        return backend.move(request)
      },
      CONCURRENCY,
    )
    return { done: succeeded.length, failed }
  },

  setMetadata: async ({ backend, params: { bucket }, query, body }) => {
    const [key, version] = [query.prefix, query.version_id || undefined]
    const metadata = mergeMetadata(await backend.info(bucket, key, version), body)
    await backend.copy({ from: { bucket, key, version }, to: { bucket, key }, existing: 'replace', metadata })
  },
})
