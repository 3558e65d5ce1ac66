import { createHash } from 'node:crypto'

/** Where a browser comes in at an origin of another console's; no console has such an address. */
export const gate = '/.stowage/enter'

/** Where each of others' consoles is shown: on an origin of its own, which nothing else has. */
export type Origins = {
  /** The origin of one, by its path in this console: `https://t-0a1b….tenants.example.com`. */
  of(path: string): string
  /** Whether a request's `Host` is one of them, and this path's where one is given. */
  has(host: string | undefined, path?: string): boolean
  /** All of them, as a policy names them: `https://*.tenants.example.com`. */
  all: string
}

/** So much of a hash tells one from the other, and nobody makes two that are the same. */
const label = (path: string) => `t-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`

/** Origins below a name whose every part leads to this console: `https://*.tenants.example.com`. */
export const createOrigins = (pattern: string): Origins => {
  const [scheme = '', host = ''] = pattern.split('//*')
  return {
    all: pattern,
    of: (path) => `${scheme}//${label(path)}${host}`,
    has: (given = '', path) => {
      const name = given.toLowerCase()
      return path === undefined
        ? name.endsWith(host) && /^t-[0-9a-f]{32}$/.test(name.slice(0, -host.length))
        : name === `${label(path)}${host}`
    },
  }
}
