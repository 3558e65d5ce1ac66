import type { Feature } from '../../core/features.ts'
import type { Act } from '../../core/act.ts'
import type { AuditPlace } from '../audit/place.ts'
import type { Common } from '../common.ts'
import type { Log } from '../engine.ts'
import type { Feed } from '../feed.ts'
import type { Keep } from '../keep.ts'
import type { LicensePlace } from '../license.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Caller, Signer } from './caller.ts'
import type { LogLine } from './overheard.ts'
import type { Secrets } from './secrets.ts'
import type { Happening } from './store/records.ts'
import type { Store } from './store/store.ts'
import type { Tallies } from './tallies.ts'
import type { Calls } from './traced.ts'
import type { Tracer } from './tracer.ts'

/** What this engine has. */
export const features: readonly Feature[] = [
  'versions',
  'locks',
  'quota',
  'lifecycle',
  'sse-s3',
  'users',
  'session-length',
  'log-search',
]

/** What an adapter of this engine is made of, acting in the name of one caller. */
export type EmbeddedKit = {
  /** The storage and whoever acts on it, as of now. Throws `Failure` 401 for an ended session, 503 during a restart. */
  enter(): Store & { caller: Caller }
  /** The storage alone, for calls that take no session. */
  store(): Store
  /** As `enter`, for whoever comes by a link in the name of the one who has signed it. */
  enterByLink(signer: Signer): Store & { caller: Caller }
  secrets: Secrets
  /** The calls that adapters answer, while somebody follows them. */
  tracer: Tracer
  /** What happens to objects. */
  happenings: Feed<Happening>
  /** The data folder's path, as it was given. */
  folder: string
  /** Of this console, which is the server's here. */
  version: string | undefined
  /** Where others reach the console, if that is another address than the one by which somebody calls it. */
  shareUrl: URL | undefined
  /** The licence that is told from outside, and the key that licences are signed with. */
  license: LicensePlace
  /** The way to hosts that people name. */
  outbound: Outbound
  /** What ports have in common with work in the background. */
  common: Common
}

/** What work in the background is made of, for as long as the store is open. */
export type EmbeddedGround = Store & {
  /** In ms since 1970. */
  clock(): number
  log: Log
  /** Hands on every line of the engine's log until what comes back is called. */
  listenToLog(listener: (line: LogLine) => void): () => void
  /** The calls that adapters answer, while somebody follows them. */
  tracer: Tracer
  /** What adapters have answered since this process began. */
  tallies: Tallies
  /** The way to hosts that people name. */
  outbound: Outbound
  /** What ports have in common with this. */
  common: Common
  /** The part of the index for what is the console's own. */
  keep: Keep
  /** The data folder's path, as it was given. */
  folder: string
  /** Where audit records go to. */
  audit: AuditPlace
  /** What is done with this console. */
  acts: Feed<Act>
  /** Whether the past of the storage's figures is kept. */
  history: 'on' | 'off'
  /** Of this console, which is the server's here. */
  version: string | undefined
  /** When the console's own certificate ends, in ms since 1970; nothing where it speaks no TLS itself. */
  certificateEnds: number | undefined
}

declare module '../../core/serve.ts' {
  interface Kits {
    embedded: { caller: EmbeddedKit; background: EmbeddedGround; asks: { calls: Calls } }
  }
}
