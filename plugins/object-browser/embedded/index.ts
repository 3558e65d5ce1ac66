import { Failure } from 'stowage'
import type { NewObject, ObjectsBackend } from '../backend.ts'
import type { Copying } from '../copying/backend.ts'
import { type BucketRecord, storedTags } from 'stowage/engines/embedded'
import { newTagConditions } from '../backend/condition-values.ts'
import { verifyMd5 } from '../checksums.ts'
import { versionTarget } from './key.ts'
import { createCopying, splitHeaders } from './copying.ts'
import { createListing } from './listing.ts'
import { assertFree, assertWithinQuota, replacedSize, defaultRetention } from './new-version.ts'
import { readObject } from './reading.ts'
import { createParts, partCalls } from './parts.ts'
import { assertTags, createObjectSettings } from './settings.ts'
import { createRemoval } from './removal.ts'
import { createSharing } from './share.ts'
import type { EmbeddedCalls, EmbeddedAdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

type First = string | { prefix?: string } | readonly unknown[] | undefined

const isCopying = (value: unknown): value is Copying => typeof value === 'object' && value !== null && 'to' in value

/** Names of the calls in traces and audit logs. */
export const calls: EmbeddedCalls<ObjectsBackend> = {
  names: {
    list: 's3.ListObjectsV2',
    listVersions: 's3.ListObjectVersions',
    put: 's3.PutObject',
    get: 's3.GetObject',
    info: 's3.HeadObject',
    restore: 's3.CopyObject',
    setTags: 's3.PutObjectTagging',
    setLegalHold: 's3.PutObjectLegalHold',
    setRetention: 's3.PutObjectRetention',
    remove: 's3.DeleteObject',
    removeBelow: 's3.DeleteMultipleObjects',
    removeVersions: 's3.DeleteMultipleObjects',
    removeMany: 's3.DeleteMultipleObjects',
    ...partCalls,
    share: 's3.GetObject',
    openShared: 's3.GetObject',
    copy: 's3.CopyObject',
    move: 's3.CopyObject',
  },
  about: (bucket, value, content) => {
    if (isCopying(bucket)) return { path: `/${bucket.to.bucket}/${bucket.to.key}` }
    // omits the link, because it grants access
    if (typeof bucket !== 'string') return { path: '/' }
    const [first, size] = [value as First, (content as Partial<NewObject> | undefined)?.size]
    if (typeof first === 'string') return { path: `/${bucket}/${first}`, ...(size !== undefined && { received: size }) }
    const prefix = first && 'prefix' in first ? first.prefix : undefined
    return { path: `/${bucket}/`, ...(prefix && { query: String(new URLSearchParams({ prefix })) }) }
  },
}

export { background } from './abandoned-uploads.ts'

/** Objects of the embedded engine. Keys are never used as file paths. */
export default function createObjects(kit: EmbeddedAdapterContext): ObjectsBackend {
  const { authenticate } = kit

  const put = async (
    name: string,
    key: string,
    { type, metadata = {}, tags = {}, md5, existing, ...object }: NewObject,
  ) => {
    const headers = splitHeaders({ ...metadata, 'content-type': type })
    const content = md5 ? { ...object, body: verifyMd5(object.body, md5) } : object
    const { index, blobs, vault, caller } = authenticate()
    const hasTags = Object.keys(tags).length > 0
    const assertMayPut = () => {
      const target = versionTarget(index, name, key, undefined)
      caller.assert('s3:PutObject', target)
      if (!hasTags) return
      const requestContext = { ...target.requestContext, ...newTagConditions(tags) }
      caller.assert('s3:PutObjectTagging', { ...target, requestContext })
    }
    assertMayPut()
    assertTags(tags)
    const before = index.bucket(name)
    const dropped: string[] = []
    const assertFits = (bucket: BucketRecord) =>
      assertWithinQuota(index, bucket, content.size, replacedSize({ index, bucket, key, dropped, by: caller }))
    assertFits(before)
    const sealed = before.encrypted && (await vault.encrypt())
    const stored = sealed ? { ...content, body: sealed.encrypt(content.body) } : content
    const cipher = sealed && { cipher: sealed.cipher }
    const { etag } = await blobs.store(stored, (blob, sums) =>
      index.write(() => {
        const bucket = index.bucket(name)
        if (bucket.id !== before.id) throw new Failure(404, messages.bucketDeletedMeanwhile)
        assertFits(bucket)
        // checks again, because the object's tags may have changed during the upload
        assertMayPut()
        const location = { index, bucket, key, dropped, by: caller }
        assertFree(location, existing)
        const newVersion = {
          size: content.size,
          modified: Date.now(),
          etag: blob,
          ...headers,
          blob,
          ...cipher,
          ...(hasTags && { tags: storedTags(tags) }),
          ...defaultRetention(bucket),
        }
        return index.addVersion(location, newVersion, sums)
      }),
    )
    await blobs.remove(dropped)
    return { etag }
  }

  return {
    ...createListing(kit),
    ...createRemoval(kit),
    ...createObjectSettings(kit),
    ...createParts(kit),
    ...createSharing(kit),
    ...createCopying(kit),
    put,

    get: (name, key, options) => readObject(authenticate(), name, { key, ...options }),
  }
}
