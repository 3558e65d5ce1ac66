import { foldCase } from 'stowage'
import type { Item } from '../contract.ts'
import type { ObjectQuery } from './contract.ts'

/**
 * Matches a pattern with `*` (any characters) and `?` (one character) in time proportional to the product of both
 * lengths.
 */
export const matchesWildcards = (text: string, pattern: string): boolean => {
  let [at, patternAt, starAt, retryAt] = [0, 0, -1, 0]
  while (at < text.length) {
    if (pattern[patternAt] === '*') {
      starAt = patternAt++
      retryAt = at
    } else if (patternAt < pattern.length && (pattern[patternAt] === '?' || pattern[patternAt] === text[at])) {
      at += 1
      patternAt += 1
    } else if (starAt >= 0) {
      patternAt = starAt + 1
      at = ++retryAt
    } else return false
  }
  while (pattern[patternAt] === '*') patternAt += 1
  return patternAt === pattern.length
}

/** Matches a name, or a path below the prefix, ignoring case and Unicode normalization. */
export const nameMatcher = (query: string): ((path: string) => boolean) => {
  const text = foldCase(query)
  if (!text) return () => true
  const test = /[*?]/.test(text)
    ? (name: string) => matchesWildcards(name, text)
    : (name: string) => name.includes(text)
  return (path) => {
    const folded = foldCase(path)
    return test(text.includes('/') ? folded : folded.replace(/\/$/, '').replace(/^.*\//s, ''))
  }
}

const tagMatcher = (query: string): ((tags: Readonly<Record<string, string>>) => boolean) => {
  if (!query) return () => true
  const at = query.indexOf('=')
  const [key, value] = at < 0 ? [query.trim(), undefined] : [query.slice(0, at).trim(), query.slice(at + 1).trim()]
  return (tags) => Object.hasOwn(tags, key) && (value === undefined || tags[key] === value)
}

/** Whether the name is the only criterion: then folders match as well. */
export const isNameOnly = ({ min, max, since, before, tag }: ObjectQuery) => !(min || max || since || before || tag)

/** Matches objects by all criteria. */
export const matcher = (query: ObjectQuery): ((item: Item) => boolean) => {
  const { prefix, text, min, max, since, before, tag } = query
  const [smallest, largest] = [min ? Number(min) : 0, max ? Number(max) : Infinity]
  const [from, to] = [since ? Date.parse(since) : -Infinity, before ? Date.parse(before) : Infinity]
  const [matchesName, matchesTags] = [nameMatcher(text), tagMatcher(tag)]
  return ({ name, size = 0, last_modified = '', tags = {} }) => {
    if (size < smallest || size > largest || !matchesName(name.slice(prefix.length))) return false
    const moment = Date.parse(last_modified)
    return moment >= from && moment < to && matchesTags(tags)
  }
}

/** Returns the new folders that each key of a sorted scan enters below the prefix. */
export const createFolderTracker = (prefix: string, last = '') => {
  let before = last.slice(prefix.length).split('/').slice(0, -1)
  return (key: string): string[] => {
    const now = key.slice(prefix.length).split('/').slice(0, -1)
    const firstDifference = now.findIndex((part, at) => part !== before[at])
    const entered =
      firstDifference < 0
        ? []
        : now.slice(firstDifference).map((_, at) => `${prefix}${now.slice(0, firstDifference + at + 1).join('/')}/`)
    before = now
    return entered
  }
}
