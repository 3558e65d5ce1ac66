import type { TraceBackend } from './backend.ts'
import { passing } from './adapters/served.ts'
import type { EmbeddedKit } from '../../engines/embedded/kit.ts'

/** The calls of this engine's ports: those of buckets and objects as `s3`, all others as `internal`. */
export default ({ enter, tracer }: EmbeddedKit): TraceBackend => ({
  follow: async function* (filter, signal) {
    const assertMay = () => enter().caller.assert('admin:ServerTrace')
    assertMay()
    // a right that is taken away ends what it opened
    for await (const call of passing(tracer.follow(signal), filter)) {
      assertMay()
      yield call
    }
  },
})
