import type { AuditEvent } from '../lib/audit-event.ts'
import type { SharedInstances } from '../lib/shared-instances.ts'
import type { Log } from '../engine.ts'
import type { Feed } from '../feed.ts'
import type { KeyValueStore } from '../lib/key-value-store.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { MinioAdapterContext } from './adapter-context.ts'
import type { Diagnosis, DiagnosisContext } from '../diagnosis.ts'
import type { ProbeResult } from '../probe.ts'

/** Context of background work; it has no keys. */
export type MinioBackgroundContext = {
  /** In ms since 1970. */
  clock(): number
  log: Log
  /** Client for user-supplied addresses. */
  outbound: Outbound
  /** Client for an address that the operator configured, which may be internal. */
  outboundTo(url: URL): Outbound
  /** Returns the instance that a factory creates, which the plugin's ports and background work share. */
  sharedInstances: SharedInstances
  /** Key-value store for the plugin's own data: in the console's folder, or in memory without one. */
  keyValueStore: KeyValueStore
  /** Access keys of sessions whose users sign out. */
  endedSessions: Feed<string>
  /** `host:port` of the storage server. */
  host: string
  folder: string | undefined
  /**
   * Reads metrics of the cluster or the node, with or without a token. Throws `Failure` 403 if that is not sufficient.
   */
  metrics(
    scope: 'cluster' | 'node',
    token: { bearer: string; sessionToken: string } | undefined,
    signal: AbortSignal,
  ): Promise<string>
  auditEvents: Feed<AuditEvent>
  /** Idle timeout of sessions in seconds; `undefined` for none. */
  idleSeconds: number | undefined
  /** Probes the server without credentials. */
  probe(stop?: AbortSignal): Promise<ProbeResult>
  /** Expiry of the console's certificate, in ms since 1970; `undefined` without TLS. */
  certificateEnds: number | undefined
}

declare module '../../core/protocol/serve.ts' {
  interface AdapterContexts {
    minio: {
      caller: MinioAdapterContext
      background: MinioBackgroundContext
      /** Checks for `stowage doctor`. */
      exports: { diagnose(context: DiagnosisContext, config: object): AsyncIterable<Diagnosis> }
    }
  }
}
