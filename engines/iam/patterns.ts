import { type Glob, globOf, matches } from './glob.ts'

/** Resource patterns indexed by literal bucket name, so that a query about one bucket skips all others. */
export type Patterns = {
  texts: ReadonlySet<string>
  globs: readonly Glob[]
  inBucket: ReadonlyMap<string, readonly Glob[]>
  /** Patterns with a wildcard in the bucket name. */
  elsewhere: readonly Glob[]
}

/** Bucket of an object name or pattern; `undefined` if it contains a wildcard. */
const bucketOf = ({ head, exact }: Glob): string | undefined => {
  const slash = head.text.indexOf('/')
  const bucket = slash < 0 ? head.text : head.text.slice(0, slash)
  return (slash < 0 && !exact) || bucket.includes('?') ? undefined : bucket
}

const groupByBucket = (texts: ReadonlySet<string>, globs: readonly Glob[]): Patterns => {
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

export const patternsOf = (texts: readonly string[]): Patterns => {
  const different = new Set(texts)
  return groupByBucket(different, Array.from(different, globOf))
}

export const mergePatterns = (all: readonly Patterns[]): Patterns =>
  all.length === 1 && all[0]
    ? all[0]
    : groupByBucket(
        new Set(all.flatMap(({ texts }) => [...texts])),
        all.flatMap(({ globs }) => globs),
      )

/** Whether some pattern with a possibly matching bucket passes the test; the others never match, cover or overlap. */
export const someCandidate = (
  { globs, inBucket, elsewhere }: Patterns,
  glob: Glob,
  passes: (glob: Glob) => boolean,
): boolean => {
  const bucket = bucketOf(glob)
  if (bucket === undefined) return globs.some(passes)
  return (inBucket.get(bucket)?.some(passes) ?? false) || elsewhere.some(passes)
}

/** Whether a pattern matches an object name `bucket/key`; a folder also matches without its slash. */
export const matchesName = ({ texts, inBucket, elsewhere }: Patterns, name: string): boolean => {
  if (texts.has(name) || (name.endsWith('/') && texts.has(name.slice(0, -1)))) return true
  const fits = (glob: Glob) => !glob.exact && matches(glob, name)
  return (inBucket.get(name.slice(0, name.indexOf('/')))?.some(fits) ?? false) || elsewhere.some(fits)
}
