import type { Action } from '../../core/protocol/contract.ts'
import { grantedBy } from './actions.ts'
import { matches } from './glob.ts'
import type { Evaluator, Request, Search } from './evaluator.ts'

/** Policy layers of a caller, each of which must allow; the first contains the account's own policies. */
export type Evaluators = readonly Evaluator[]

const grants = ([own]: Evaluators) => own?.grants() ?? []

export const isGranted = (evaluators: Evaluators, request: Request) =>
  grantedBy(request.action).some((action) =>
    evaluators.every((evaluator) => evaluator.isAllowed({ ...request, action })),
  )

/** Whether all layers allow an action for at least part of the search. */
export const isGrantedSomewhere = (evaluators: Evaluators, search: Search) =>
  grantedBy(search.action).some((action) =>
    evaluators.every((evaluator) => evaluator.mayAnywhere({ ...search, action })),
  )

export const isGrantedInBucket = (evaluators: Evaluators, bucket: string, action: Action) =>
  isGrantedSomewhere(evaluators, { action, bucket })

/** As `isGrantedInBucket`, but only by resources that mean this bucket: for lists, which reveal what exists. */
export const isVisible = (evaluators: Evaluators, bucket: string, action: Action) =>
  isGrantedSomewhere(evaluators, { action, bucket, byBucketName: true })

/** Buckets named literally in the policies, whether they exist or not. */
export const namedBuckets = (evaluators: Evaluators) => {
  const names = grants(evaluators).flatMap(({ patterns }) => patterns.map(({ bucket }) => bucket))
  return [...new Set(names.filter(({ exact, text }) => exact && text && !text.includes('${')).map(({ text }) => text))]
}

/** Key prefixes in a bucket that the policies name, in resources or in conditions on `s3:prefix`. */
export const prefixesIn = (evaluators: Evaluators, name: string) => {
  const beginnings = grants(evaluators).flatMap(({ patterns, prefixes }) => {
    const inBucket = patterns.filter(({ bucket }) => matches(bucket, name))
    return inBucket.length === 0 ? [] : [...inBucket.map(({ beginning }) => beginning), ...prefixes]
  })
  return [...new Set(beginnings)].filter(Boolean)
}

/**
 * Folders directly below a prefix that lead to accessible keys. A caller without permission to list the prefix gets
 * these as its listing, so that they can navigate to what they may access.
 */
export const foldersWithAccess = (evaluators: Evaluators, bucket: string, prefix: string) => {
  const folders = prefixesIn(evaluators, bucket)
    .filter((granted) => granted.startsWith(prefix) && granted.includes('/', prefix.length))
    .map((granted) => granted.slice(0, granted.indexOf('/', prefix.length) + 1))
  return [...new Set(folders)].sort()
}
