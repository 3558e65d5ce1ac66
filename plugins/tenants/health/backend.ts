import type { Parts, TenantHealth } from './contract.ts'

/** Port of the health of tenants. */
export type HealthBackend = {
  /**
   * Health of all tenants the caller may list. Parts that were not requested or that the caller may not see are absent.
   */
  health(parts: Parts): Promise<TenantHealth[]>
}
