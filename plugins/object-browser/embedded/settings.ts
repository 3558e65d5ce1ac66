import * as v from 'valibot'
import { type Action, Failure, missingFeatures, toRfc3339 } from 'stowage'
import type { ObjectRetention, ObjectsBackend } from '../backend.ts'
import { type Item, Tags } from '../contract.ts'
import type { ConditionContext } from 'stowage/iam'
import { type EmbeddedAdapterContext, lockOf, lockingDisabledError, retentionError } from 'stowage/server'
import {
  blobKey,
  type EventName,
  idOf,
  type Index,
  storedTags,
  tagsOf,
  type Version,
  combineChecksums,
} from 'stowage/engines/embedded'
import { newTagConditions, retentionConditions } from '../backend/condition-values.ts'
import { base64Of } from '../checksums.ts'
import { versionTarget } from './key.ts'
import { recordRead } from './reading.ts'
import * as messages from '../messages.ts'

/** Throws `Failure` 400 for tags that S3 does not permit. */
export const assertTags = (tags: Tags) => {
  const { issues } = v.safeParse(Tags, tags)
  if (issues) throw new Failure(400, issues[0].message)
}

/** Whether a new retention is at least as strict as the current one. */
const isAtLeastAsStrict = ({ mode, until }: NonNullable<Version['retention']>, next: ObjectRetention | undefined) =>
  next !== undefined && next.mode === mode && next.until.getTime() >= until

const toObjectRetention = ({ mode, until }: NonNullable<Version['retention']>): ObjectRetention => ({
  mode,
  until: new Date(until),
})

/** Most pieces whose checksums are combined while a request waits: 1 TiB. */
const MAX_PIECES = 2 ** 22

/** Checksum of the content, if it is stored unencrypted. */
const checksumOf = (index: Index, { blob, cipher, size }: Version): Pick<Item, 'checksum'> => {
  const sums = blob && !cipher ? index.blobs.get(blobKey(blob)) : undefined
  if (!sums || sums === true || sums.length > MAX_PIECES * 4) return {}
  return { checksum: `CRC32 ${base64Of(combineChecksums(sums, size))}` }
}

/** Metadata, tags and locks of object versions. */
export const createObjectSettings = ({ authenticate }: EmbeddedAdapterContext) => {
  type Change = {
    action: Action
    event: EventName
    requestContext?: ConditionContext
    needs?: 'locking'
    next: (version: Version) => Version
  }

  /** Changes a version's attributes in one transaction, if the caller may perform the action. */
  const change = async (
    name: string,
    key: string,
    id: string | undefined,
    { action, event, requestContext, needs, next }: Change,
  ) => {
    const { index, caller } = authenticate()
    const assertAllowed = () => {
      const target = versionTarget(index, name, key, id)
      caller.assert(action, { ...target, requestContext: { ...target.requestContext, ...requestContext } })
    }
    assertAllowed()
    await index.write(() => {
      assertAllowed()
      const bucket = index.bucket(name)
      if (needs === 'locking' && !bucket.locking) throw lockingDisabledError()
      const location = { index, bucket, key, dropped: [], by: caller }
      const changed = next(index.readableVersion(location, id))
      index.rewriteVersion(location, changed)
      index.recordEvent(location, event, changed)
    })
  }

  return {
    info: async (name, key, id) => {
      const { index, caller } = authenticate()
      const target = versionTarget(index, name, key, id)
      caller.assert('s3:GetObject', target)
      const bucket = index.bucket(name)
      const location = { index, bucket, key, dropped: [], by: caller }
      const version = index.readableVersion(location, id)
      await recordRead(location, 's3:ObjectAccessed:Head', version)
      const { size, modified, etag, type, metadata, hold, retention, cipher } = version
      const tags = tagsOf(version)
      const canReadHold = bucket.locking && caller.may('s3:GetObjectLegalHold', target)
      const canReadRetention = retention && caller.may('s3:GetObjectRetention', target)
      return {
        name: key,
        size,
        last_modified: toRfc3339(modified),
        content_type: type,
        etag,
        version_id: idOf(version),
        is_latest: index.newestVersion(location)?.order === version.order,
        user_metadata: { 'content-type': type, ...metadata },
        storage_class: 'STANDARD',
        // MinIO shows an object without tags to everyone as well
        ...((Object.keys(tags).length === 0 || caller.may('s3:GetObjectTagging', target)) && { tags }),
        ...(cipher && { encryption: 'SSE-S3' as const }),
        ...checksumOf(index, version),
        ...(canReadHold && { legal_hold_status: hold ? 'ON' : 'OFF' }),
        ...(canReadRetention && {
          retention_mode: retention.mode.toUpperCase(),
          retention_until_date: toRfc3339(retention.until),
        }),
      }
    },

    restore: async (name, key, id) => {
      const { index, caller } = authenticate()
      caller.assert('s3:RestoreObject', versionTarget(index, name, key, id))
      throw new Failure(501, missingFeatures.tiers)
    },

    setTags: (name, key, id, tags) =>
      change(name, key, id, {
        action: 's3:PutObjectTagging',
        event: 's3:ObjectCreated:PutTagging',
        requestContext: newTagConditions(tags),
        next: ({ tags: _before, ...version }) => {
          assertTags(tags)
          return Object.keys(tags).length > 0 ? { ...version, tags: storedTags(tags) } : version
        },
      }),

    setLegalHold: (name, key, id, on) =>
      change(name, key, id, {
        action: 's3:PutObjectLegalHold',
        event: 's3:ObjectCreated:PutLegalHold',
        needs: 'locking',
        next: ({ hold: _before, ...version }) => (on ? { ...version, hold: true } : version),
      }),

    setRetention: (name, key, id, retention, governance) =>
      change(name, key, id, {
        action: 's3:PutObjectRetention',
        event: 's3:ObjectCreated:PutRetention',
        requestContext: retentionConditions(retention),
        needs: 'locking',
        next: ({ retention: before, ...version }) => {
          if (retention && !(retention.until.getTime() > Date.now())) throw new Failure(400, messages.retainUntilDate)
          const lock = before && lockOf({ retention: toObjectRetention(before) })
          if (before && lock && !isAtLeastAsStrict(before, retention)) {
            if (lock.kind !== 'governance' || governance === 'enforced') throw retentionError(lock)
            const { index, caller } = authenticate()
            caller.assert('s3:BypassGovernanceRetention', versionTarget(index, name, key, id))
          }
          return retention
            ? { ...version, retention: { mode: retention.mode, until: retention.until.getTime() } }
            : version
        },
      }),
  } satisfies Partial<ObjectsBackend>
}
