import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Failure } from 'stowage'
import { serve } from 'stowage/server'
import { archives } from './archives.ts'
import type { ObjectsBackend } from './backend.ts'
import { disposition } from './download.ts'
import { compressedName } from './names.ts'
import type { RewoundItem } from './rewind/contract.ts'
import { endOfMoment } from './rewind/moment.ts'
import { createRewindCollector } from './rewind/collector.ts'
import type { StoredObject } from './stored-object.ts'
import { zip, type ZipFile } from './zip.ts'
import * as messages from './messages.ts'
import { pagesOf } from './pages-of.ts'

const PAGE = 1000

/** Objects read ahead while an earlier one is sent. */
const READ_AHEAD = 3

/**
 * Size of the largest objects that are read ahead, in bytes. They are kept in memory, because a storage server closes
 * the connection of an object that is opened and not read.
 */
const MAX_READ_AHEAD_SIZE = 1024 * 1024

/** Most keys tried for a readable one before a zip is refused. */
const MAX_ATTEMPTS = 20

/** Most omitted objects that are listed by name. */
const MAX_NAMES = 1000

type ArchiveRequest = {
  bucket: string
  prefix: string
  paths: readonly string[]
  moment: number | undefined
  signal: AbortSignal
}

/** An object, or its version at a point in time; `size` in bytes if it was listed. */
type Source = { key: string; version?: string | undefined; size?: number | undefined }

/** Objects at a point in time: of one key, or below a folder. */
async function* sourcesAt(
  backend: ObjectsBackend,
  { bucket, signal }: ArchiveRequest,
  path: string,
  moment: number,
): AsyncGenerator<Source> {
  backend.assertRewindable?.()
  const collector = createRewindCollector(moment, undefined)
  const isSingleKey = path !== '' && !path.endsWith('/')
  const toSources = function* (objects: readonly RewoundItem[]) {
    for (const { name, version_id, delete_flag, size } of objects)
      if (!delete_flag && version_id !== undefined && (!isSingleKey || name === path))
        yield { key: name, version: version_id, size }
  }
  const listing = { prefix: path, recursive: true, metadata: false, limit: PAGE }
  for await (const page of pagesOf((cursor) => backend.listVersions(bucket, { ...listing, cursor }), signal)) {
    page.objects.forEach(collector.add)
    yield* toSources(collector.take())
    if (isSingleKey && page.objects.some(({ name }) => name !== path)) break
  }
  yield* toSources(collector.end().objects)
}

/** All requested objects; folders are listed page by page. */
async function* sourcesOf(backend: ObjectsBackend, archive: ArchiveRequest): AsyncGenerator<Source> {
  const { bucket, paths, moment, signal } = archive
  for (const path of paths) {
    if (moment !== undefined) {
      yield* sourcesAt(backend, archive, path, moment)
      continue
    }
    if (path !== '' && !path.endsWith('/')) {
      yield { key: path }
      continue
    }
    const listing = { prefix: path, recursive: true, versions: false, metadata: false, limit: PAGE }
    for await (const page of pagesOf((cursor) => backend.list(bucket, { ...listing, cursor }), signal))
      for (const { name, size } of page.objects) yield { key: name, size }
  }
}

/** Whether only this object cannot be read: it was deleted, is forbidden, or is encrypted with a key of its owner. */
const isOmitted = (error: unknown): error is Failure =>
  error instanceof Failure && [400, 403, 404, 409].includes(error.status)

/** Throws what prevents all objects from being read, before the response starts. */
const assertAnyReadable = async (backend: ObjectsBackend, archive: ArchiveRequest) => {
  let firstError: Failure | undefined
  let attempts = 0
  for await (const { key, version } of sourcesOf(backend, archive)) {
    try {
      await backend.info(archive.bucket, key, version)
      return
    } catch (error) {
      if (!isOmitted(error)) throw error
      firstError ??= error
    }
    if (++attempts === MAX_ATTEMPTS) break
  }
  throw firstError ?? new Failure(404, messages.noObjectsToDownload, { detail: messages.folderIsEmpty })
}

type OpenedFile = (ZipFile & Pick<StoredObject, 'size'>) | { omitted: string; why: string }

const openObject = async (
  backend: ObjectsBackend,
  { bucket, prefix }: ArchiveRequest,
  { key, version }: Source,
): Promise<OpenedFile> => {
  try {
    const { body, modified, size, headers } = await backend.get(bucket, key, { version })
    // contents are added as stored, so a compressed one gets the extension of its encoding
    const storedName = compressedName(key, headers['content-encoding'])
    const path = (storedName.startsWith(prefix) && storedName.slice(prefix.length)) || storedName
    return { path, kind: key.endsWith('/') && size === 0 ? 'folder' : 'file', modified, size, body }
  } catch (error) {
    if (!isOmitted(error)) throw error
    return { omitted: key, why: error.message }
  }
}

const discard = async ({ body }: ZipFile) => {
  try {
    for await (const _chunk of body) break
  } catch {}
}

/** Reads a small file into memory; `undefined` for others, which are closed. */
const readSmall = async (file: OpenedFile): Promise<OpenedFile | undefined> => {
  if ('omitted' in file) return file
  if (file.size !== undefined && file.size <= MAX_READ_AHEAD_SIZE)
    return { ...file, body: Readable.from([await buffer(file.body)]) }
  await discard(file)
  return undefined
}

/** Opens objects in order. Reads small ones ahead of the consumer, and opens large ones when it asks for them. */
async function* openAhead(
  sources: AsyncIterable<Source>,
  open: (source: Source) => Promise<OpenedFile>,
): AsyncGenerator<OpenedFile> {
  const pending: (() => Promise<OpenedFile>)[] = []
  for await (const source of sources) {
    const isLarge = (source.size ?? 0) > MAX_READ_AHEAD_SIZE
    const reading = isLarge ? undefined : open(source).then(readSmall)
    reading?.catch(() => undefined)
    pending.push(async () => (await reading) ?? open(source))
    const next = pending.length > READ_AHEAD && pending.shift()
    if (next) yield await next()
  }
  for (const next of pending) yield await next()
}

/** All files of a zip, and a final one that lists those left out. */
async function* filesOf(backend: ObjectsBackend, archive: ArchiveRequest): AsyncGenerator<ZipFile> {
  const omitted: string[] = []
  let count = 0
  for await (const opened of openAhead(sourcesOf(backend, archive), (source) => openObject(backend, archive, source))) {
    if ('body' in opened) {
      yield opened
      continue
    }
    count += 1
    if (omitted.length < MAX_NAMES) omitted.push(`${opened.omitted}: ${opened.why}`)
  }
  if (count === 0) return
  const text = [messages.objectsMissingInArchive(count), '', ...omitted, ...(count > omitted.length ? ['…'] : [])].join(
    '\n',
  )
  yield {
    path: 'NOT INCLUDED.txt',
    kind: 'file',
    modified: new Date(),
    body: (async function* () {
      yield Buffer.from(`${text}\n`)
    })(),
  }
}

export const archiveRoutes = serve<typeof archives, ObjectsBackend>(archives, {
  zip: async ({ backend, params, query: { prefix, paths, moment }, signal }) => {
    if (prefix && !prefix.endsWith('/')) throw new Failure(422, messages.prefixWithoutSlash, { field: 'prefix' })
    const archive = {
      bucket: params.bucket,
      prefix,
      paths: paths ?? [prefix],
      moment: moment === undefined ? undefined : endOfMoment(moment),
      signal,
    }
    await assertAnyReadable(backend, archive)
    return {
      status: 200,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': disposition(`${prefix.replace(/\/$/, '') || params.bucket}.zip`),
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      },
      body: zip(filesOf(backend, archive)),
    }
  },
})
