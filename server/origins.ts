import { createHash } from 'node:crypto'

/** Path at which a browser enters a proxied console's origin; no console uses it. */
export const ENTRY_PATH = '/.stowage/enter'

/** A host name, and a range of ports that each show the console of one tenant. */
export type PortRange = { scheme: 'http' | 'https'; hostname: string; first: number; last: number }

/** Ports to listen on, and the local address for that. */
export type TenantPorts = PortRange & { address: string }

export const portsOf = ({ first, last }: PortRange) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** Origins of proxied consoles: each console has its own. */
export type Origins = {
  /** Origin of a console by its path: `https://t-0a1b….tenants.example.com`. Throws `Failure` if none is free. */
  of(path: string): string
  /** Whether a request's `Host` is one of them, or the one of `path`. */
  has(host: string | undefined, path?: string): boolean
  /** All of them as a CSP source: `https://*.tenants.example.com`. */
  all: string
  /** Ports by which the origins differ; `undefined` if they have different host names. */
  ports?: TenantPorts
}

/** 128 bits of a hash make the label collision-resistant. */
const label = (path: string) => `t-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`

/** Origins below a wildcard domain that resolves to this console: `https://*.tenants.example.com`. */
export const createOrigins = (pattern: string): Origins => {
  const [scheme = '', host = ''] = pattern.split('//*')
  return {
    all: pattern,
    of: (path) => `${scheme}//${label(path)}${host}`,
    has: (requestHost = '', path) => {
      const name = requestHost.toLowerCase()
      return path === undefined
        ? name.endsWith(host) && /^t-[0-9a-f]{32}$/.test(name.slice(0, -host.length))
        : name === `${label(path)}${host}`
    },
  }
}
