import type { TraceBackend } from './backend.ts'
import { whileAllowed } from './adapters/watched.ts'
import { passing } from './served.ts'
import type { Context } from '../../engines/embedded/kit.ts'
import type { Tracer } from '../../engines/embedded/tracer.ts'

/** The calls of this engine's ports: those of buckets and objects as `s3`, all others as `internal`. */
export const createTrace = ({ enter }: Context, tracer: Tracer): TraceBackend => ({
  follow: async function* (filter, signal) {
    const assertMay = async () => enter().caller.assert('admin:ServerTrace')
    await assertMay()
    for await (const call of whileAllowed(assertMay, (until) => passing(tracer.follow(until), filter), signal)) {
      await assertMay()
      yield call
    }
  },
})
