import type { trace } from '../contract.ts'
import type { Samples } from '../../../test/lib/samples.ts'

export default {
  follow: { request: { query: { calls: 'all' } }, done: 'conformance/trace.test.ts' },
} satisfies Samples<typeof trace>
