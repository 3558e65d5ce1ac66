import { type Glob, globOf, matches } from './glob.ts'

/**
 * Patterns of resources by the bucket that they name outright, so that a question about one passes by all the others.
 */
export type Patterns = {
  texts: ReadonlySet<string>
  /** All of them. */
  globs: readonly Glob[]
  inBucket: ReadonlyMap<string, readonly Glob[]>
  /** Those whose bucket has a wildcard in it. */
  elsewhere: readonly Glob[]
}

/** The bucket in the name of an object, or in a pattern of such names; nothing where that has a wildcard. */
const bucketOf = ({ head, exact }: Glob): string | undefined => {
  const slash = head.text.indexOf('/')
  const bucket = slash < 0 ? head.text : head.text.slice(0, slash)
  return (slash < 0 && !exact) || bucket.includes('?') ? undefined : bucket
}

const grouped = (texts: ReadonlySet<string>, globs: readonly Glob[]): Patterns => {
  const inBucket = new Map<string, Glob[]>()
  const elsewhere: Glob[] = []
  for (const glob of globs) {
    const bucket = bucketOf(glob)
    const list = bucket === undefined ? elsewhere : (inBucket.get(bucket) ?? [])
    list.push(glob)
    if (bucket !== undefined) inBucket.set(bucket, list)
  }
  return { texts, globs, inBucket, elsewhere }
}

/** Makes patterns ready to be looked through. */
export const patternsOf = (texts: readonly string[]): Patterns => {
  const different = new Set(texts)
  return grouped(different, Array.from(different, globOf))
}

/** Several sets of patterns as one. */
export const together = (all: readonly Patterns[]): Patterns =>
  all.length === 1 && all[0]
    ? all[0]
    : grouped(
        new Set(all.flatMap(({ texts }) => [...texts])),
        all.flatMap(({ globs }) => globs),
      )

/**
 * Whether a pattern that may have to do with this one, by its bucket, passes; the others never match, cover or overlap
 * it.
 */
export const someNear = (
  { globs, inBucket, elsewhere }: Patterns,
  glob: Glob,
  passes: (near: Glob) => boolean,
): boolean => {
  const bucket = bucketOf(glob)
  if (bucket === undefined) return globs.some(passes)
  return (inBucket.get(bucket)?.some(passes) ?? false) || elsewhere.some(passes)
}

/** Whether the name of an object, `bucket/key`, is matched; a folder also by its name without the slash. */
export const includes = ({ texts, inBucket, elsewhere }: Patterns, name: string): boolean => {
  if (texts.has(name) || (name.endsWith('/') && texts.has(name.slice(0, -1)))) return true
  const fits = (glob: Glob) => !glob.exact && matches(glob, name)
  return (inBucket.get(name.slice(0, name.indexOf('/')))?.some(fits) ?? false) || elsewhere.some(fits)
}
