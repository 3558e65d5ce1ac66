import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'

/** scrypt cost: memory and time grow with `N` and `r`, time alone with `p`; `maxmem` is the limit in bytes. */
export type Cost = { N: number; r: number; p: number; maxmem: number }

/** OWASP's recommendation for scrypt with 16 MiB: about 140 ms of CPU. */
const defaultCost: Cost = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 }

/** Concurrent derivations. More would leave no libuv threads for file access during a wave of sign-ins. */
const MAX_DERIVATIONS = 2

const derive = promisify<string, Buffer, number, Cost, Buffer>(scrypt)

/** Hashes and verifies secrets with salted scrypt; each hash carries its own cost. */
export type Secrets = {
  hash(secret: string): Promise<string>
  /** Takes equally long without a hash, so that timing does not reveal whether an account exists. */
  verify(secret: string, hash: string | undefined): Promise<boolean>
}

/** Existing hashes are verified with the cost they were created with. */
export const createSecrets = (cost: Cost = defaultCost): Secrets => {
  const limit = pLimit(MAX_DERIVATIONS)
  const run = (secret: string, salt: Buffer, hashCost: Cost) => limit(() => derive(secret, salt, 32, hashCost))

  const hash = async (secret: string) => {
    const salt = randomBytes(16)
    const derived = await run(secret, salt, cost)
    return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), derived.toString('base64')].join('$')
  }

  return {
    hash,
    verify: async (secret, stored) => {
      if (stored === undefined) {
        await run(secret, randomBytes(16), cost)
        return false
      }
      const [, N, r, p, salt = '', derived = ''] = stored.split('$')
      const hashCost = { N: Number(N), r: Number(r), p: Number(p), maxmem: defaultCost.maxmem }
      return timingSafeEqual(await run(secret, Buffer.from(salt, 'base64'), hashCost), Buffer.from(derived, 'base64'))
    },
  }
}

/** Hash under which a session token is stored. Tokens are random, so one round of SHA-256 is enough. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A random token of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** A random access key (20 letters and digits, as MinIO generates them) and a secret of 40 characters. */
export const newKeyPair = () => ({
  accessKey: Array.from(randomBytes(20), (byte) => alphabet[byte % alphabet.length]).join(''),
  secretKey: randomBytes(30).toString('base64url'),
})
