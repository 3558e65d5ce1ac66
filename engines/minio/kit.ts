import type { Log } from '../engine.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Caller } from './caller.ts'

/** What work in the background is made of; it has nobody's keys. */
export type MinioGround = {
  /** In ms since 1970. */
  clock(): number
  log: Log
  /** The way to hosts that people name. */
  outbound: Outbound
}

declare module '../../core/serve.ts' {
  interface Kits {
    minio: { caller: Caller; background: MinioGround; asks: object }
  }
}
