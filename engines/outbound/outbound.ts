import { type LookupAddress, promises as dns } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import net, { isIP, type LookupFunction } from 'node:net'
import tls from 'node:tls'
import { Failure } from '../../core/failure.ts'
import { type Allowed, allowedBy, isInternal } from './addresses.ts'

/** Which part of reaching a host failed. */
export type Step = 'address' | 'name' | 'refused' | 'connection' | 'certificate' | 'time' | 'size' | 'status'

/** The field of a request that names a host, and what people call it if that is another word: "Target URL". */
export type AddressField = { field: string; title?: string }

/** A host that a field names and that was not reached: 400, its message `<title>: <reason>`. */
export class Unreached extends Failure {
  constructor(
    readonly step: Step,
    { field, title = field }: AddressField,
    readonly reason: string,
    detail?: string,
  ) {
    super(400, `${title}: ${reason}`, { field, detail })
  }
}

/** The failure without the name of the field, for a place that shows it beside the address. */
export const reasonOf = (error: Error) => (error instanceof Unreached ? error.reason : error.message)

/**
 * A host that may be reached. Give `lookup` to `http`, `https`, `net` or `tls`: the connection then goes to what was
 * checked.
 */
export type Checked = {
  /** As it stands in the address, without the brackets of version 6 and the dot at a name's end. */
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
  /** In ms for all of it; 10 s if not given. */
  deadline?: number
  /** The most bytes of an answer. There is no default, so that each caller states what it expects. */
  most: number
  signal?: AbortSignal
}

/** An answer, whatever its status; one that leads elsewhere (3xx) is not followed. */
export type OutboundAnswer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer }

/**
 * The way to hosts that people name: targets, remote servers, webhooks, identity providers. What the console can reach
 * and they cannot (this machine, private networks, cloud metadata) stays closed unless the deployment lists it.
 */
export type Outbound = {
  /**
   * Checks a host after asking for its addresses. Throws `Unreached`: `address` for what is no http or https address,
   * `name` for a name that nobody knows, `refused` for a host that is not to be reached.
   */
  check(address: string | URL, at: AddressField): Promise<Checked>
  /**
   * A connection to what was checked, which whoever asked for it closes; with https one of TLS, to `any` certificate
   * where that is said. Throws `Unreached`.
   */
  connect(address: string | URL, options: ConnectOptions): Promise<net.Socket>
  /** Connects, with https as far as the certificate, and says nothing. Throws `Unreached`. */
  dial(address: string | URL, options: Waiting): Promise<void>
  /** One request over a connection of its own, to what was checked. Throws `Unreached`. */
  request(address: string | URL, request: OutboundRequest): Promise<OutboundAnswer>
}

/** How long to wait for whom. */
type Waiting = AddressField & Pick<OutboundRequest, 'deadline' | 'signal'>

type ConnectOptions = Waiting & { certificate?: 'trusted' | 'any' }

type Resolve = (host: string) => Promise<readonly LookupAddress[]>

type OutboundOptions = {
  /** What may be reached although it is internal (`CONSOLE_ALLOWED_TARGETS`). */
  allowed?: Allowed
  /** The certificates (PEM) of all authorities to trust, in place of Node's own list. */
  ca?: string[] | undefined
  resolve?: Resolve
}

const DEADLINE = 10_000

const byName: Resolve = (host) => dns.lookup(host, { all: true })

/**
 * An http or https address; numbers of all forms that stand for a host (`http://0x7f.1`) are written as an address
 * then.
 */
const parse = (address: string | URL, at: AddressField): URL => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new Unreached('address', at, 'enter an address that begins with http:// or https://')
  if (url.username || url.password) throw new Unreached('address', at, 'leave user and password out of the address')
  return url
}

const certificate = /^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT_|ERR_TLS_CERT)/

/** Connects to one of the checked addresses alone, whatever the name has become meanwhile. */
const pinned = (addresses: readonly LookupAddress[]): LookupFunction => {
  const [first] = addresses
  return (_host, options, done) => {
    if (options.all) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family)
  }
}

/** The guard of a deployment. */
export const createOutbound = ({ allowed = [], ca, resolve = byName }: OutboundOptions = {}): Outbound => {
  const isAllowed = allowedBy(allowed)

  const addressesOf = async (host: string, at: AddressField) => {
    const family = isIP(host)
    if (family) return [{ address: host, family }]
    try {
      return await resolve(host)
    } catch (error) {
      throw new Unreached('name', at, `there is no host "${host}"`, (error as Error).message)
    }
  }

  const check = async (address: string | URL, at: AddressField): Promise<Checked> => {
    const url = parse(address, at)
    const host = url.hostname
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase()
    const found = await addressesOf(host, at)
    if (found.length === 0) throw new Unreached('name', at, `the host "${host}" has no address`)
    const addresses = isAllowed.host(host)
      ? found
      : found.filter((one) => isAllowed.address(one.address) || !isInternal(one.address))
    if (addresses.length === 0)
      throw new Unreached(
        'refused',
        at,
        `"${host}" lies in this console's own network, which it does not reach for others`,
        'Whoever runs the console can list the host, or a range of addresses, in CONSOLE_ALLOWED_TARGETS',
      )
    const secure = url.protocol === 'https:'
    return { host, port: Number(url.port) || (secure ? 443 : 80), secure, addresses, lookup: pinned(addresses) }
  }

  /** Does something within the deadline; whatever goes wrong is told in the words of the field. */
  const within = async <T>(
    address: string | URL,
    { deadline = DEADLINE, signal: caller, ...at }: Waiting,
    act: (url: URL, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const url = parse(address, at)
    const late = new Unreached('time', at, `${url.host} does not answer`, `Nothing came within ${deadline / 1000} s`)
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
        return new Unreached('certificate', at, `the certificate of ${url.host} cannot be trusted`, error.message)
      return new Unreached('connection', at, `${url.host} cannot be reached`, error.message || error.code)
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
    within(address, options, async (url, signal) => {
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

  const request: Outbound['request'] = (address, { method = 'GET', headers = {}, body, most, ...limits }) =>
    within(address, limits, async (url, signal) => {
      const { lookup } = await check(url, limits)
      const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
        const sent = (url.protocol === 'https:' ? https : http).request(url, {
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
        sent.once('response', resolve).once('error', reject).end(body)
      })
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of answer) {
        size += (chunk as Buffer).length
        if (size > most) throw new Unreached('size', limits, `${url.host} answers with more than ${most} bytes`)
        chunks.push(chunk as Buffer)
      }
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }
    })

  return { check, connect, dial, request }
}
