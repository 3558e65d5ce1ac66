import { fold } from 'stowage'
import type { Item } from '../contract.ts'
import type { ObjectQuery } from './contract.ts'

/**
 * Matches a pattern with `*` (any characters) and `?` (one character) in time proportional to the product of both
 * lengths.
 */
export const isLike = (text: string, pattern: string): boolean => {
  let [at, on, star, mark] = [0, 0, -1, 0]
  while (at < text.length) {
    if (pattern[on] === '*') {
      star = on++
      mark = at
    } else if (on < pattern.length && (pattern[on] === '?' || pattern[on] === text[at])) {
      at += 1
      on += 1
    } else if (star >= 0) {
      on = star + 1
      at = ++mark
    } else return false
  }
  while (pattern[on] === '*') on += 1
  return on === pattern.length
}

/** Matches a name, or a path below the prefix, ignoring case and Unicode normalization. */
export const byName = (query: string): ((path: string) => boolean) => {
  const text = fold(query)
  if (!text) return () => true
  const test = /[*?]/.test(text) ? (name: string) => isLike(name, text) : (name: string) => name.includes(text)
  return (path) => {
    const bare = fold(path)
    return test(text.includes('/') ? bare : bare.replace(/\/$/, '').replace(/^.*\//s, ''))
  }
}

const byTag = (query: string): ((tags: Readonly<Record<string, string>>) => boolean) => {
  if (!query) return () => true
  const at = query.indexOf('=')
  const [key, value] = at < 0 ? [query.trim(), undefined] : [query.slice(0, at).trim(), query.slice(at + 1).trim()]
  return (tags) => Object.hasOwn(tags, key) && (value === undefined || tags[key] === value)
}

/** Whether the name is the only criterion: then folders match as well. */
export const isNameAlone = ({ min, max, since, before, tag }: ObjectQuery) => !(min || max || since || before || tag)

/** Matches objects by all criteria. */
export const matcher = (query: ObjectQuery): ((item: Item) => boolean) => {
  const { prefix, text, min, max, since, before, tag } = query
  const [least, largest] = [min ? Number(min) : 0, max ? Number(max) : Infinity]
  const [from, to] = [since ? Date.parse(since) : -Infinity, before ? Date.parse(before) : Infinity]
  const [named, tagged] = [byName(text), byTag(tag)]
  return ({ name, size = 0, last_modified = '', tags = {} }) => {
    if (size < least || size > largest || !named(name.slice(prefix.length))) return false
    const moment = Date.parse(last_modified)
    return moment >= from && moment < to && tagged(tags)
  }
}

/** Returns the new folders that each key of a sorted scan enters below the prefix. */
export const folderWatch = (prefix: string, last = '') => {
  let before = last.slice(prefix.length).split('/').slice(0, -1)
  return (key: string): string[] => {
    const now = key.slice(prefix.length).split('/').slice(0, -1)
    const same = now.findIndex((part, at) => part !== before[at])
    const fresh = same < 0 ? [] : now.slice(same).map((_, at) => `${prefix}${now.slice(0, same + at + 1).join('/')}/`)
    before = now
    return fresh
  }
}
