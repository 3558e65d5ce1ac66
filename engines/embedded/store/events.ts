import { numberOf, settingOf } from '../configuration.ts'
import type { EventKey, Index } from './database.ts'
import type { Backlog, BucketRecord, ObjectEvent, Subscription, Version } from './records.ts'
import type { Database } from 'lmdb'
import type { KeyLocation } from './version-location.ts'

/** Object events of this engine, by their S3 names. */
export type EventName =
  | 's3:ObjectCreated:Put'
  | 's3:ObjectCreated:Copy'
  | 's3:ObjectCreated:PutTagging'
  | 's3:ObjectCreated:PutRetention'
  | 's3:ObjectCreated:PutLegalHold'
  | 's3:ObjectRemoved:Delete'
  | 's3:ObjectRemoved:DeleteMarkerCreated'
  | 's3:ObjectAccessed:Get'
  | 's3:ObjectAccessed:Head'

/** ARN of a webhook target. */
export const arnOf = (name: string) => `arn:minio:sqs::${name}:webhook`

/** Name of the target with this ARN, in any region; `undefined` if it is not a webhook ARN. */
export const targetNameOf = (arn: string): string | undefined => /^arn:minio:sqs:[^:]*:([^:]+):webhook$/.exec(arn)?.[1]

/** Queue limit of targets that set none: 10,000, or what the configuration says. */
export const defaultLimit = (index: Index) => numberOf(index, 'event_queue', 'queue_limit')

const none: Backlog = { waiting: 0, lost: 0 }

/** Queued events by target id, and the queue sizes. */
export type Queue = { events: Database<string, EventKey>; backlogs: Database<Backlog, number> }

/** Queue size of a webhook, and how many texts were dropped. */
export const backlogOf = (backlogs: Queue['backlogs'], { id }: { id: number }): Backlog => backlogs.get(id) ?? none

const matchesSubscription = ({ events, prefix, suffix }: Subscription, name: EventName, key: string) =>
  events.some((event) => event === name || (event.endsWith(':*') && name.startsWith(event.slice(0, -1)))) &&
  key.length >= prefix.length + suffix.length &&
  key.startsWith(prefix) &&
  key.endsWith(suffix)

const subscribedTargets = ({ events = [] }: BucketRecord, name: EventName, key: string): Set<string> => {
  const subscriptions = events.filter((one) => matchesSubscription(one, name, key))
  return new Set(subscriptions.flatMap(({ arn }) => targetNameOf(arn) ?? []))
}

/** Whether a target subscribes to this event of this key. */
export const isSubscribed = (bucket: BucketRecord, name: EventName, key: string): boolean =>
  subscribedTargets(bucket, name, key).size > 0

/** Strictly increasing even if the clock goes back; in µs since 1970 otherwise. */
const nextSequence = ({ counters }: Index) => {
  const next = Math.max(Date.now() * 1000, (counters.get('event') ?? 0) + 1)
  void counters.put('event', next)
  return next
}

/** Encodes a key like Go's `url.QueryEscape`, as MinIO does in events. */
const escapeKey = (key: string) =>
  encodeURIComponent(key)
    .replace(/%20/g, '+')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** Event message in MinIO's format. */
const messageOf = ({ index, bucket, key, by }: KeyLocation, name: EventName, version: Version, sequence: number) => {
  const region = settingOf(index, 'site', 'region')
  const identity = { principalId: by?.account ?? '' }
  const isRemoved = name.startsWith('s3:ObjectRemoved:')
  const record = {
    eventVersion: '2.0',
    eventSource: 'minio:s3',
    awsRegion: region,
    eventTime: new Date(Math.floor(sequence / 1000)).toISOString(),
    eventName: name,
    userIdentity: identity,
    requestParameters: { ...identity, region, sourceIPAddress: by?.address ?? '' },
    responseElements: {},
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: 'Config',
      bucket: { name: bucket.name, ownerIdentity: identity, arn: `arn:aws:s3:::${bucket.name}` },
      object: {
        key: escapeKey(key),
        ...(!isRemoved && {
          size: version.size,
          eTag: version.etag,
          contentType: version.type,
          userMetadata: { 'content-type': version.type, ...version.metadata },
        }),
        ...(!version.unversioned && { versionId: version.order }),
        sequencer: (BigInt(sequence) * 1000n).toString(16).toUpperCase(),
      },
    },
    source: { host: by?.address ?? '', port: '', userAgent: by ? 'Stowage' : 'Internal: [ILM-Expiry]' },
  }
  return JSON.stringify({ EventName: name, Key: `${bucket.name}/${key}`, Records: [record] })
}

/** Appends a text to a webhook's queue, inside a change. Beyond the limit it is dropped and counted. */
export const enqueue = (
  index: Index,
  { events, backlogs }: Queue,
  hook: { id: number; limit: number },
  textOf: (sequence: number) => string,
): void => {
  const backlog = backlogOf(backlogs, hook)
  if (backlog.waiting >= hook.limit) {
    void backlogs.put(hook.id, { ...backlog, lost: backlog.lost + 1 })
    return
  }
  const sequence = nextSequence(index)
  void events.put([hook.id, sequence], textOf(sequence))
  void backlogs.put(hook.id, { ...backlog, waiting: backlog.waiting + 1 })
  index.notify()
}

/** The event as live subscribers receive it. */
export const objectEventOf = (
  { bucket, key, by }: KeyLocation,
  name: EventName,
  { size, metadata = {} }: Version,
): ObjectEvent => ({
  bucket: bucket.name,
  key,
  name,
  size: name.startsWith('s3:ObjectRemoved:') ? 0 : size,
  time: Date.now(),
  metadata,
  account: by?.account ?? '',
  address: by?.address ?? '',
})

/**
 * Queues an event for every subscribed target and emits it to live subscribers. Runs inside the change it describes.
 */
export const recordEvent = (location: KeyLocation, name: EventName, version: Version): void => {
  const { index, bucket, key } = location
  index.emitObjectEvent(objectEventOf(location, name, version))
  for (const target of subscribedTargets(bucket, name, key)) {
    const record = index.targets.get(target)
    if (!record) continue
    const hook = { id: record.id, limit: record.limit ?? defaultLimit(index) }
    enqueue(index, index, hook, (sequence) => messageOf(location, name, version, sequence))
  }
}
