import { Failure } from 'stowage'
import { readMetrics } from '../backend/history/prometheus-text.ts'
import type { Sample } from '../backend/history/samples.ts'
import type { createTokens, Token } from './tokens.ts'
import type { MinioBackgroundContext } from 'stowage/server'
import * as messages from '../messages.ts'

/** How long after a refusal no anonymous request is tried, in ms. */
const REFUSAL_PAUSE = 300_000

type MetricsAccess = Pick<MinioBackgroundContext, 'clock' | 'metrics' | 'idleSeconds'> & {
  metricsToken: string | undefined
}

const isRefusal = (error: unknown) => error instanceof Failure && (error.status === 401 || error.status === 403)

const noAccess = () =>
  new Failure(403, messages.metricsAccessRefused, {
    detail: messages.grantMetricsAccess,
  })

/**
 * A single server reports its drives in the node metrics. With several servers these are skipped: the console asks one
 * server, which knows only its own drives.
 */
const ofDrives = ({ name }: Sample) => name.startsWith('minio_node_drive_')

const isAlone = (samples: readonly Sample[]) => {
  const servers = samples.filter(
    ({ name }) => name === 'minio_cluster_nodes_online_total' || name === 'minio_cluster_nodes_offline_total',
  )
  return servers.reduce((sum, { value }) => sum + value, 0) === 1
}

/**
 * Reads cluster metrics with the configured token, with a signed-in user's token, or anonymously if they are public.
 */
export const createServerSamples = (
  { clock, metrics, metricsToken, idleSeconds }: MetricsAccess,
  tokens: ReturnType<typeof createTokens>,
) => {
  let refusedAt = -Infinity

  const readSamples = async (token: Token | undefined, signal: AbortSignal): Promise<Sample[]> => {
    const samples = await readMetrics(await metrics('cluster', token, signal))
    return isAlone(samples)
      ? [...samples, ...(await readMetrics(await metrics('node', token, signal))).filter(ofDrives)]
      : samples
  }

  const readAsUser = async (signal: AbortSignal) => {
    const idle = idleSeconds === undefined ? Infinity : idleSeconds * 1000
    for (const [accessKey, token] of tokens.current(clock(), idle)) {
      try {
        return await readSamples(token, signal)
      } catch (error) {
        if (!isRefusal(error)) throw error
        tokens.refuse(accessKey, clock())
      }
    }
    return undefined
  }

  const readAnonymously = async (signal: AbortSignal) => {
    if (clock() - refusedAt < REFUSAL_PAUSE) throw noAccess()
    try {
      return await readSamples(undefined, signal)
    } catch (error) {
      if (!isRefusal(error)) throw error
      refusedAt = clock()
      throw noAccess()
    }
  }

  return async (signal: AbortSignal): Promise<Sample[]> =>
    metricsToken
      ? readSamples({ bearer: metricsToken, sessionToken: '' }, signal)
      : ((await readAsUser(signal)) ?? readAnonymously(signal))
}
