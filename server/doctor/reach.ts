import { lookup } from 'node:dns/promises'
import { connect, isIP } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { Check } from './check.ts'
import { failed, ok, warning } from './check.ts'

const TIMEOUT = 5000
const DAY = 86_400_000
/** Certificates that end sooner get a warning, in ms. */
const SOON = 14 * DAY

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')
const portOf = (url: URL) => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)

const dns = async (host: string): Promise<Check> => {
  if (isIP(host)) return ok('DNS', `${host} is an address`)
  try {
    const addresses = await lookup(host, { all: true })
    return ok('DNS', `${host} is ${addresses.map(({ address }) => address).join(', ')}`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return failed(
      'DNS',
      `There is no host ${host} (${code})`,
      'Correct the host name, or the DNS server of this machine',
    )
  }
}

const opened = (host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ host, port })
      .setTimeout(TIMEOUT, () => socket.destroy(new Error(`no answer within ${TIMEOUT / 1000} s`)))
      .once('connect', () => {
        socket.destroy()
        resolve()
      })
      .once('error', reject)
  })

const connection = async (host: string, port: number): Promise<Check> => {
  try {
    await opened(host, port)
    return ok('Connection', `${host} accepts connections on port ${port}`)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return failed(
      'Connection',
      `${host} accepts no connection on port ${port} (${code ?? message})`,
      'Start the server, correct the port, or let a firewall pass the connection',
    )
  }
}

type Handshake = { problem: NodeJS.ErrnoException | undefined; ends: number; names: string }

const handshake = (host: string, port: number, ca: string[] | undefined) =>
  new Promise<Handshake>((resolve, reject) => {
    const socket: TLSSocket = connectTls(
      { host, port, rejectUnauthorized: false, ...(ca && { ca }), ...(!isIP(host) && { servername: host }) },
      () => {
        const { valid_to: end, subjectaltname: names = 'no name' } = socket.getPeerCertificate()
        const problem = (socket.authorizationError ?? undefined) as unknown as NodeJS.ErrnoException | undefined
        socket.destroy()
        resolve({ problem, ends: Date.parse(end), names })
      },
    )
    socket.setTimeout(TIMEOUT, () => socket.destroy(new Error(`no answer within ${TIMEOUT / 1000} s`)))
    socket.once('error', reject)
  })

const trustFix = (problem: string, variable: string) =>
  problem.includes('ALTNAME')
    ? 'Use a host name that the certificate contains'
    : problem.includes('EXPIRED')
      ? 'Renew the certificate of the server'
      : `Let ${variable} name a PEM file with the authority that signed the certificate`

const tls = async (url: URL, ca: string[] | undefined, variable: string): Promise<Check> => {
  const host = hostOf(url)
  if (url.protocol !== 'https:') return ok('TLS', 'The address uses plain HTTP')
  try {
    const { problem, ends, names } = await handshake(host, portOf(url), ca)
    const code = problem && String(problem.code ?? problem)
    if (code)
      return failed('TLS', `The certificate of ${host} (${names}) is not trusted: ${code}`, trustFix(code, variable))
    const date = new Date(ends).toISOString().slice(0, 10)
    return ends - Date.now() < SOON
      ? warning('TLS', `The certificate of ${host} expires on ${date}`, 'Renew it')
      : ok('TLS', `The certificate of ${host} is trusted and expires on ${date}`)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return failed(
      'TLS',
      `${host} does not speak TLS (${code ?? message})`,
      'Use http:// in the address, or set up TLS on the server',
    )
  }
}

/** Checks name, connection and certificate of an address, until one fails. `variable` names trusted authorities. */
export async function* reach(url: URL, ca: string[] | undefined, variable: string): AsyncGenerator<Check> {
  const host = hostOf(url)
  for (const check of [() => dns(host), () => connection(host, portOf(url)), () => tls(url, ca, variable)]) {
    const done = await check()
    yield done
    if (done.status === 'failed') return
  }
}
