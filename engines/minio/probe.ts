import http from 'node:http'
import https from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { Target } from '../transport.ts'

/** What a connection to the storage server shows without credentials. */
export type Probed = {
  /**
   * How far the server's clock is before this machine's, in ms; it tells whole seconds. Nothing where it told no time.
   */
  skew: number | undefined
  /** When the certificate that it shows ends, in ms since 1970. */
  certificateEnds: number | undefined
  /** Whether every erasure set has enough drives to write; undefined for a server that does not report it. */
  isWritable: boolean | undefined
}

const PATIENCE = 5000

/** Dates in headers are cut to whole seconds, so the middle of that second is the best guess. */
const CUT = 500

/** What the health check of the cluster says about writing; only MinIO's own answer carries the quorum. */
const isWritable = ({ statusCode, headers }: http.IncomingMessage) => {
  if (headers['x-minio-write-quorum'] === undefined) return undefined
  return statusCode === 200 ? true : statusCode === 503 ? false : undefined
}

/**
 * Opens a new connection and reads the certificate, trusted or not, the clock, which is compared with the middle
 * between request and response, and the health of the cluster. Rejects if the server does not answer.
 */
export const probe = (
  { url, ca }: Pick<Target, 'url' | 'ca'>,
  stop?: AbortSignal,
  clock: () => number = Date.now,
): Promise<Probed> =>
  new Promise((resolve, reject) => {
    let asked = clock()
    const secure = url.protocol === 'https:'
    const request = (secure ? https : http).request(new URL('/minio/health/cluster', url), {
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
        isWritable: isWritable(answer),
      })
    })
    request.once('error', reject).end()
  })
