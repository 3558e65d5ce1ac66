import type { TenantKey } from '../details/backend.ts'
import type { Settings } from './contract.ts'

/** Port of the comparison of tenants. */
export type CompareBackend = {
  /**
   * Settings of a tenant; parts that the caller may not read are marked. Throws `Failure`: 404, and 400 if its pools
   * cannot be read.
   */
  settings(at: TenantKey): Promise<Settings>
}
