import type { TierStatus, NewTier, Tier } from './contract.ts'

/** New credentials of a remote storage: keys, or a Google credentials file (base64). */
export type TierKeys = { access: string; secret: string } | { creds: string }

/**
 * Port of Tiers, implemented by each engine. Throws `Failure`: 404 for an unknown tier, 400 for one that cannot be
 * used.
 */
export type TiersBackend = {
  list(): Promise<Tier[]>
  /** Tests the remote storage first. 409 if the name is taken or the prefix is not empty. */
  add(tier: NewTier): Promise<void>
  rotate(name: string, keys: TierKeys): Promise<void>
  verify(name: string): Promise<TierStatus>
  uses(name: string): Promise<{ buckets: string[]; partial: boolean }>
  /** 409 while it contains objects or a lifecycle rule refers to it. */
  remove(name: string): Promise<void>
}
