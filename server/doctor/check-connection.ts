import { lookup } from 'node:dns/promises'
import { connect, isIP } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { Check } from './check.ts'
import { failed, ok, warning } from './check.ts'
import {
  httpOrTlsAdvice,
  notTls,
  certificateTrusted,
  certificateExpires,
  certificateUntrusted,
  trustAuthority,
  renewCertificate,
  hostOfCertificateRequired,
  startServerOrOpenPort,
  portClosed,
  portOpen,
  correctHostName,
  hostMissing,
} from '../messages.ts'

const TIMEOUT = 5000
const DAY = 86_400_000
/** Certificates that end sooner get a warning, in ms. */
export const SOON = 14 * DAY

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')
const portOf = (url: URL) => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)

const dns = async (host: string): Promise<Check> => {
  if (isIP(host)) return ok('DNS', `${host} is an address`)
  try {
    const addresses = await lookup(host, { all: true })
    return ok('DNS', `${host} is ${addresses.map(({ address }) => address).join(', ')}`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return failed('DNS', hostMissing(host, code), correctHostName)
  }
}

const opened = (host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ host, port })
      .setTimeout(TIMEOUT, () => socket.destroy(new Error(`no response within ${TIMEOUT / 1000} s`)))
      .once('connect', () => {
        socket.destroy()
        resolve()
      })
      .once('error', reject)
  })

const connection = async (host: string, port: number): Promise<Check> => {
  try {
    await opened(host, port)
    return ok('Connection', portOpen(host, port))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return failed('Connection', portClosed(host, port, code ?? message), startServerOrOpenPort)
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
    socket.setTimeout(TIMEOUT, () => socket.destroy(new Error(`no response within ${TIMEOUT / 1000} s`)))
    socket.once('error', reject)
  })

const trustFix = (problem: string, variable: string) =>
  problem.includes('ALTNAME')
    ? hostOfCertificateRequired
    : problem.includes('EXPIRED')
      ? renewCertificate
      : trustAuthority(variable)

const tls = async (url: URL, ca: string[] | undefined, variable: string): Promise<Check> => {
  const host = hostOf(url)
  if (url.protocol !== 'https:') return ok('TLS', 'The address uses plain HTTP')
  try {
    const { problem, ends, names } = await handshake(host, portOf(url), ca)
    const code = problem && String(problem.code ?? problem)
    if (code) return failed('TLS', certificateUntrusted(host, names, code), trustFix(code, variable))
    const date = new Date(ends).toISOString().slice(0, 10)
    return ends - Date.now() < SOON
      ? warning('TLS', certificateExpires(host, date), 'Renew it')
      : ok('TLS', certificateTrusted(host, date))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return failed('TLS', notTls(host, code ?? message), httpOrTlsAdvice)
  }
}

/** Checks name, connection and certificate of an address, until one fails. `variable` names trusted authorities. */
export async function* checkConnection(url: URL, ca: string[] | undefined, variable: string): AsyncGenerator<Check> {
  const host = hostOf(url)
  for (const check of [() => dns(host), () => connection(host, portOf(url)), () => tls(url, ca, variable)]) {
    const done = await check()
    yield done
    if (done.status === 'failed') return
  }
}
