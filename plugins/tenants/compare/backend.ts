import type { TenantPlace } from '../details/backend.ts'
import type { Settings } from './contract.ts'

/** What comparing tenants needs from an engine. */
export type CompareBackend = {
  /**
   * What a tenant is set to; of what the caller may not read it says so. Throws `Failure`: 404, and 400 where its pools
   * cannot be read.
   */
  settings(at: TenantPlace): Promise<Settings>
}
