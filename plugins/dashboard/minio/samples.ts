import { Failure } from '../../../core/failure.ts'
import type { Sample } from '../../../engines/measures/samples.ts'
import { readMetrics } from '../../../engines/measures/text.ts'
import type { MinioGround } from '../../../engines/minio/kit.ts'
import type { createTokens } from './tokens.ts'

/** How long a server that wants a token is not asked without one, in ms. */
const WHILE = 300_000

type Ground = Pick<MinioGround, 'clock' | 'metrics' | 'metricsToken' | 'idleSeconds'>

const isRefusal = (error: unknown) => error instanceof Failure && (error.status === 401 || error.status === 403)

const nobody = () =>
  new Failure(
    403,
    'The storage server has let nobody read its metrics',
    'Set CONSOLE_MINIO_METRICS_TOKEN, make the metrics public, or sign in as somebody with admin:Prometheus: while such a session lives, the console asks in its name',
  )

/** Reads the metrics of the server's cluster: with the deployment's token, that of somebody who is signed in, or none where they are public. */
export const createServerSamples = ({ clock, metrics, metricsToken, idleSeconds }: Ground, tokens: ReturnType<typeof createTokens>) => {
  let refusedAt = -Infinity

  const asSomebody = async (signal: AbortSignal) => {
    const idle = idleSeconds === undefined ? Infinity : idleSeconds * 1000
    for (const [accessKey, token] of tokens.current(clock(), idle)) {
      try {
        return await metrics(token, signal)
      } catch (error) {
        if (!isRefusal(error)) throw error
        tokens.refuse(accessKey, clock())
      }
    }
    return undefined
  }

  const asNobody = async (signal: AbortSignal) => {
    if (clock() - refusedAt < WHILE) throw nobody()
    try {
      return await metrics(undefined, signal)
    } catch (error) {
      if (!isRefusal(error)) throw error
      refusedAt = clock()
      throw nobody()
    }
  }

  return async (signal: AbortSignal): Promise<Sample[]> => {
    const text = metricsToken ? await metrics({ bearer: metricsToken, sessionToken: '' }, signal) : ((await asSomebody(signal)) ?? (await asNobody(signal)))
    return readMetrics(text)
  }
}
