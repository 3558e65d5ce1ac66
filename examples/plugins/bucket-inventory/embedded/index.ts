import type { BucketRecord } from 'stowage/engines/embedded'
import {
  type EmbeddedCalls,
  type EmbeddedAdapterContext,
  type EmbeddedBackgroundContext,
  type Background,
  createTimeSlice,
} from 'stowage/server'
import type { InventoryBackend } from '../backend.ts'
import type { Entry } from '../contract.ts'
import { createHistory } from '../history.ts'
import { publicAccess } from '../public-access.ts'

/** Names of the calls in traces. */
export const calls: EmbeddedCalls<InventoryBackend> = {
  names: {
    list: 's3.ListBuckets',
    history: 's3.ListObjectsV2',
    settings: 's3.ListBuckets',
    setSettings: 'admin.SetConfigKV',
  },
}

export const background = ({ sharedInstances, keyValueStore }: EmbeddedBackgroundContext): Background => {
  sharedInstances(createHistory).open(keyValueStore)
  return { stop: async () => {} }
}

/** A bucket with its tags, as the buckets plugin stores them. */
type TaggedBucket = BucketRecord & { tags?: readonly (readonly [key: string, value: string])[] }

const ownerIn = (bucket: BucketRecord, ownerTag: string): Entry['owner'] => {
  const { tags = [] }: TaggedBucket = bucket
  const tag = tags.find(([key]) => key === ownerTag)
  return tag ? { name: tag[1] } : 'none'
}

export default ({ authenticate, sharedInstances }: EmbeddedAdapterContext): InventoryBackend => ({
  list: async () => {
    const { index, caller } = authenticate()
    caller.assert('s3:ListAllMyBuckets')
    const { ownerTag } = await sharedInstances(createHistory).settings()
    const entries: Entry[] = []
    const yieldIfDue = createTimeSlice()
    for (const bucket of Array.from(index.buckets.getRange(), ({ value }) => value)) {
      await yieldIfDue()
      const { name, created, quota, policy } = bucket
      const may = (action: string) => caller.may(action, { bucket: name })
      if (!may('s3:ListBucket')) continue
      const { size, objects } = index.usageOf(bucket)
      const access = may('s3:GetBucketPolicy') ? publicAccess(policy) : undefined
      entries.push({
        name,
        created: new Date(created).toISOString(),
        size,
        objects,
        quota: quota ?? 'none',
        ...(may('s3:GetBucketTagging') && { owner: ownerIn(bucket, ownerTag) }),
        ...(access && { access }),
      })
    }
    return sharedInstances(createHistory).measure(entries, Date.now())
  },
  history: async (bucket) => {
    const { index, caller } = authenticate()
    caller.assert('s3:ListBucket', { bucket })
    index.bucket(bucket)
    return sharedInstances(createHistory).of(bucket)
  },
  settings: async () => {
    authenticate().caller.assert('s3:ListAllMyBuckets')
    return sharedInstances(createHistory).settings()
  },
  setSettings: async (settings) => {
    authenticate().caller.assert('admin:ConfigUpdate')
    await sharedInstances(createHistory).setSettings(settings)
  },
})
