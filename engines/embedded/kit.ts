import type { Caller } from './caller.ts'
import type { Secrets } from './secrets.ts'
import type { Store } from './store/store.ts'

/** What every port of this engine is made of. */
export type Context = {
  /** The storage and whoever acts on it, as of now. Throws `Failure` 401 for an ended session, 503 during a restart. */
  enter(): Store & { caller: Caller }
  secrets: Secrets
}
