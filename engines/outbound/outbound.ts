import { type LookupAddress, promises as dns } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import net, { isIP, type LookupFunction } from 'node:net'
import tls from 'node:tls'
import { Failure } from '../../core/protocol/failure.ts'
import { type Allowed, allowedBy, isInternal } from './addresses.ts'
import {
  responseLargerThan,
  certificateUntrusted,
  allowTarget,
  targetIsInternal,
  hostHasNoAddress,
  addressHasCredentials,
  httpAddressFormat,
} from '../messages.ts'

export type Step = 'address' | 'name' | 'refused' | 'connection' | 'certificate' | 'time' | 'size' | 'status'

/** The form field that contains the address, and its label if that differs: "Target URL". */
export type AddressField = { field: string; title?: string }

/** A user-supplied host could not be reached: 400 with the message `<title>: <reason>`. */
export class Unreachable extends Failure {
  constructor(
    readonly step: Step,
    { field, title = field }: AddressField,
    readonly reason: string,
    detail?: string,
  ) {
    super(400, `${title}: ${reason}`, { field, detail })
  }
}

/** The error message without the field's label, for use beside the address. */
export const reasonOf = (error: Error) => (error instanceof Unreachable ? error.reason : error.message)

/**
 * A host that passed the check. Pass `lookup` to `http`, `https`, `net` or `tls`, so that the connection uses the
 * checked address.
 */
export type CheckedHost = {
  /** Host of the address, without IPv6 brackets and trailing dot. */
  host: string
  port: number
  secure: boolean
  addresses: readonly LookupAddress[]
  lookup: LookupFunction
}

export type OutboundRequest = AddressField & {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Timeout for the whole request in ms; default 10 s. */
  deadline?: number
  /** Response limit in bytes. Required, so that each caller states what it expects. */
  maxBytes: number
  signal?: AbortSignal
}

/** A response of any status; redirects are not followed. */
type OutboundResponse = { status: number; headers: http.IncomingHttpHeaders; body: Buffer }

/**
 * Client for user-supplied addresses: targets, remote servers, webhooks, identity providers. Prevents SSRF: loopback,
 * private networks and cloud metadata are refused unless the operator allows them.
 */
export type Outbound = {
  /**
   * Resolves and checks a host. Throws `Unreachable`: `address` if it is not an http or https address, `name` if it
   * cannot be resolved, `refused` if it must not be contacted.
   */
  check(address: string | URL, at: AddressField): Promise<CheckedHost>
  /**
   * Opens a connection to the checked address, which the caller must close; with https a TLS connection, which accepts
   * `any` certificate if requested. Throws `Unreachable`.
   */
  connect(address: string | URL, options: ConnectOptions): Promise<net.Socket>
  /** Connects, with https including the certificate check, and sends nothing. Throws `Unreachable`. */
  dial(address: string | URL, options: WaitOptions): Promise<void>
  /** Sends one request over a new connection to the checked address. Throws `Unreachable`. */
  request(address: string | URL, request: OutboundRequest): Promise<OutboundResponse>
}

type WaitOptions = AddressField & Pick<OutboundRequest, 'deadline' | 'signal'>

type ConnectOptions = WaitOptions & { certificate?: 'trusted' | 'any' }

type Resolve = (host: string) => Promise<readonly LookupAddress[]>

type OutboundOptions = {
  /** Internal destinations that are allowed (`CONSOLE_ALLOWED_TARGETS`). */
  allowed?: Allowed
  /** Certificate authorities (PEM), in place of Node's own list. */
  ca?: string[] | undefined
  resolve?: Resolve
}

const DEADLINE = 10_000

const resolveName: Resolve = (host) => dns.lookup(host, { all: true })

/** Parses an http or https address; numeric hosts (`http://0x7f.1`) become IP addresses. */
const parse = (address: string | URL, at: AddressField): URL => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new Unreachable('address', at, httpAddressFormat)
  if (url.username || url.password) throw new Unreachable('address', at, addressHasCredentials)
  return url
}

const certificate = /^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT_|ERR_TLS_CERT)/

/** A lookup that returns only the checked addresses, which prevents DNS rebinding. */
const pinnedLookup = (addresses: readonly LookupAddress[]): LookupFunction => {
  const [first] = addresses
  return (_host, options, done) => {
    if (options.all) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family)
  }
}

export const createOutbound = ({ allowed = [], ca, resolve = resolveName }: OutboundOptions = {}): Outbound => {
  const isAllowed = allowedBy(allowed)

  const addressesOf = async (host: string, at: AddressField) => {
    const family = isIP(host)
    if (family) return [{ address: host, family }]
    try {
      return await resolve(host)
    } catch (error) {
      throw new Unreachable('name', at, `there is no host "${host}"`, (error as Error).message)
    }
  }

  const check = async (address: string | URL, at: AddressField): Promise<CheckedHost> => {
    const url = parse(address, at)
    const host = url.hostname
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase()
    const resolved = await addressesOf(host, at)
    if (resolved.length === 0) throw new Unreachable('name', at, hostHasNoAddress(host))
    const addresses = isAllowed.host(host)
      ? resolved
      : resolved.filter((one) => isAllowed.address(one.address) || !isInternal(one.address))
    if (addresses.length === 0) throw new Unreachable('refused', at, targetIsInternal(host), allowTarget)
    const secure = url.protocol === 'https:'
    return { host, port: Number(url.port) || (secure ? 443 : 80), secure, addresses, lookup: pinnedLookup(addresses) }
  }

  /** Runs work within the timeout and converts errors to `Unreachable` for the field. */
  const withDeadline = async <T>(
    address: string | URL,
    { deadline = DEADLINE, signal: caller, ...at }: WaitOptions,
    act: (url: URL, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const url = parse(address, at)
    const late = new Unreachable('time', at, `${url.host} does not answer`, `No response within ${deadline / 1000} s`)
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(late), deadline)
    const signal = caller ? AbortSignal.any([caller, limit.signal]) : limit.signal
    const ended = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    )
    ended.catch(() => undefined)

    const failureOf = (error: NodeJS.ErrnoException): Error => {
      if (signal.aborted) return signal.reason as Error
      if (error instanceof Failure) return error
      if (certificate.test(error.code ?? ''))
        return new Unreachable('certificate', at, certificateUntrusted(url.host), error.message)
      return new Unreachable('connection', at, `${url.host} cannot be reached`, error.message || error.code)
    }

    try {
      signal.throwIfAborted()
      return await Promise.race([act(url, signal), ended])
    } catch (error) {
      throw failureOf(error as NodeJS.ErrnoException)
    } finally {
      clearTimeout(timer)
    }
  }

  const connect: Outbound['connect'] = (address, options) =>
    withDeadline(address, options, async (url, signal) => {
      const { host, port, secure, lookup } = await check(url, options)
      const to = { host, port, lookup }
      const trusted = options.certificate !== 'any'
      const socket = secure
        ? tls.connect({
            ...to,
            ...(!isIP(host) && { servername: host }),
            ...(ca && { ca }),
            rejectUnauthorized: trusted,
          })
        : net.connect(to)
      const leave = () => void socket.destroy()
      signal.addEventListener('abort', leave, { once: true })
      try {
        await new Promise<void>((resolve, reject) => {
          socket.once(secure ? 'secureConnect' : 'connect', () => resolve()).once('error', reject)
        })
        return socket
      } catch (error) {
        socket.destroy()
        throw error
      } finally {
        signal.removeEventListener('abort', leave)
      }
    })

  const dial: Outbound['dial'] = async (address, options) => void (await connect(address, options)).destroy()

  const request: Outbound['request'] = (address, { method = 'GET', headers = {}, body, maxBytes, ...limits }) =>
    withDeadline(address, limits, async (url, signal) => {
      const { lookup } = await check(url, limits)
      const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
        const outgoing = (url.protocol === 'https:' ? https : http).request(url, {
          method,
          headers: {
            'user-agent': 'Stowage',
            ...headers,
            ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
          },
          agent: false,
          lookup,
          signal,
          ...(ca && { ca }),
        })
        outgoing.once('response', resolve).once('error', reject).end(body)
      })
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of response) {
        size += (chunk as Buffer).length
        if (size > maxBytes) throw new Unreachable('size', limits, responseLargerThan(url.host, maxBytes))
        chunks.push(chunk as Buffer)
      }
      return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }
    })

  return { check, connect, dial, request }
}

/** A client for an address that the operator configured, which may be on a private network. */
export const outboundTo = ({ hostname }: URL, ca?: string[]): Outbound =>
  createOutbound({ allowed: [hostname.replace(/^\[|\]$/g, '')], ca })
