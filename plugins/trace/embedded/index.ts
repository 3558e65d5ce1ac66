import type { TraceBackend } from '../backend.ts'
import { filterCalls } from '../backend/engine-call.ts'
import { type EmbeddedAdapterContext, reauthorizeStream } from 'stowage/server'

/** Traces the embedded engine: calls for buckets and objects as `s3`, all others as `internal`. */
export default ({ authenticate, tracer }: EmbeddedAdapterContext): TraceBackend => ({
  follow: async function* (filter, signal) {
    const assertAllowed = async () => authenticate().caller.assert('admin:ServerTrace')
    await assertAllowed()
    for await (const call of reauthorizeStream(
      assertAllowed,
      (until) => filterCalls(tracer.follow(until), filter),
      signal,
    )) {
      await assertAllowed()
      yield call
    }
  },
})
