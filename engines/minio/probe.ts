import http from 'node:http'
import https from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { Target } from '../transport.ts'

/** What the first moments of a connection to the storage server tell, without anybody's keys. */
export type Probed = {
  /**
   * How far the server's clock is before this machine's, in ms; it tells whole seconds. Nothing where it told no time.
   */
  skew: number | undefined
  /** When the certificate that it shows ends, in ms since 1970. */
  certificateEnds: number | undefined
}

const PATIENCE = 5000

/** Dates in headers are cut to whole seconds, so the middle of that second is the best guess. */
const CUT = 500

/**
 * Connects anew and looks: at the certificate, trusted or not, and at the clock, which is compared with the middle
 * between asking and being answered. Throws where the server is away.
 */
export const probe = (
  { url, ca }: Pick<Target, 'url' | 'ca'>,
  stop?: AbortSignal,
  clock: () => number = Date.now,
): Promise<Probed> =>
  new Promise((resolve, reject) => {
    let asked = clock()
    const secure = url.protocol === 'https:'
    const request = (secure ? https : http).request(new URL('/minio/health/live', url), {
      agent: false,
      signal: stop ? AbortSignal.any([AbortSignal.timeout(PATIENCE), stop]) : AbortSignal.timeout(PATIENCE),
      ...(secure && { rejectUnauthorized: false, ...(ca && { ca }) }),
    })
    request.once('socket', (socket) => socket.once(secure ? 'secureConnect' : 'connect', () => (asked = clock())))
    request.once('response', (answer) => {
      const told = Date.parse(answer.headers.date ?? '')
      const between = (asked + clock()) / 2
      const ends = secure ? Date.parse((answer.socket as TLSSocket).getPeerCertificate().valid_to) : NaN
      answer.destroy()
      resolve({
        skew: Number.isNaN(told) ? undefined : told + CUT - between,
        certificateEnds: Number.isNaN(ends) ? undefined : ends,
      })
    })
    request.once('error', reject).end()
  })
