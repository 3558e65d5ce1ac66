import type { Feature } from '../../core/protocol/features.ts'
import type { Background } from '../../core/protocol/serve.ts'
import type { Diagnosis, DiagnosisContext } from '../diagnosis.ts'
import type { AuditEvent } from '../lib/audit-event.ts'
import type { SharedInstances } from '../lib/shared-instances.ts'
import type { Log } from '../engine.ts'
import type { Feed } from '../feed.ts'
import type { KeyValueStore } from '../lib/key-value-store.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Pause } from '../outbound/webhook.ts'
import type { Caller, Signer } from './caller.ts'
import type { DeliveryQueue } from './delivery.ts'
import type { LogLine } from './log-tap.ts'
import type { Secrets } from './secrets.ts'
import type { ObjectEvent } from './store/records.ts'
import type { Store } from './store/store.ts'
import type { CallCounters } from './call-counters.ts'
import type { TraceNaming } from './trace-calls.ts'
import type { Tracer } from './tracer.ts'
import { accountFeatures, bucketFeatures } from '../feature-groups.ts'

export const features: readonly Feature[] = [
  'versions',
  'locks',
  'quota',
  'lifecycle',
  'empty-names',
  'sse-s3',
  'users',
  'groups',
  ...accountFeatures,
  'access-check',
  'session-length',
  ...bucketFeatures,
]

/** Context of an adapter of this engine, bound to one caller. */
export type EmbeddedAdapterContext = {
  /** The store and the caller. Throws `Failure` 401 for an ended session, 503 while the store restarts. */
  authenticate(): Store & { caller: Caller }
  /** The store without a caller, for calls that need no session. Throws `Failure` 503 while the store restarts. */
  store(): Store
  /**
   * The store and the account that signed a share link, with that account's permissions. Throws `Failure` 401 if the
   * account was removed or disabled, 503 while the store restarts.
   */
  authenticateLink(signer: Signer): Store & { caller: Caller }
  secrets: Secrets
  /** Traces adapter calls while there are subscribers. */
  tracer: Tracer
  objectEvents: Feed<ObjectEvent>
  folder: string
  /** Version of the console, which this engine reports as the server's. */
  version: string | undefined
  /** Public address of the console, if it differs from the one a request came to. */
  shareUrl: URL | undefined
  /** Client for user-supplied addresses. */
  outbound: Outbound
  /** Returns the instance that a factory creates, which the plugin's ports and background work share. */
  sharedInstances: SharedInstances
}

/** Context of background work, valid while the store is open. */
export type EmbeddedBackgroundContext = Store & {
  /** In ms since 1970. */
  clock(): number
  log: Log
  listenToLog(listener: (line: LogLine) => void): () => void
  /** Traces adapter calls while there are subscribers. */
  tracer: Tracer
  /** Call counters since the process started. */
  callCounters: CallCounters
  /** Client for user-supplied addresses. */
  outbound: Outbound
  /** Returns the instance that a factory creates, which the plugin's ports and background work share. */
  sharedInstances: SharedInstances
  /**
   * Delivers queued texts to webhooks until stopped: in order for each target, concurrently across targets. Failed
   * deliveries are retried with growing delays.
   */
  deliver(deliveries: DeliveryQueue, pause?: Pause): Background
  /** Key-value store for the plugin's own data, inside the index, so that backups contain it. */
  keyValueStore: KeyValueStore
  folder: string
  auditEvents: Feed<AuditEvent>
  /** Version of the console, which this engine reports as the server's. */
  version: string | undefined
  /** Expiry of the console's certificate, in ms since 1970; `undefined` without TLS. */
  certificateEnds: number | undefined
}

declare module '../../core/protocol/serve.ts' {
  interface AdapterContexts {
    embedded: {
      caller: EmbeddedAdapterContext
      background: EmbeddedBackgroundContext
      /** `diagnose` checks for `stowage doctor`. */
      exports: { calls: TraceNaming; diagnose(context: DiagnosisContext, config: object): AsyncIterable<Diagnosis> }
    }
  }
}
