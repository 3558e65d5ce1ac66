import type { License } from './contract.ts'

/** Where a licence is kept. Throws `Failure`: 404 where there is none that counts. */
export type LicenseBackend = {
  info(): Promise<License>
  /** Looks at a key and keeps it; 404 `invalid license key`, with the reason in its detail. */
  activate(key: string): Promise<License>
  /** Asks whoever gives licences for a newer one: 503, since no such service is called. */
  renew(): Promise<License>
  /** Gives a tenant the licence that is kept. */
  attach(namespace: string, tenant: string): Promise<void>
}
