import type { CertificateExpiry, Parts, TenantHealth } from './contract.ts'

/** Port of the health of tenants. */
export type HealthBackend = {
  /**
   * Health of all tenants the caller may list. Parts that were not requested or that the caller may not see are absent.
   */
  health(parts: Parts): Promise<TenantHealth[]>
  /** Throws `Failure`: 404 for an unknown tenant, 403 if the caller may not read its certificates. */
  expirations(namespace: string, tenant: string): Promise<CertificateExpiry[]>
}
