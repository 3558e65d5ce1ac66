import http from 'node:http'
import https from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { Target } from './transport.ts'

/** Properties of the storage server that can be read without credentials. */
export type ProbeResult = {
  /**
   * How far the server's clock is ahead of ours in ms, with a resolution of one second; `undefined` without a Date
   * header.
   */
  skew: number | undefined
  /** In ms since 1970. */
  certificateEnds: number | undefined
  /** Whether every erasure set has a write quorum; `undefined` if the server does not report it. */
  isWritable: boolean | undefined
}

/** Health check of a MinIO server, which says whether the cluster can write. */
export const CLUSTER_HEALTH = '/minio/health/cluster'

const TIMEOUT = 5000

/** Date headers are truncated to seconds, so the middle of that second is the best estimate. */
const HALF_SECOND = 500

/** Write health from the cluster health check; only MinIO's own response has the quorum header. */
const isWritable = ({ statusCode, headers }: http.IncomingMessage) => {
  if (headers['x-minio-write-quorum'] === undefined) return undefined
  return statusCode === 200 ? true : statusCode === 503 ? false : undefined
}

/**
 * Reads certificate (trusted or not) and clock over a new connection, and at `CLUSTER_HEALTH` the cluster's health. The
 * clock is compared with the middle between request and response. Rejects if the server does not respond.
 */
export const probe = (
  { url, ca, path = '/' }: Pick<Target, 'url' | 'ca'> & { path?: string },
  stop?: AbortSignal,
  clock: () => number = Date.now,
): Promise<ProbeResult> =>
  new Promise((resolve, reject) => {
    let requestedAt = clock()
    const secure = url.protocol === 'https:'
    const request = (secure ? https : http).request(new URL(path, url), {
      agent: false,
      signal: stop ? AbortSignal.any([AbortSignal.timeout(TIMEOUT), stop]) : AbortSignal.timeout(TIMEOUT),
      ...(secure && { rejectUnauthorized: false, ...(ca && { ca }) }),
    })
    request.once('socket', (socket) => socket.once(secure ? 'secureConnect' : 'connect', () => (requestedAt = clock())))
    request.once('response', (response) => {
      const serverTime = Date.parse(response.headers.date ?? '')
      const between = (requestedAt + clock()) / 2
      const expires = secure ? Date.parse((response.socket as TLSSocket).getPeerCertificate().valid_to) : NaN
      response.destroy()
      resolve({
        skew: Number.isNaN(serverTime) ? undefined : serverTime + HALF_SECOND - between,
        certificateEnds: Number.isNaN(expires) ? undefined : expires,
        isWritable: isWritable(response),
      })
    })
    request.once('error', reject).end()
  })
