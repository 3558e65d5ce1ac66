import { plain } from 'stowage'

export { browseAddress, encodeKey } from '../contract.ts'

/** The key or prefix that an address' tail names; the inverse of `encodeKey`. */
export const decodeKey = (tail: string) => tail.split('/').map(plain).join('/')

/** The folder that a key or a folder stands in: `a/b/c` and `a/b/c/` are in `a/b/`. */
export const parent = (key: string) => key.slice(0, key.slice(0, -1).lastIndexOf('/') + 1)

/** What a key or folder is called inside its folder; a folder's name keeps its slash. */
export const lastName = (key: string) => key.slice(parent(key).length)

/** What a key or folder is called without the slash; a folder's name may be empty (`a//b`). */
export const bareName = (key: string) => lastName(key).replace(/\/$/, '')

/** A typed path as a folder. Blanks and slashes at its beginning are part of the name: keys are never trimmed. */
export const asFolder = (typed: string) => (typed === '' || typed.endsWith('/') ? typed : `${typed}/`)

/** The folders on the way to a folder, outermost first: `a/b/` gives `a/` and `a/b/`. */
export const trail = (prefix: string): string[] => (prefix ? [...trail(parent(prefix)), prefix] : [])
