import type { Log } from '../engine.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { SharedInstances } from '../lib/shared-instances.ts'
import type { S3AdapterContext } from './adapter-context.ts'

/** Context of background work; it has no keys. */
export type S3BackgroundContext = {
  /** In ms since 1970. */
  clock(): number
  log: Log
  /** Client for user-supplied addresses. */
  outbound: Outbound
  /** Returns the instance that a factory creates, which the plugin's ports and background work share. */
  sharedInstances: SharedInstances
}

declare module '../../core/protocol/serve.ts' {
  interface AdapterContexts {
    s3: { caller: S3AdapterContext; background: S3BackgroundContext; exports: object }
  }
}
