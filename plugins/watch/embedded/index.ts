import type { WatchBackend } from '../backend.ts'
import { type Filter, kinds, type WatchedEvent } from '../contract.ts'
import type { ObjectEvent } from 'stowage/engines/embedded'
import { globOf, matches } from 'stowage/iam'
import { type EmbeddedAdapterContext, reauthorizeStream } from 'stowage/server'

const matcher = (buckets: readonly string[] | 'all', { prefix, suffix, events }: Filter) => {
  const names = events.flatMap((kind) => kinds[kind]).map(globOf)
  return ({ bucket, key, name }: ObjectEvent) =>
    (buckets === 'all' || buckets.includes(bucket)) &&
    key.length >= prefix.length + suffix.length &&
    key.startsWith(prefix) &&
    key.endsWith(suffix) &&
    names.some((glob) => matches(glob, name))
}

const watchedEvent = ({ bucket, key, name, size, time, metadata, account, address }: ObjectEvent): WatchedEvent => ({
  // format of MinIO, with milliseconds
  Time: new Date(time).toISOString(),
  Size: size,
  Type: name,
  Path: `/${bucket}/${key}`,
  Bucket: bucket,
  Key: key,
  User: account,
  UserMetadata: { ...metadata },
  Host: address,
  Port: '',
  UserAgent: 'Stowage',
})

/** Streams object events of this engine after they are committed. */
export default ({ authenticate, objectEvents }: EmbeddedAdapterContext): WatchBackend => ({
  follow: async function* (buckets, filter, signal) {
    const assertAllowed = async () => {
      const { index, caller } = authenticate()
      if (buckets === 'all') caller.assert('s3:ListenNotification')
      else
        for (const bucket of buckets) {
          caller.assert('s3:ListenBucketNotification', { bucket })
          index.bucket(bucket)
        }
    }
    await assertAllowed()
    const isMatch = matcher(buckets, filter)
    for await (const event of reauthorizeStream(assertAllowed, objectEvents.follow, signal)) {
      if (!isMatch(event)) continue
      await assertAllowed()
      yield watchedEvent(event)
    }
  },
})
