import { Failure } from 'stowage'
import type { CopyBackend, Copying } from '../copying/backend.ts'
import type { BucketRecord, Checksums, Cipher, Version } from 'stowage/engines/embedded'
import { type EmbeddedAdapterContext, lockedMoveError, unreadableLocksError } from 'stowage/server'
import { ofRetention } from '../backend/condition-values.ts'
import { versioned } from './key.ts'
import { assertRoom, replacedSize, retainedBy } from './new-version.ts'
import { contentMissing, noteReading } from './reading.ts'
import { assertRemove } from './removal.ts'
import * as messages from '../messages.ts'

/** Splits headers into a version's type and the rest. */
const splitHeaders = (metadata: Readonly<Record<string, string>>): Pick<Version, 'type' | 'metadata'> => {
  const { 'content-type': type = 'application/octet-stream', ...rest } = metadata
  return { type, ...(Object.keys(rest).length > 0 && { metadata: rest }) }
}

const taken = (key: string) =>
  new Failure(409, `An object "${key}" already exists`, { detail: messages.chooseAnotherNameOrReplace })

type Here = ReturnType<EmbeddedAdapterContext['enter']>

/** Content of a version under a new blob name. */
type Content = { blob: string; sums: Checksums | undefined; cipher: Cipher | undefined }

const lockReads = ['s3:GetObjectLegalHold', 's3:GetObjectRetention'] as const

/** Copies by giving the same file a second name, so that the time does not depend on the size. */
export const createCopying = ({ enter }: EmbeddedAdapterContext): CopyBackend => {
  /**
   * Duplicates the content of a version: under a second name, or encrypted if only the copy is to be. False if it is
   * missing.
   */
  const duplicate = async (
    { blobs, vault }: Here,
    { blob = '', size, cipher }: Version,
    encrypted: boolean,
    store: (content: Content) => Promise<void>,
  ): Promise<boolean> => {
    if (cipher || !encrypted) {
      const copied = await blobs.copy(blob, async (name, sums) => {
        await store({ blob: name, sums, cipher })
        return true
      })
      return copied === true
    }
    const sealed = await vault.encrypt()
    const body = await blobs.read(blob, size, { start: 0, end: size - 1 })
    if (!body) return false
    const content = { size, body: sealed.encrypt(body), signal: new AbortController().signal }
    await blobs.store(content, (name, sums) => store({ blob: name, sums, cipher: sealed.cipher }))
    return true
  }

  /**
   * Legal hold and retention for the copy, like those of the source. Throws `Failure` 403 if the caller may not set
   * them, 409 if the bucket has no locking.
   */
  const locksOf = ({ index, caller }: Here, { hold, retention }: Version, { from, to }: Copying) => {
    const source = versioned(index, from.bucket, from.key, from.version)
    const unseen = lockReads.find((action) => !caller.may(action, source))
    if (unseen) {
      // like MinIO, treats the bucket as one without locking if the caller may not read its lock configuration
      const seesLocking = caller.may('s3:GetBucketObjectLockConfiguration', { bucket: from.bucket })
      if (!seesLocking || !index.bucket(from.bucket).locking) return {}
      throw unreadableLocksError(from, unseen)
    }
    const { mode, until = 0 } = retention ?? {}
    const retained = until > Date.now() && mode ? { mode, until } : undefined
    const target = versioned(index, to.bucket, to.key, undefined)
    const conditionValues = {
      ...target.known,
      ...ofRetention(retained && { mode: retained.mode, until: new Date(retained.until) }),
    }
    if (hold) caller.assert('s3:PutObjectLegalHold', target)
    if (retained) caller.assert('s3:PutObjectRetention', { ...target, known: conditionValues })
    if ((hold || retained) && !index.bucket(to.bucket).locking) throw lockedMoveError(from.key, to.bucket)
    return { ...(hold && { hold }), ...(retained && { retention: retained }) }
  }

  const copy = async (copying: Copying, after: 'stays' | 'goes') => {
    const { from, to, existing, metadata } = copying
    const here = enter()
    const { index, blobs, caller } = here
    const dropped: string[] = []
    const keepsLocks = after === 'goes' || (from.bucket === to.bucket && from.key === to.key)
    const assertMay = () => {
      caller.assert('s3:GetObject', versioned(index, from.bucket, from.key, from.version))
      caller.assert('s3:PutObject', versioned(index, to.bucket, to.key, undefined))
      if (after === 'goes') assertRemove(here, from.bucket, from.key)
    }
    assertMay()
    if (after === 'goes' && from.bucket === to.bucket && from.key === to.key)
      throw new Failure(400, 'The object is already there', { detail: 'Choose another name' })
    const source = { index, bucket: index.bucket(from.bucket), key: from.key, dropped, by: caller }
    const version = index.readableVersion(source, from.version)
    const target = index.bucket(to.bucket)
    const place = (bucket = target) => ({ index, bucket, key: to.key, dropped, by: caller })
    const assertFits = (bucket: BucketRecord, { size }: Version) => {
      const moved = after === 'goes' && from.bucket === to.bucket ? replacedSize(source) : 0
      assertRoom(index, bucket, size, replacedSize(place(bucket)) + moved)
    }
    assertFits(target, version)
    if (keepsLocks) locksOf(here, version, copying)
    if (existing === 'keep' && index.findVersion(place(), undefined)) throw taken(to.key)
    await noteReading(source, 's3:ObjectAccessed:Get', version)
    /** The current source. Throws `Failure` 404 if it was deleted since, 409 if it was replaced. */
    const unchanged = () => {
      const now = index.readableVersion({ ...source, bucket: index.bucket(from.bucket) }, from.version)
      if (now.blob !== version.blob)
        throw new Failure(409, messages.objectWasChangedInMeantime, { detail: 'Try again' })
      return now
    }
    const stored = await duplicate(here, version, target.encrypted === true, ({ blob, sums, cipher }) =>
      index.write(() => {
        const bucket = index.bucket(to.bucket)
        if (bucket.id !== target.id) throw new Failure(404, messages.bucketWasDeletedInMeantime)
        // permissions and objects may have changed while the content was prepared
        assertMay()
        const now = unchanged()
        if (existing === 'keep' && index.findVersion(place(bucket), undefined)) throw taken(to.key)
        assertFits(bucket, now)
        const said = metadata
          ? splitHeaders(metadata)
          : { type: now.type, ...(now.metadata && { metadata: now.metadata }) }
        const fresh = {
          size: now.size,
          modified: Date.now(),
          etag: blob,
          blob,
          ...said,
          ...(now.tags && { tags: now.tags }),
          ...(cipher && { cipher }),
          ...retainedBy(bucket),
          ...(keepsLocks && locksOf(here, now, copying)),
        }
        index.addVersion(place(bucket), fresh, sums, 'Copy')
        if (after === 'goes') index.removeKey(source)
      }),
    )
    if (!stored) {
      unchanged()
      throw contentMissing()
    }
    await blobs.remove(dropped)
  }

  return { copy: (copying) => copy(copying, 'stays'), move: (copying) => copy(copying, 'goes') }
}
