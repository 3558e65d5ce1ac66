import type { Act } from '../../core/act.ts'
import type { AuditPlace } from '../audit/place.ts'
import type { Common } from '../common.ts'
import type { Log } from '../engine.ts'
import type { Feed } from '../feed.ts'
import type { Keep } from '../keep.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Prometheus } from '../prometheus.ts'
import type { Caller } from './caller.ts'
import type { Probed } from './probe.ts'

/** What work in the background is made of; it has nobody's keys. */
export type MinioGround = {
  /** In ms since 1970. */
  clock(): number
  log: Log
  /** The way to hosts that people name. */
  outbound: Outbound
  /** What ports have in common with this. */
  common: Common
  /** The console's own folder, or its memory where it has none. */
  keep: Keep
  /** The access keys of sessions that their owners end. */
  endings: Feed<string>
  /** The storage server's `host:port`. */
  host: string
  /** The console's own folder, where it has one. */
  folder: string | undefined
  /** Whether the past of the storage's figures is kept. */
  history: 'on' | 'off'
  /** Where the past of the figures is, where the deployment names one. */
  prometheus: Prometheus | undefined
  /**
   * The text of metrics of the cluster, or of the server that answers, asked for with a token or without. Throws
   * `Failure` 403 where that does not do.
   */
  metrics(
    of: 'cluster' | 'node',
    token: { bearer: string; sessionToken: string } | undefined,
    signal: AbortSignal,
  ): Promise<string>
  /** The deployment's own token for metrics. */
  metricsToken: string | undefined
  /** Where audit records come from and go to. */
  audit: AuditPlace
  /** What is done with this console. */
  acts: Feed<Act>
  /** After so many seconds without a call a session ends; nothing for never before its own end. */
  idleSeconds: number | undefined
  /** Looks at the server as nobody in particular. */
  probe(stop?: AbortSignal): Promise<Probed>
  /** When the console's own certificate ends, in ms since 1970; nothing where it speaks no TLS itself. */
  certificateEnds: number | undefined
}

declare module '../../core/serve.ts' {
  interface Kits {
    minio: { caller: Caller; background: MinioGround; asks: object }
  }
}
