import type { License } from './contract.ts'

/** Where a license is stored. Methods throw `Failure` 404 if there is no valid one. */
export type LicenseBackend = {
  info(): Promise<License>
  /** Verifies a key and stores it; 404 `invalid license key`, with the reason as detail. */
  activate(key: string): Promise<License>
  /** Requests a newer license: always 503, because the console calls no license service. */
  renew(): Promise<License>
  /** Attaches the stored license to a tenant. */
  attach(namespace: string, tenant: string): Promise<void>
}
