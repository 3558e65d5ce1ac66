import type { CopyBackend } from './copying/backend.ts'
import type { ShareBackend } from './share/backend.ts'
import type { Item, Removal, RetentionMode, Tags } from './contract.ts'
import type { PartsBackend } from './parts-backend.ts'
import type { Range, StoredObject } from './stored.ts'

/** Which part of a folder to list. `limit` at most 1,000; `cursor` is what the page before answered. */
export type Listing = {
  prefix: string
  recursive: boolean
  versions: boolean
  metadata: boolean
  limit: number
  cursor?: string | undefined
}

/**
 * An object to be stored: `size` in bytes must be exact; the body is read once and never held whole. `crc32` is that of
 * its bytes.
 */
export type NewObject = {
  size: number
  type: string
  crc32?: string | undefined
  body: AsyncIterable<Uint8Array>
  signal: AbortSignal
}

/** How long a version is kept from being removed, and from whom. */
export type ObjectRetention = { mode: RetentionMode; until: Date }

/** Whether governance retention holds for a call, or is overridden by whoever may. */
export type Governance = 'kept' | 'bypassed'

/**
 * Which versions to remove: of all keys below `prefix`, or of that key alone. `cursor` is what the page before
 * answered.
 */
export type Purge = { prefix: string; of: 'key' | 'below'; limit: number; cursor?: string | undefined }

/** What a page of a removal came to: what stays, and why, and whether there are more behind `cursor`. */
export type Purged = {
  deleted: number
  kept: { path: string; version_id: string; message: string }[]
  partial: boolean
  cursor?: string
}

/**
 * What the object browser needs from an engine. Throws `Failure`: 404 for an unknown bucket or key, 416 for a range
 * outside the object.
 */
export type ObjectsBackend = ShareBackend &
  CopyBackend &
  PartsBackend & {
    /**
     * One page in key order, folders (common prefixes) among the objects; `cursor` while there is more. A folder in
     * which all objects are deleted is listed with versions only, as `only_deleted`.
     */
    list(bucket: string, listing: Listing): Promise<{ objects: Item[]; cursor?: string }>
    /** Stores an object; resolved means durable. A body shorter or longer than `size` stores nothing (400). */
    put(bucket: string, key: string, object: NewObject): Promise<void>
    /** One page with all versions, for whoever may list those, their moments as exactly as the storage has them. */
    listVersions(bucket: string, listing: Omit<Listing, 'versions'>): Promise<{ objects: Item[]; cursor?: string }>
    get(
      bucket: string,
      key: string,
      options: { version?: string | undefined; range?: Range | undefined },
    ): Promise<StoredObject>
    /** One version, or without an id the one that readers get; what the caller may not see of it is left out. */
    info(bucket: string, key: string, version?: string): Promise<Item>
    /**
     * Begins to copy a version out of its tier, for some days; 400 for one that lies in none, 409 while that goes on,
     * 501 where there are no tiers.
     */
    restore(bucket: string, key: string, version: string | undefined, days: number): Promise<void>
    /** Replaces all tags of a version. */
    setTags(bucket: string, key: string, version: string | undefined, tags: Tags): Promise<void>
    /** 400 for a bucket without object locking. */
    setLegalHold(bucket: string, key: string, version: string | undefined, on: boolean): Promise<void>
    /**
     * Sets a version's retention, or lifts it; the end lies in the future. Compliance is only ever extended, governance
     * made shorter, stricter or lifted only where it is bypassed (400). 400 also for a bucket without object locking.
     */
    setRetention(
      bucket: string,
      key: string,
      version: string | undefined,
      retention: ObjectRetention | undefined,
      governance: Governance,
    ): Promise<void>
    /**
     * Removes a key (a delete marker where the bucket is versioned), or one version of it for good; 400 for one that is
     * locked.
     */
    remove(bucket: string, key: string, version?: string, governance?: Governance): Promise<void>
    /** Removes at most `limit` keys below a prefix that is never empty; `partial` while there are more. */
    removeBelow(bucket: string, prefix: string, limit: number): Promise<{ deleted: number; partial: boolean }>
    /**
     * Removes at most `limit` versions and delete markers for good, in the order of their keys. What is locked or not
     * the caller's to remove stays; 403 where that is all of the first page.
     */
    removeVersions(bucket: string, purge: Purge): Promise<Purged>
    /** Removes several keys or versions (none recursive), each for itself. */
    removeMany(
      bucket: string,
      removals: readonly Pick<Removal, 'path' | 'versionID'>[],
    ): Promise<{ path: string; message: string }[]>
  }
