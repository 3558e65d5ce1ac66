import type { Action } from '../../core/contract.ts'
import { mayAnywhere } from './policy.ts'
import { expand, type Known } from './conditions.ts'
import type { PolicyDocument } from './document.ts'
import { literal, matches } from './glob.ts'

/** The layers of policies that a caller is judged by, all of which have to allow, and what is known of the caller. */
export type Reach = { layers: readonly (readonly PolicyDocument[])[]; known: Known }

const allows = ({ layers }: Reach) =>
  (layers[0] ?? []).flatMap(({ Statement }) => Statement).filter(({ Effect }) => Effect === 'Allow')

const bucketOf = (resource: string) => resource.split('/', 1)[0] ?? ''

const resourcesOf = (texts: readonly string[] | undefined, known: Known) =>
  (texts ?? []).map((text) => expand(text.replace(/^arn:aws:s3:::/, ''), known, true))

/** Whether the policies grant an action somewhere in a bucket. */
export const mayIn = ({ layers, known }: Reach, bucket: string, action: Action) =>
  layers.every((documents) => mayAnywhere(documents, { action, bucket, known }))

/** Buckets that the policies name outright, whether they exist or not. */
export const namedBuckets = (reach: Reach) => {
  const names = allows(reach).flatMap(({ Resource }) => resourcesOf(Resource, reach.known).map(bucketOf))
  return [...new Set(names)].filter((name) => name && literal(name) === name)
}

/** The beginnings of keys in a bucket that the policies reach, by their resources or by conditions on `s3:prefix`. */
export const prefixesIn = (reach: Reach, bucket: string) => {
  const prefixes = allows(reach).flatMap(({ Resource, Condition }) => {
    const here = resourcesOf(Resource, reach.known).filter((resource) => matches(bucketOf(resource), bucket))
    if (here.length === 0) return []
    const conditions = Object.values(Condition ?? {}).flatMap((keys) => keys['s3:prefix'] ?? [])
    const keys = here.map((resource) => resource.slice(bucketOf(resource).length + 1))
    return [...keys, ...conditions.map((value) => expand(String(value), reach.known, true))].map(literal)
  })
  return [...new Set(prefixes)].filter(Boolean)
}

/**
 * The folders directly below a prefix on the way to whatever the policies reach: what a listing shows to a caller who may not
 * list the prefix, so that nobody stands before a bucket that they may use and cannot enter it.
 */
export const foldersToward = (reach: Reach, bucket: string, prefix: string) => {
  const folders = prefixesIn(reach, bucket)
    .filter((reached) => reached.startsWith(prefix) && reached.includes('/', prefix.length))
    .map((reached) => reached.slice(0, reached.indexOf('/', prefix.length) + 1))
  return [...new Set(folders)].sort()
}
