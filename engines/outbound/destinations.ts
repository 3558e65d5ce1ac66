import { connectionStrings } from '../../core/protocol/connection-strings.ts'
import { type AddressField, type Outbound, Unreachable } from './outbound.ts'
import {
  mysqlDsnFormat,
  postgresDsnFormat,
  addressHasBlanks,
  hostMissing,
  httpsAddressFormat,
  ipv6NeedsBrackets,
  portInvalid,
  portMissing,
  hostInvalid,
} from '../messages.ts'

/** A host that a server connects to because of a setting; `tls` if the scheme implies TLS from the start. */
export type Destination = { host: string; port: number | undefined; tls: boolean }

/** The normalized text of a setting, and the hosts that a server connects to because of it. */
export type ParsedAddress = { text: string; destinations: readonly Destination[] }

/** Go's drivers connect to localhost if no host is given. */
const LOCAL = 'localhost'

const secureScheme = /^(https|amqps|ssl|tls|mqtts|wss|rediss)$/i

/** Thrown for an invalid address; `parseAddress` adds the field. */
class InvalidAddress extends Error {}

const invalid = (message: string) => new InvalidAddress(message)

/** Normalizes a host: lower case, IDNs in ASCII, numeric forms such as `0x7f.1` as an IP address. */
const parseHost = (text: string): string => {
  if (text === '') return LOCAL
  const url = /^[^\s/?#@\\%:[\]]+$|^\[[0-9a-f:.]+\]$/i.test(text) ? URL.parse(`http://${text}/`) : null
  if (!url?.hostname) throw invalid(hostInvalid(text))
  return url.hostname
}

const parsePort = (text: string): number => {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) throw invalid(text === '' ? portMissing : portInvalid(text))
  return port
}

/** Parses `host` or `host:port`; an empty host means localhost. */
const parseHostPort = (text: string, tls = false): ParsedAddress => {
  const [, name = '', port] = /^(\[[^\]]*\]|[^:[\]]*)(?::(.*))?$/s.exec(text) ?? []
  if (text !== '' && name === '' && port === undefined) throw invalid(ipv6NeedsBrackets)
  const destination = { host: parseHost(name), port: port === undefined ? undefined : parsePort(port), tls }
  const host = name === '' ? '' : destination.host
  return { text: port === undefined ? host : `${host}:${destination.port}`, destinations: [destination] }
}

const encoded = (text: string, allowed: RegExp) => text.replace(allowed, encodeURIComponent)

/**
 * Parses a URL with one or several hosts. Whatever Go and WHATWG parsers read differently is normalized or rejected:
 * whitespace, backslashes, a colon without a port, a missing host.
 */
const parseUrl = (typed: string, hosts: 'one' | 'several' = 'one'): ParsedAddress => {
  if (/[\s\\\p{Cc}]/u.test(typed)) throw invalid(addressHasBlanks)
  const [, scheme = '', authority = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(typed) ?? []
  if (scheme === '') throw invalid(httpsAddressFormat)
  if (/%(?![0-9a-f]{2})/i.test(typed)) throw invalid('write % as %25 in the address')
  const at = authority.lastIndexOf('@')
  const user = at < 0 ? '' : `${encoded(authority.slice(0, at), /[^\w.~!$&'()*+,;=:%-]/gu)}@`
  const named = authority.slice(at + 1)
  if (named === '' && /^https?$/i.test(scheme)) throw invalid(hostMissing)
  const parts = hosts === 'several' ? named.split(',') : [named]
  const parsed = parts.map((part) => parseHostPort(part, secureScheme.test(scheme)))
  const path = encoded(rest, /[^\w.~!$&'()*+,;=:@%/?#[\]-]/gu)
  return {
    text: `${scheme.toLowerCase()}://${user}${parsed.map(({ text }) => text).join(',')}${path}`,
    destinations: parsed.flatMap(({ destinations }) => destinations),
  }
}

const parseEither = (text: string): ParsedAddress => {
  if (text.includes('://')) return parseUrl(text)
  if (/[\s\\\p{Cc}]/u.test(text)) throw invalid(addressHasBlanks)
  return parseHostPort(text)
}

const parseList = (text: string): ParsedAddress => {
  const parsed = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map(parseEither)
  return {
    text: parsed.map((entry) => entry.text).join(','),
    destinations: parsed.flatMap(({ destinations }) => destinations),
  }
}

/** A path is a Unix socket of the server, so it counts as localhost. */
const hostsOf = (text: string, port: number | undefined): Destination[] =>
  text.split(',').map((host) => ({ host: host.startsWith('/') ? LOCAL : parseHost(host), port, tls: false }))

/** Parses a PostgreSQL connection string: `host=… dbname=…` or `postgres://…`, whose query may also contain hosts. */
const parsePostgres = (text: string): ParsedAddress => {
  const trimmed = text.trim()
  if (/^[a-z]+:\/\//i.test(trimmed)) {
    const parsed = parseUrl(trimmed, 'several')
    const query = new URLSearchParams(/\?([^#]*)/.exec(parsed.text)?.[1])
    const queryHosts = ['host', 'hostaddr']
      .flatMap((key) => query.getAll(key))
      .flatMap((host) => hostsOf(host, undefined))
    return { ...parsed, destinations: [...parsed.destinations, ...queryHosts] }
  }
  const parts = connectionStrings.postgres.parse(trimmed)
  if (!parts) throw invalid(postgresDsnFormat)
  const port = parts.port === '' ? undefined : parsePort(parts.port)
  const addresses = Array.from(trimmed.matchAll(/(?:^|\s)hostaddr\s*=\s*'?([^'\s]*)/g), ([, address = '']) => address)
  return { text: trimmed, destinations: [parts.host, ...addresses].flatMap((host) => hostsOf(host, port)) }
}

/** Parses a MySQL data source name: `user:password@tcp(host:port)/name`. */
const parseMysql = (text: string): ParsedAddress => {
  const parts = connectionStrings.mysql.parse(text)
  if (!parts) throw invalid(mysqlDsnFormat)
  const port = parts.port === '' ? undefined : parsePort(parts.port)
  return { text, destinations: [{ host: parseHost(parts.host), port, tls: false }] }
}

const parsers: Readonly<Record<string, (text: string) => ParsedAddress>> = {
  endpoint: parseUrl,
  url: parseUrl,
  config_url: parseUrl,
  keycloak_admin_url: parseUrl,
  proxy: parseEither,
  broker: parseEither,
  server_addr: parseEither,
  endpoints: parseList,
  brokers: parseList,
  address: parseList,
  nsqd_address: parseList,
  connection_string: parsePostgres,
  dsn_string: parseMysql,
}

/**
 * Parses a setting of a storage server; a setting without hosts is returned unchanged. @throws `Unreachable` 400, about
 * the field `at`, for values that the server could parse differently.
 */
export const parseAddress = (key: string, value: string, at: AddressField = { field: key }): ParsedAddress => {
  const parser = Object.hasOwn(parsers, key) ? parsers[key] : undefined
  if (!parser || value === '') return { text: value, destinations: [] }
  try {
    return parser(value)
  } catch (error) {
    if (error instanceof InvalidAddress) throw new Unreachable('address', at, error.message)
    throw error
  }
}

/**
 * Rejects a setting with a host that the console itself must not contact, since the storage server is usually on the
 * same network. Returns the text to send. Accepts names that only the storage server can resolve. @throws `Unreachable`
 * 400 about the key.
 */
export const assertReachable = async (outbound: Outbound, key: string, value: string): Promise<string> => {
  const { text, destinations } = parseAddress(key, value)
  for (const { host } of destinations) {
    await outbound.check(`http://${host}`, { field: key }).catch((error: unknown) => {
      if (!(error instanceof Unreachable) || error.step === 'refused') throw error
    })
  }
  return text
}
