import { call, pMap } from 'stowage/web'
import { Failure } from 'stowage'
import { objects } from '../contract.ts'
import { newestOf } from '../newest-of.ts'
import type { Chosen } from './collect.ts'
import { pagesOf } from '../pages-of.ts'
import { uploads } from './uploads.ts'

/** Concurrent lookups; a browser opens six connections per host. */
const CONCURRENCY = 4

const firstBelow = async (bucket: string, prefix: string) => {
  const { objects: found } = await call(objects.list, {
    params: { bucket },
    query: { prefix, recursive: 'true', limit: '1' },
  })
  return found[0]?.name
}

/** Whether a key exists; false if the account may not list, so that it can still upload. */
const keyExists = async (bucket: string, key: string) => {
  try {
    return (await newestOf(bucket, key, { recursive: 'true' })) !== undefined
  } catch (error) {
    if (error instanceof Failure && error.status === 403) return false
    throw error
  }
}

/** Whether an object or an upload that has not ended has this key. */
const isTaken = async (bucket: string, key: string) => uploads.hasUpload(bucket, key) || (await keyExists(bucket, key))

/** From this many files in a folder, the folder is listed; fewer are looked up individually. */
const LIST_ABOVE = 20

/** Keys directly in a folder; undefined if the account may not list it. */
const keysBelow = async (bucket: string, prefix: string) => {
  const keys = new Set<string>()
  const read = (cursor?: string) => call(objects.list, { params: { bucket }, query: { prefix, limit: '1000', cursor } })
  try {
    for await (const page of pagesOf(read)) for (const { name } of page.objects) keys.add(name)
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 403) throw error
  }
  return keys
}

/** Folder of a path, relative to the open one. */
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/** First folder of a path, relative to the open one; empty for a file directly in it. */
const topOf = (path: string) => path.slice(0, path.indexOf('/') + 1)

/**
 * Paths of files that would overwrite an object, also one that is being uploaded. A folder that does not exist yet
 * takes one lookup, not one per file.
 */
export const findExisting = async (bucket: string, prefix: string, files: readonly Chosen[]): Promise<Set<string>> => {
  const tops = new Map<string, Promise<boolean>>()
  const exists = (top: string) => {
    const existing =
      tops.get(top) ??
      firstBelow(bucket, prefix + top).then(
        (name) => name !== undefined,
        () => true,
      )
    tops.set(top, existing)
    return existing
  }
  const uploading = new Set(uploads.activeUploads(bucket).map(({ key }) => key))
  const existing = new Set(files.map(({ path }) => path).filter((path) => uploading.has(prefix + path)))
  const folders = new Map<string, Chosen[]>()
  for (const file of files) {
    const folder = folderOf(file.path)
    const existing = folders.get(folder)
    if (existing) existing.push(file)
    else folders.set(folder, [file])
  }
  const lookInto = async ([folder, some]: readonly [string, readonly Chosen[]]) => {
    const top = topOf(folder)
    if (top && !(await exists(top))) return
    const keys = some.length > LIST_ABOVE ? await keysBelow(bucket, prefix + folder) : undefined
    for (const { path } of some)
      if (keys ? keys.has(prefix + path) : await keyExists(bucket, prefix + path)) existing.add(path)
  }
  await pMap(folders, lookInto, { concurrency: CONCURRENCY })
  return existing
}

/** A numbered name: `a/b.csv` becomes `a/b (1).csv`, `.env` becomes `.env (1)`. */
export const numberedName = (path: string, number: number) => {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const name = path.slice(folder.length)
  const dot = name.lastIndexOf('.')
  const end = dot > 0 ? dot : name.length
  return `${folder}${name.slice(0, end)} (${number})${name.slice(end)}`
}

/**
 * Makes paths of files unique, since a file dialog with search results may return several of the same name. The first
 * one keeps its name.
 */
export const withUniquePaths = async (bucket: string, prefix: string, files: readonly Chosen[]): Promise<Chosen[]> => {
  const paths = new Set(files.map(({ path }) => path))
  const usedNames = new Set<string>()
  const all: Chosen[] = []
  for (const { path, file } of files) {
    let name = path
    for (let number = 1; usedNames.has(name); number += 1) {
      const next = numberedName(path, number)
      if (!paths.has(next) && !(await isTaken(bucket, prefix + next))) name = next
    }
    usedNames.add(name)
    paths.add(name)
    all.push({ path: name, file })
  }
  return all
}

/** Gives files names that no object, no upload and none of the `others` that are uploaded with them has. */
export const withFreeNames = async (
  bucket: string,
  prefix: string,
  files: readonly Chosen[],
  others: readonly Chosen[],
): Promise<Chosen[]> => {
  const used = new Set(others.map(({ path }) => path))
  const all: Chosen[] = []
  for (const { path, file } of files) {
    let number = 1
    while (used.has(numberedName(path, number)) || (await isTaken(bucket, prefix + numberedName(path, number))))
      number += 1
    used.add(numberedName(path, number))
    all.push({ path: numberedName(path, number), file })
  }
  return all
}
