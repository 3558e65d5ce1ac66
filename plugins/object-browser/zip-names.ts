import { createHash } from 'node:crypto'
import { misleading } from './names.ts'

export type ZipEntryKind = 'file' | 'folder'

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[.!'()*~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** Device names, which Windows opens as devices in any folder and with any extension. */
const devices = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?= *(?:\.|$))/i

const safeSegment = (segment: string) => {
  if (segment === '') return '%2F'
  if (/^\.{1,2}$/.test(segment)) return escaped(segment)
  return segment
    .replace(/%(?=[\da-f]{2})/gi, '%25')
    .replace(misleading, escaped)
    .replace(/[<>:"|?*]/g, escaped)
    .replace(/[. ]+$/, (end) => [...end].map(escaped).join(''))
    .replace(devices, (device) => `%${device.charCodeAt(0).toString(16).toUpperCase()}${device.slice(1)}`)
    .replace(/\p{Cs}/gu, '_')
}

/**
 * Converts a key to a path that stays within the target folder, is valid on Windows, and does not mislead. Invalid
 * characters are percent-encoded, as is a `%` that would read like an escape, so that no two keys become equal.
 */
export const safePath = (key: string, kind: ZipEntryKind = 'file'): string => {
  const folder = kind === 'folder' && key.endsWith('/') ? '/' : ''
  return (folder ? key.slice(0, -1) : key).split('/').map(safeSegment).join('/') + folder
}

/** A numbered name: `a/b.csv` becomes `a/b (2).csv`. */
const numbered = (path: string, turn: number) => {
  const [, stem = path, ending = ''] = /^(.*[^/])(\.[^./]{1,16})$/s.exec(path) ?? []
  return `${stem} (${turn})${ending}`
}

/**
 * Path as compared by file systems that ignore case and Unicode normalization; hashed, since there may be a million.
 */
const folded = (path: string) =>
  Number(createHash('sha256').update(path.normalize('NFC').toLowerCase()).digest().readBigUInt64BE() >> 11n)

/**
 * Makes the names of files in a zip safe (`safePath`) and unique: `README` and `readme` are equal on Windows and macOS,
 * and a folder cannot have the name of a file. Later ones get a number.
 */
export const createPathNames = () => {
  const files = new Set<number>()
  const folders = new Map<string, string>()
  const folderNames = new Set<number>()

  const free = (path: string, isTaken: (path: string) => boolean) => {
    let name = path
    for (let number = 2; isTaken(name); number += 1) name = numbered(path, number)
    return name
  }

  /** Path of a folder by its key segments; empty for the root. */
  const folderOf = (segments: readonly string[]): string => {
    if (segments.length === 0) return ''
    const key = segments.join('/')
    const existing = folders.get(key)
    if (existing !== undefined) return existing
    const path = folderOf(segments.slice(0, -1)) + safeSegment(segments.at(-1) ?? '')
    const name = free(path, (path) => files.has(folded(path)))
    folders.set(key, `${name}/`)
    folderNames.add(folded(name))
    return `${name}/`
  }

  return (key: string, kind: ZipEntryKind): string => {
    const segments = key.split('/')
    const last = segments.pop() ?? ''
    if (kind === 'folder' && last === '') return folderOf(segments)
    const name = free(folderOf(segments) + safeSegment(last), (path) => {
      const hash = folded(path)
      return files.has(hash) || folderNames.has(hash)
    })
    files.add(folded(name))
    return name
  }
}
