import type { Report } from '../contract.ts'

/** Keys whose values contain host names, and keys whose values contain paths. */
const hosts = ['addr', 'hostname', 'host', 'endpoint']
const paths = ['path', 'mountpoint', 'cwd', 'exec_path', 'device', 'endpoint', 'drivePath']

/** Keys whose values are removed. */
const secrets = ['cmd_line', 'proc-cmdline', 'username', 'hostId', 'uuid', 'deploymentID', 'addresses', 'uids', 'gids']

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json }

const isRecord = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The host of an address: without scheme, port and path. */
const hostIn = (text: string) => /^(?:[a-z]+:\/\/)?(\[[^\]]+\]|[^/:]+)/i.exec(text)?.[1] ?? ''

const collectNames = (value: Json, names: { hosts: Set<string>; paths: Set<string> }, key = ''): void => {
  if (Array.isArray(value)) for (const one of value as readonly Json[]) collectNames(one, names, key)
  else if (isRecord(value)) for (const [name, one] of Object.entries(value)) collectNames(one, names, name)
  else if (typeof value === 'string' && value) {
    if (paths.includes(key) && value.startsWith('/') && value !== '/') names.paths.add(value)
    else if (hosts.includes(key)) names.hosts.add(hostIn(value))
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Replaces host names, addresses and paths by consistent aliases (`server1`), and removes settings and identifiers of
 * the installation.
 */
export const anonymize = (report: Report): Report => {
  const names = { hosts: new Set<string>(), paths: new Set<string>() }
  collectNames(report as Json, names)
  names.hosts.delete('')
  const called = new Map([
    ...[...names.hosts].map((name, at): [string, string] => [name, `server${at + 1}`]),
    ...[...names.paths].map((name, at): [string, string] => [name, `/path${at + 1}`]),
  ])
  // longest first, so that no name is replaced inside another one
  const all = [...called.keys()].sort((one, other) => other.length - one.length).map(escaped)
  const namePattern = all.length > 0 ? new RegExp(all.join('|'), 'g') : /(?!)/g
  const plain = (text: string) =>
    text.replace(namePattern, (name) => called.get(name) ?? '').replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, 'address')
  const clean = (value: Json, key = ''): Json => {
    if (secrets.includes(key)) return 'anonymised'
    if (Array.isArray(value)) return (value as readonly Json[]).map((one) => clean(one))
    if (isRecord(value)) {
      // a setting: its name is public, its value is not
      if (Object.keys(value).sort().join() === 'key,value') return { key: value.key, value: 'anonymised' }
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [plain(name), clean(one, name)]))
    }
    return typeof value === 'string' ? plain(value) : value
  }
  return clean(report as Json) as Report
}
