import type { Guest } from '../../../core/serve.ts'

/** What showing the console of a tenant needs from an engine. */
export type HopBackend = {
  /**
   * Where the tenant's own console is, and what lets in there. Throws `Failure`: 404 for a tenant that there is not,
   * 409 where it names no root user.
   */
  consoleOf(namespace: string, tenant: string): Promise<Guest>
}
