import type { NewSecurity, Security } from './contract.ts'

/** The certificates of a tenant. Throws `Failure`: 404 where there is no such tenant. */
export type SecurityBackend = {
  security(namespace: string, tenant: string): Promise<Security>
  /**
   * Throws `Failure` 400 for what is no certificate, or not of its key, before anything is changed; 409 where the
   * tenant has changed meanwhile.
   */
  setSecurity(namespace: string, tenant: string, change: NewSecurity): Promise<void>
}
