import type { Entry, Measurement, Settings } from './contract.ts'

/**
 * Backend of the inventory, implemented per engine, acting as the signed-in caller. Throws `Failure` 403 for a caller
 * without the rights in the contract.
 */
export type InventoryBackend = {
  list(): Promise<Entry[]>
  /** Throws `Failure` 404 for an unknown bucket. */
  history(bucket: string): Promise<Measurement[]>
  settings(): Promise<Settings>
  setSettings(settings: Settings): Promise<void>
}
