import type { FastifyReply } from 'fastify'
import { Failure } from '../core/protocol/failure.ts'
import type { Session } from './cookie.ts'
import { startExportAgain, tooManyExports } from './messages.ts'

/** Maximum number of concurrent exports per session: each lists and reads many objects while it is written. */
const MAX_EXPORTS = 4

/**
 * Counts the exports of each session until their responses are complete.
 *
 * @throws `Failure` 429 above the limit.
 */
export type ExportLimit = (session: Pick<Session, 'id'>, reply: Pick<FastifyReply, 'raw'>) => void

export const createExportLimit = (): ExportLimit => {
  const running = new Map<string, number>()
  return ({ id }, { raw }) => {
    const count = running.get(id) ?? 0
    if (count >= MAX_EXPORTS)
      throw new Failure(429, tooManyExports(MAX_EXPORTS), {
        detail: startExportAgain,
      })
    running.set(id, count + 1)
    const release = () => {
      raw.off('finish', release)
      raw.off('close', release)
      const left = (running.get(id) ?? 1) - 1
      if (left > 0) running.set(id, left)
      else running.delete(id)
    }
    raw.once('finish', release)
    raw.once('close', release)
  }
}
