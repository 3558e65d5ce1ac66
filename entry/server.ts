export type { Act } from '../core/audit-event.ts'
export { exactly } from '../core/content-length.ts'
export { type Background, type Bytes, type Guest, type Route, serve, type ServerPlugin } from '../core/serve.ts'
export { createAbreast } from '../engines/abreast.ts'
export { accessDenied } from '../engines/access-denied.ts'
export { atMost } from '../engines/at-most.ts'
export { type Log, silent } from '../engines/engine.ts'
export { createFeed, merged } from '../engines/feed.ts'
export { inMemory, type Keep } from '../engines/keep.ts'
export { cannotStayLocked, locked, lockOf, locksUnseen, noLocking, retained } from '../engines/lock.ts'
export { loggedAddress, looksHarmless } from '../engines/logged-address.ts'
export { assertReachable, type Destination, parseAddress } from '../engines/outbound/destinations.ts'
export {
  type AddressField,
  type Checked,
  type Outbound,
  type OutboundRequest,
  reasonOf,
  Unreached,
} from '../engines/outbound/outbound.ts'
export { tryAll, webhookTrials } from '../engines/outbound/trials.ts'
export { filterInTurns, takeTurns } from '../engines/turns.ts'
export { whileAllowed } from '../engines/while-allowed.ts'
