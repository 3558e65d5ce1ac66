import { Failure } from 'stowage'
import type { CopyBackend, Copying } from '../copying/backend.ts'
import type { BucketRecord, Checksums, Cipher, Version } from 'stowage/engines/embedded'
import { type EmbeddedAdapterContext, lockedMoveError, unreadableLocksError } from 'stowage/server'
import { retentionConditions } from '../backend/condition-values.ts'
import { versionTarget } from './key.ts'
import { assertFree, assertWithinQuota, replacedSize, defaultRetention } from './new-version.ts'
import { contentMissing, recordRead } from './reading.ts'
import { assertRemove } from './removal.ts'
import * as messages from '../messages.ts'

/** Splits headers that are stored with an object into its type and the rest. */
export const splitHeaders = (metadata: Readonly<Record<string, string>>): Pick<Version, 'type' | 'metadata'> => {
  const { 'content-type': type = 'application/octet-stream', ...rest } = metadata
  return { type, ...(Object.keys(rest).length > 0 && { metadata: rest }) }
}

type CallContext = ReturnType<EmbeddedAdapterContext['authenticate']>

/** Content of a version under a new blob name. */
type Content = { blob: string; sums: Checksums | undefined; cipher: Cipher | undefined }

const lockReads = ['s3:GetObjectLegalHold', 's3:GetObjectRetention'] as const

/** Copies by giving the same file a second name, so that the time does not depend on the size. */
export const createCopying = ({ authenticate }: EmbeddedAdapterContext): CopyBackend => {
  /**
   * Duplicates the content of a version: under a second name, or encrypted if only the copy is to be. False if it is
   * missing.
   */
  const duplicate = async (
    { blobs, vault }: CallContext,
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
  const locksOf = ({ index, caller }: CallContext, { hold, retention }: Version, { from, to }: Copying) => {
    const source = versionTarget(index, from.bucket, from.key, from.version)
    const unreadable = lockReads.find((action) => !caller.may(action, source))
    if (unreadable) {
      // like MinIO, treats the bucket as one without locking if the caller may not read its lock configuration
      const canReadLocking = caller.may('s3:GetBucketObjectLockConfiguration', { bucket: from.bucket })
      if (!canReadLocking || !index.bucket(from.bucket).locking) return {}
      throw unreadableLocksError(from, unreadable)
    }
    const { mode, until = 0 } = retention ?? {}
    const retained = until > Date.now() && mode ? { mode, until } : undefined
    const target = versionTarget(index, to.bucket, to.key, undefined)
    const conditionValues = {
      ...target.requestContext,
      ...retentionConditions(retained && { mode: retained.mode, until: new Date(retained.until) }),
    }
    if (hold) caller.assert('s3:PutObjectLegalHold', target)
    if (retained) caller.assert('s3:PutObjectRetention', { ...target, requestContext: conditionValues })
    if ((hold || retained) && !index.bucket(to.bucket).locking) throw lockedMoveError(from.key, to.bucket)
    return { ...(hold && { hold }), ...(retained && { retention: retained }) }
  }

  const copy = async (copying: Copying, mode: 'copy' | 'move') => {
    const { from, to, existing, metadata } = copying
    const context = authenticate()
    const { index, blobs, caller } = context
    const dropped: string[] = []
    const keepsLocks = mode === 'move' || (from.bucket === to.bucket && from.key === to.key)
    const assertAllowed = () => {
      caller.assert('s3:GetObject', versionTarget(index, from.bucket, from.key, from.version))
      caller.assert('s3:PutObject', versionTarget(index, to.bucket, to.key, undefined))
      if (mode === 'move') assertRemove(context, from.bucket, from.key)
    }
    assertAllowed()
    if (mode === 'move' && from.bucket === to.bucket && from.key === to.key)
      throw new Failure(400, 'The object is already there', { detail: 'Choose another name' })
    const source = { index, bucket: index.bucket(from.bucket), key: from.key, dropped, by: caller }
    const version = index.readableVersion(source, from.version)
    const target = index.bucket(to.bucket)
    const targetLocation = (bucket = target) => ({ index, bucket, key: to.key, dropped, by: caller })
    const assertFits = (bucket: BucketRecord, { size }: Version) => {
      const moved = mode === 'move' && from.bucket === to.bucket ? replacedSize(source) : 0
      assertWithinQuota(index, bucket, size, replacedSize(targetLocation(bucket)) + moved)
    }
    assertFits(target, version)
    if (keepsLocks) locksOf(context, version, copying)
    assertFree(targetLocation(), existing)
    await recordRead(source, 's3:ObjectAccessed:Get', version)
    /** The current source. Throws `Failure` 404 if it was deleted since, 409 if it was replaced. */
    const assertUnchanged = () => {
      const current = index.readableVersion({ ...source, bucket: index.bucket(from.bucket) }, from.version)
      if (current.blob !== version.blob)
        throw new Failure(409, messages.objectChangedMeanwhile, { detail: 'Try again' })
      return current
    }
    const stored = await duplicate(context, version, target.encrypted === true, ({ blob, sums, cipher }) =>
      index.write(() => {
        const bucket = index.bucket(to.bucket)
        if (bucket.id !== target.id) throw new Failure(404, messages.bucketDeletedMeanwhile)
        // permissions and objects may have changed while the content was prepared
        assertAllowed()
        const current = assertUnchanged()
        assertFree(targetLocation(bucket), existing)
        assertFits(bucket, current)
        const headers = metadata
          ? splitHeaders(metadata)
          : { type: current.type, ...(current.metadata && { metadata: current.metadata }) }
        const newVersion = {
          size: current.size,
          modified: Date.now(),
          etag: blob,
          blob,
          ...headers,
          ...(current.tags && { tags: current.tags }),
          ...(cipher && { cipher }),
          ...defaultRetention(bucket),
          ...(keepsLocks && locksOf(context, current, copying)),
        }
        index.addVersion(targetLocation(bucket), newVersion, sums, 'Copy')
        if (mode === 'move') index.removeKey(source)
      }),
    )
    if (!stored) {
      assertUnchanged()
      throw contentMissing()
    }
    await blobs.remove(dropped)
  }

  return { copy: (copying) => copy(copying, 'copy'), move: (copying) => copy(copying, 'move') }
}
