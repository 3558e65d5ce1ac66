import type { NewSecurity, Security } from './contract.ts'

/** Port of a tenant's certificates. Throws `Failure` 404 for an unknown tenant. */
export type SecurityBackend = {
  security(namespace: string, tenant: string): Promise<Security>
  /**
   * Throws `Failure` 400 for invalid certificates or keys that do not match, before anything is changed; 409 if the
   * tenant has changed in between.
   */
  setSecurity(namespace: string, tenant: string, change: NewSecurity): Promise<void>
}
