import type { Attached } from '../../iam/audit.ts'
import type { PolicyDocument } from '../../iam/policy.ts'
import { bucketOf } from '../buckets.ts'
import { identityOf, type Signer } from '../caller.ts'
import { sessionLength, settingOf } from '../configuration.ts'
import { allPolicies, assertPolicies, attachedTo, documentOf, policyOf } from '../policies.ts'
import { endSessions } from '../sessions.ts'
import type { Checksums } from './checksums.ts'
import type { Index } from './database.ts'
import { defaultLimit, enqueue, type EventName, objectEventOf, type Queue, recordEvent } from './events.ts'
import { type ListingEntry, listPage, type Query } from './listing.ts'
import type { BucketRecord, SessionRecord, Usage, UserRecord, Version } from './records.ts'
import type { KeyLocation } from './version-location.ts'
import {
  addVersion,
  findVersion,
  hasSingleVersion,
  newestVersion,
  type NewVersion,
  readableVersion,
  removeKey,
  removeVersion,
  rewriteVersion,
  usageOf,
} from './versions.ts'

/** Operations of adapters on the index. Changes run inside `write`. */
export type IndexOperations = {
  /** Throws `Failure` 404 if there is no such bucket. */
  bucket(name: string): BucketRecord
  usageOf(bucket: BucketRecord): Usage
  /** One page of a listing, with a cursor if there is more. */
  list(query: Query): { lines: ListingEntry[]; cursor?: string }

  /** The version with this id, or the current one. Throws `Failure` 400 for an invalid id. */
  findVersion(location: KeyLocation, id: string | undefined): Version | undefined
  /** As `findVersion`. Throws `Failure` 404 if there is none or it is a delete marker. */
  readableVersion(location: KeyLocation, id: string | undefined): Version
  /** The current version, which may be a delete marker. */
  newestVersion(location: KeyLocation): Version | undefined
  /** Whether a delete marker is all that is left of a key. */
  hasSingleVersion(location: KeyLocation): boolean
  addVersion(location: KeyLocation, fresh: NewVersion, sums?: Checksums, by?: 'Put' | 'Copy'): Version
  rewriteVersion(location: KeyLocation, version: Version): void
  /** Deletes a key: adds a delete marker where the bucket has versions, and returns it. */
  removeKey(location: KeyLocation, now?: number): Version | undefined
  /** Removes a version permanently. Throws `Failure` 400 for a locked one; `bypass` decides about governance mode. */
  removeVersion(location: KeyLocation, id: string, options?: { bypass?: (() => void) | undefined; now?: number }): void

  /** Queues an event for every subscribed target, and emits it to live subscribers. */
  recordEvent(location: KeyLocation, name: EventName, version: Version): void
  /** Emits an event to live subscribers only. */
  emitEvent(location: KeyLocation, name: EventName, version: Version): void
  /** Appends a text to a webhook's queue. Beyond the limit it is dropped and counted. */
  enqueue(queue: Queue, hook: { id: number; limit: number }, textOf: (sequence: number) => string): void
  /** Queue limit of targets that set none. */
  defaultQueueLimit(): number

  /** All policies with their JSON texts, by name. */
  allPolicies(): { name: string; policy: string }[]
  /** A policy with its JSON text. Throws `Failure` 404 if there is none. */
  policy(name: string): { name: string; policy: string }
  /** Document of a policy, including built-in ones. */
  policyDocument(name: string): PolicyDocument | undefined
  /** Throws `Failure` 404 if a policy does not exist. */
  assertPolicies(names: readonly string[]): void
  /** Policies of a user, each with the group it is inherited from; none if one of the groups is disabled. */
  attachedTo(user: UserRecord): Attached[]
  /** Distinguishes an account from an earlier one with the same name or key. */
  identityOf(signer: Signer): string
  /** Ends sessions of an account inside a change: all, or those that fit. */
  endSessions(account: string, fits?: (session: SessionRecord) => boolean): void

  /** Effective value of a setting of the default target. */
  setting(section: string, key: string): string
  /** Length of new sessions, in ms. */
  sessionLength(): number
}

/** An index, and what adapters do with it. */
export type StoreIndex = Index & IndexOperations

/** A key in its bucket, with the index of an adapter's context. */
export type ObjectLocation = KeyLocation & { index: StoreIndex }

export const withOperations = (index: Index): StoreIndex =>
  Object.assign(index, {
    bucket: (name) => bucketOf(index, name),
    usageOf: (bucket) => usageOf(index, bucket),
    list: (query) => listPage(index, query),
    findVersion,
    readableVersion,
    newestVersion,
    hasSingleVersion,
    addVersion,
    rewriteVersion,
    removeKey,
    removeVersion,
    recordEvent,
    emitEvent: (location, name, version) => index.emitObjectEvent(objectEventOf(location, name, version)),
    enqueue: (queue, hook, textOf) => enqueue(index, queue, hook, textOf),
    defaultQueueLimit: () => defaultLimit(index),
    allPolicies: () => allPolicies(index),
    policy: (name) => policyOf(index, name),
    policyDocument: (name) => documentOf(index, name),
    assertPolicies: (names) => assertPolicies(index, names),
    attachedTo: (user) => attachedTo(index, user),
    identityOf: (signer) => identityOf(index, signer),
    endSessions: (account, fits) => endSessions(index, account, fits),
    setting: (section, key) => settingOf(index, section, key),
    sessionLength: () => sessionLength(index),
  } satisfies IndexOperations)
