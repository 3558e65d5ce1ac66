import { Failure } from 'stowage'
import { type Route, serve } from 'stowage/server'
import { toEachOf } from '../to-each.ts'
import type { ObjectsBackend } from '../backend.ts'
import type { Item } from '../contract.ts'
import type { Copying } from './backend.ts'
import { copying, headers } from './contract.ts'
import * as messages from '../messages.ts'

/** Versions per page. */
const PAGE = 1000

/** Concurrent copies of one call. */
const CONCURRENCY = 8

const own = (name: string) => /^x-amz-meta-/i.test(name)

type Said = { user?: Readonly<Record<string, string>> | undefined } & {
  [Name in keyof typeof headers]?: string | undefined
}

/** Merges changed metadata with the rest of the existing one. */
const mergedWith = ({ user_metadata = {}, content_type = '' }: Item, { user, ...changes }: Said) => {
  const before = Object.entries({ ...user_metadata, 'content-type': content_type })
  const named = Object.entries(headers).flatMap(([name, header]) => {
    const value = changes[name as keyof typeof headers]
    return value === undefined ? [] : [[header, value] as const]
  })
  const unchanged = before.filter(([name, value]) => {
    const isHeader = !own(name)
    return !(user && !isHeader) && !named.some(([header]) => header === name) && !(isHeader && value === '')
  })
  const sent = Object.entries(user ?? {}).map(([name, value]) => [`x-amz-meta-${name.toLowerCase()}`, value] as const)
  // removes only headers that the request sets to an empty text
  return Object.fromEntries([...unchanged, ...named.filter(([, value]) => value !== ''), ...sent])
}

/** Versions of a key without delete markers, oldest first. */
const versionsOf = async (backend: ObjectsBackend, bucket: string, key: string, signal: AbortSignal) => {
  const ids: (string | undefined)[] = []
  let cursor: string | undefined
  do {
    signal.throwIfAborted()
    const page = await backend.listVersions(bucket, {
      prefix: key,
      recursive: true,
      metadata: false,
      limit: PAGE,
      cursor,
    })
    // they are listed before all longer keys
    const versions = page.objects.filter(({ name }) => name === key)
    ids.push(...versions.filter(({ is_delete_marker }) => !is_delete_marker).map(({ version_id }) => version_id))
    cursor = versions.length === page.objects.length ? page.cursor : undefined
  } while (cursor)
  return ids.reverse()
}

/** Copies all versions of an object sequentially, so that their order is preserved. */
const copyVersions = async (backend: ObjectsBackend, one: Copying, signal: AbortSignal) => {
  const versions = await versionsOf(backend, one.from.bucket, one.from.key, signal)
  if (versions.length === 0) throw new Failure(404, 'The object does not exist')
  for (const [at, version] of versions.entries()) {
    signal.throwIfAborted()
    await backend.copy({ ...one, from: { ...one.from, version }, existing: at === 0 ? one.existing : 'replace' })
  }
}

export const copyRoutes: Route<ObjectsBackend>[] = serve(copying, {
  copy: async ({ backend, params, body, signal }) => {
    const { bucket } = params
    if (body.mode === 'move' && body.versions === 'all')
      throw new Failure(422, messages.versionsInBodyMoveCannot, {
        field: 'versions',
        detail: messages.copyObjectsThenDeleteOriginals,
      })
    const { made, failed } = await toEachOf(
      body.objects,
      async ({ path, version_id, to }) => {
        signal.throwIfAborted()
        const one = {
          from: { bucket, key: path, version: version_id || undefined },
          to: { bucket: body.bucket || bucket, key: to },
          existing: body.existing,
        }
        if (body.mode === 'copy')
          return body.versions === 'all' && !version_id ? copyVersions(backend, one, signal) : backend.copy(one)
        if (version_id) throw new Failure(400, messages.singleVersionCannotBeMoved)
        return backend.move(one)
      },
      CONCURRENCY,
    )
    return { done: made.length, failed }
  },

  setMetadata: async ({ backend, params: { bucket }, query, body }) => {
    const [key, version] = [query.prefix, query.version_id || undefined]
    const metadata = mergedWith(await backend.info(bucket, key, version), body)
    await backend.copy({ from: { bucket, key, version }, to: { bucket, key }, existing: 'replace', metadata })
  },
})
