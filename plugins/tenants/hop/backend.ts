import type { ProxiedConsole } from 'stowage/server'

/** Port of the proxied consoles of tenants. */
export type HopBackend = {
  /**
   * Address and credentials of the tenant's own console. Throws `Failure`: 404 for an unknown tenant, 409 if it has no
   * root user.
   */
  consoleOf(namespace: string, tenant: string): Promise<ProxiedConsole>
}
