import * as v from 'valibot'
import type { WatchBackend } from '../backend.ts'
import { type Filter, kinds, type WatchedEvent } from '../contract.ts'
import { type MinioAdapterContext, mergeStreams, reauthorizeStream } from 'stowage/server'

const text = v.optional(v.string(), '')

const Entry = v.object({
  eventTime: v.string(),
  eventName: v.string(),
  userIdentity: v.optional(v.object({ principalId: text }), {}),
  s3: v.object({
    bucket: v.object({ name: v.string() }),
    object: v.object({
      key: text,
      size: v.optional(v.number(), 0),
      userMetadata: v.nullish(v.record(v.string(), v.string())),
    }),
  }),
  source: v.optional(v.object({ host: text, port: text, userAgent: text }), {}),
})

/** An event, or a keep-alive line without records. */
const Line = v.object({ Records: v.nullish(v.array(Entry), []) })

const watchedEvent = (
  { eventTime, eventName, userIdentity, s3, source }: v.InferOutput<typeof Entry>,
  origin: string,
): WatchedEvent => {
  // unlike in webhook payloads, keys are not URL-encoded
  const [Bucket, Key] = [s3.bucket.name, s3.object.key]
  return {
    Time: eventTime,
    Size: s3.object.size,
    Type: eventName,
    Path: `${origin}/${Bucket}/${Key}`,
    Bucket,
    Key,
    User: userIdentity.principalId,
    UserMetadata: s3.object.userMetadata ?? null,
    Host: source.host,
    Port: source.port,
    UserAgent: source.userAgent,
  }
}

/** Interval of keep-alive lines, in s. If they fail to arrive, we assume that a proxy buffers responses. */
const PING = 1

const queryOf = ({ prefix, suffix, events }: Filter) => ({
  events: events.flatMap((kind) => kinds[kind]),
  prefix,
  suffix,
  ping: PING,
})

/** Streams object events of a MinIO server (minio-server 3.19), with one request per bucket. */
export default (caller: MinioAdapterContext): WatchBackend => {
  const { client, paths } = caller
  // the server checks the permission only once, when the stream opens
  const assertAllowed = async (bucket: string | undefined) =>
    bucket === undefined
      ? caller.assertGranted('s3:ListenNotification')
      : caller.assertGranted('s3:ListenBucketNotification', { bucket })

  const follow = (bucket: string | undefined, filter: Filter) =>
    async function* (signal: AbortSignal) {
      await assertAllowed(bucket)
      const path = bucket === undefined ? '/' : paths.bucketPath(bucket)
      const listen = (until: AbortSignal) =>
        caller.followLines(Line, { method: 'GET', path, query: queryOf(filter) }, until)
      for await (const { Records } of reauthorizeStream(() => assertAllowed(bucket), listen, signal))
        for (const entry of Records ?? []) yield watchedEvent(entry, client.origin)
    }

  return {
    follow: (buckets, filter, signal) => {
      const sources = buckets === 'all' ? [follow(undefined, filter)] : buckets.map((bucket) => follow(bucket, filter))
      return mergeStreams(sources, signal)
    },
  }
}
