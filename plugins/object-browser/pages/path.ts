import { plain, segment } from '../../../core/location.ts'

/** A key or prefix as the tail of an address: each segment encoded for itself, every slash kept. */
export const encodeKey = (key: string) => key.split('/').map(segment).join('/')

/** The key or prefix that an address' tail names; the inverse of `encodeKey`. */
export const decodeKey = (tail: string) => tail.split('/').map(plain).join('/')

/** The address of a folder (empty, or ending with `/`) or of an object in the browser. */
export const browseAddress = (bucket: string, key = '') =>
  `/buckets/${segment(bucket)}/browse${key && `/${encodeKey(key)}`}`

/** The folder that a key or a folder stands in: `a/b/c` and `a/b/c/` are in `a/b/`. */
export const parent = (key: string) => key.slice(0, key.slice(0, -1).lastIndexOf('/') + 1)

/** What a key or folder is called inside its folder; a folder's name keeps its slash. */
export const lastName = (key: string) => key.slice(parent(key).length)

/** What a key or folder is called without the slash; a folder's name may be empty (`a//b`). */
export const bareName = (key: string) => lastName(key).replace(/\/$/, '')

/** The folders on the way to a folder, outermost first: `a/b/` gives `a/` and `a/b/`. */
export const trail = (prefix: string): string[] => (prefix ? [...trail(parent(prefix)), prefix] : [])
