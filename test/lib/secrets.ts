import { createSecrets } from '../../engines/embedded/secrets.ts'

/** Hashes with a minimal cost; the real cost has a separate test. */
export const quickSecrets = () => createSecrets({ N: 16, r: 8, p: 1, maxmem: 1 << 20 })
