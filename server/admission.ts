import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../core/protocol/failure.ts'
import { networkOf, type Throttle, ThrottledError } from './throttle.ts'

/** Maximum number of networks whose wrong credentials are remembered. */
const MAX_NETWORKS = 1000

/**
 * Runs the check that admits a caller without a session. Counts wrong credentials by network. @throws `Failure` 429
 * after too many of them.
 */
export type Admission = (
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  reply: Pick<FastifyReply, 'header'>,
  check: () => Promise<void>,
) => Promise<void>

export const createAdmission = (throttle: Throttle): Admission => {
  const lastWrong = new Map<string, string>()
  return async ({ ip, headers }, reply, check) => {
    const from = networkOf(ip)
    const credential = createHash('sha256').update(String(headers.authorization)).digest('base64url')
    // a storage server retries an outdated token for hours; that is not guessing, and must not block the new token
    const isGuess = (error: unknown) => {
      if (!(error instanceof Failure && error.status === 401) || lastWrong.get(from) === credential) return false
      lastWrong.delete(from)
      lastWrong.set(from, credential)
      for (const [oldest] of lastWrong) if (lastWrong.size > MAX_NETWORKS) lastWrong.delete(oldest)
      return true
    }
    try {
      await throttle([{ key: `admission ${from}`, free: 20, maxSeconds: 60, beyond: 'refused' }], check, isGuess)
    } catch (error) {
      if (error instanceof ThrottledError) reply.header('retry-after', error.seconds)
      throw error
    }
  }
}
