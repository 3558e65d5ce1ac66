import type { Credentials } from '../../../engines/engine.ts'

/** Temporary keys of anna, for servers of tests that check none. */
export const sessionOf = (accessKey = 'anna'): Credentials => ({
  account: 'anna',
  accessKey,
  secretKey: 'anna-secret-key',
  sessionToken: 'x',
  expires: Date.now() + 60_000,
})
