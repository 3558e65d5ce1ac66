import type { Action } from '../../core/contract.ts'
import { grantedBy } from './actions.ts'
import { matches } from './glob.ts'
import type { Judge, Request, Search } from './judge.ts'

/** The layers of policies that a caller is judged by, all of which have to allow; the first are the account's own. */
export type Reach = readonly Judge[]

const grants = ([own]: Reach) => own?.grants() ?? []

/** Whether all layers grant a request. */
export const isGranted = (reach: Reach, request: Request) =>
  grantedBy(request.action).some((action) => reach.every((judge) => judge.isAllowed({ ...request, action })))

/** Whether all layers grant an action for something at least of what is searched. */
export const isGrantedSomewhere = (reach: Reach, search: Search) =>
  grantedBy(search.action).some((action) => reach.every((judge) => judge.mayAnywhere({ ...search, action })))

/** Whether the policies grant an action somewhere in a bucket. */
export const mayIn = (reach: Reach, bucket: string, action: Action) => isGrantedSomewhere(reach, { action, bucket })

/** Whether the policies grant an action in a bucket that their author means: for lists, which tell what exists. */
export const isVisible = (reach: Reach, bucket: string, action: Action) =>
  isGrantedSomewhere(reach, { action, bucket, byBucketName: true })

/** Buckets that the policies name outright, whether they exist or not. */
export const namedBuckets = (reach: Reach) => {
  const names = grants(reach).flatMap(({ places }) => places.map(({ bucket }) => bucket))
  return [...new Set(names.filter(({ exact, text }) => exact && text && !text.includes('${')).map(({ text }) => text))]
}

/** The beginnings of keys in a bucket that the policies reach, by their resources or by conditions on `s3:prefix`. */
export const prefixesIn = (reach: Reach, name: string) => {
  const beginnings = grants(reach).flatMap(({ places, prefixes }) => {
    const here = places.filter(({ bucket }) => matches(bucket, name))
    return here.length === 0 ? [] : [...here.map(({ beginning }) => beginning), ...prefixes]
  })
  return [...new Set(beginnings)].filter(Boolean)
}

/**
 * The folders directly below a prefix on the way to whatever the policies reach: what a listing shows to a caller who
 * may not list the prefix, so that nobody stands before a bucket that they may use and cannot enter it.
 */
export const foldersToward = (reach: Reach, bucket: string, prefix: string) => {
  const folders = prefixesIn(reach, bucket)
    .filter((reached) => reached.startsWith(prefix) && reached.includes('/', prefix.length))
    .map((reached) => reached.slice(0, reached.indexOf('/', prefix.length) + 1))
  return [...new Set(folders)].sort()
}
