import { decodeSegment } from 'stowage'

export { browseAddress, encodeKey } from '../contract.ts'

/** Decodes a key or prefix from an address; inverse of `encodeKey`. */
export const decodeKey = (tail: string) => tail.split('/').map(decodeSegment).join('/')

/** Parent folder of a key or folder: `a/b/c` and `a/b/c/` are in `a/b/`. */
export const parent = (key: string) => key.slice(0, key.slice(0, -1).lastIndexOf('/') + 1)

/** Name of a key or folder in its parent; a folder's name keeps its slash. */
export const lastName = (key: string) => key.slice(parent(key).length)

/** Name without the trailing slash; a folder's name may be empty (`a//b`). */
export const bareName = (key: string) => lastName(key).replace(/\/$/, '')

/** Name without the trailing slash for headings and links, which cannot be empty. */
export const shownName = (key: string) => bareName(key) || '(empty name)'

/** Converts a typed path to a folder. Spaces and slashes at its start are part of the name: keys are never trimmed. */
export const asFolder = (typed: string) => (typed === '' || typed.endsWith('/') ? typed : `${typed}/`)

/** Whether a key has an empty name before or between slashes: `/a`, `a//b`. */
export const hasEmptyName = (key: string) => key.startsWith('/') || key.includes('//')

/** All folders from the outermost to the given one: `a/b/` gives `a/` and `a/b/`. */
export const folderChain = (prefix: string): string[] => (prefix ? [...folderChain(parent(prefix)), prefix] : [])
