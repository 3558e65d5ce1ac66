import type { Parts, TenantHealth } from './contract.ts'

/** How tenants are. */
export type HealthBackend = {
  /**
   * Of all tenants that the caller may list; what they may not see of one, or is no part of what they ask for, is
   * missing there.
   */
  health(parts: Parts): Promise<TenantHealth[]>
}
