import { createSecrets } from '../../engines/embedded/secrets.ts'

/** Hashes that cost next to nothing: dear ones are for attackers, and what they cost has a test of its own. */
export const quickSecrets = () => createSecrets({ N: 16, r: 8, p: 1, maxmem: 1 << 20 })
