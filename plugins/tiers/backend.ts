import type { Answer, NewTier, Tier } from './contract.ts'

/** What a remote storage is entered with from now on: keys, or what Google's file says (base64). */
export type TierKeys = { access: string; secret: string } | { creds: string }

/**
 * What tiers needs from an engine. Throws `Failure`: 404 for a tier that there is not, 400 for one that cannot be used.
 */
export type TiersBackend = {
  list(): Promise<Tier[]>
  /** Tries the remote storage first. 409 for a name that is taken, or a prefix with something below it. */
  add(tier: NewTier): Promise<void>
  rotate(name: string, keys: TierKeys): Promise<void>
  verify(name: string): Promise<Answer>
  uses(name: string): Promise<{ buckets: string[]; partial: boolean }>
  /** 409 while it holds objects, or a rule moves objects there. */
  remove(name: string): Promise<void>
}
