import type { Failure } from 'stowage'
import type { CopyBackend, Existing } from './copying/backend.ts'
import type { ShareBackend } from './share/backend.ts'
import type { Item, Removal, RetentionMode, Tags } from './contract.ts'
import type { PartsBackend } from './parts-backend.ts'
import type { Range, StoredObject } from './stored-object.ts'

/**
 * Part of a folder to list. `limit` is at most 1,000; `cursor` is from the previous page, without one `after` a key.
 */
export type Listing = {
  prefix: string
  recursive: boolean
  versions: boolean
  metadata: boolean
  /** Whether the tags of the objects are needed. */
  tags?: boolean | undefined
  limit: number
  cursor?: string | undefined
  after?: string | undefined
}

/**
 * An object to store: `size` in bytes must be exact; the body is read once and never buffered completely. `crc32`
 * and `md5`, a hexadecimal digest, are its checksums: if one does not match, nothing is stored (400).
 */
export type NewObject = {
  size: number
  type: string
  /** Further headers to store, by name; user metadata has the prefix `x-amz-meta-`. */
  metadata?: Readonly<Record<string, string>>
  tags?: Tags | undefined
  crc32?: string | undefined
  md5?: string | undefined
  /** Default: `replace`. */
  existing?: Existing | undefined
  body: AsyncIterable<Uint8Array>
  signal: AbortSignal
}

/** Mode and end of a version's retention. */
export type ObjectRetention = { mode: RetentionMode; until: Date }

/** Whether a call respects governance retention, or bypasses it if the caller may. */
export type Governance = 'enforced' | 'bypassed'

/** Versions to delete: of all keys below `prefix`, or of that key only. `cursor` is from the previous page. */
type Purge = { prefix: string; of: 'key' | 'below'; limit: number; cursor?: string | undefined }

/** Result of a page of deletions: what was not deleted and why, and whether there are more after `cursor`. */
type Purged = {
  deleted: number
  notDeleted: { path: string; version_id: string; message: string }[]
  partial: boolean
  cursor?: string
}

/** A page of deletions below a prefix. `cursor` if there are more. */
type DeletedPage = { deleted: number; notDeleted: { key: string; reason: Failure }[]; cursor?: string | undefined }

/**
 * Port of the object browser, implemented by each engine. Throws `Failure`: 404 for an unknown bucket or key, 416 for a
 * range outside the object.
 */
export type ObjectsBackend = ShareBackend &
  CopyBackend &
  PartsBackend & {
    /**
     * One page in key order, including folders (common prefixes); `cursor` if there are more. A folder with only
     * deleted objects is listed only together with versions, as `only_deleted`.
     */
    list(bucket: string, listing: Listing): Promise<{ objects: Item[]; cursor?: string }>
    /**
     * Stores an object; it is durable once this resolves with its ETag, which is empty if the storage does not return
     * it. If the body does not match `size`, nothing is stored (400). To keep an existing object: 409 if there is one,
     * 501 if the storage cannot store on this condition.
     */
    put(bucket: string, key: string, object: NewObject): Promise<{ etag: string }>
    /** One page with all versions, if the caller may list them. Times have the storage's full precision. */
    listVersions(bucket: string, listing: Omit<Listing, 'versions'>): Promise<{ objects: Item[]; cursor?: string }>
    /** Throws `Failure` 501 if the storage does not report when versions were stored. */
    assertRewindable?(): void
    get(
      bucket: string,
      key: string,
      options: { version?: string | undefined; range?: Range | undefined },
    ): Promise<StoredObject>
    /** One version, or the current one without an id; attributes that the caller may not read are omitted. */
    info(bucket: string, key: string, version?: string): Promise<Item>
    /**
     * Starts to restore a version from its tier for some days. 400 if it is not in a tier, 409 while a restore is
     * running, 501 if the engine has no tiers.
     */
    restore(bucket: string, key: string, version: string | undefined, days: number): Promise<void>
    /** Replaces all tags of a version. */
    setTags(bucket: string, key: string, version: string | undefined, tags: Tags): Promise<void>
    /** 400 if the bucket has no object locking. */
    setLegalHold(bucket: string, key: string, version: string | undefined, on: boolean): Promise<void>
    /**
     * Sets or removes a version's retention; its end must be in the future. Compliance can only be extended; shortening
     * or removing governance, or making it compliance, requires the bypass (400). Also 400 if the bucket has no object
     * locking.
     */
    setRetention(
      bucket: string,
      key: string,
      version: string | undefined,
      retention: ObjectRetention | undefined,
      governance: Governance,
    ): Promise<void>
    /**
     * Deletes a key (by a delete marker if the bucket is versioned), or one version permanently; 400 if it is locked.
     * Resolves to the version ID of the delete marker that it added: empty if it added none, `undefined` if unknown.
     */
    remove(bucket: string, key: string, version?: string, governance?: Governance): Promise<string | undefined>
    /**
     * Deletes at most `limit` keys below a prefix, which must not be empty; `cursor` if there are more. Keys that are
     * locked or forbidden are kept; 403 if that applies to all of them, and they fit in one page.
     */
    removeBelow(
      bucket: string,
      prefix: string,
      page: { limit: number; cursor?: string | undefined },
    ): Promise<DeletedPage>
    /**
     * Permanently deletes at most `limit` versions and delete markers, in key order. Versions that are locked or
     * forbidden are kept; 403 if that applies to the whole first page. The newest delete marker of a key is deleted on
     * the page with the last versions of the key, or a later one, and only if no version remains. 502 if the storage
     * lists the same page again.
     */
    removeVersions(bucket: string, purge: Purge): Promise<Purged>
    /**
     * Deletes several keys or versions independently (none recursively). `markers` are the delete markers that it
     * added, with the version ID as `remove` has it; keys without one in the list are unknown.
     */
    removeMany(
      bucket: string,
      removals: readonly Pick<Removal, 'path' | 'versionID'>[],
    ): Promise<{ failed: { path: string; message: string }[]; markers: { path: string; versionID: string }[] }>
  }
