import type { trace } from '../../../plugins/trace/contract.ts'
import type { Samples } from '../../lib/samples.ts'

export default { follow: { ask: { query: { calls: 'all' } }, done: 'conformance/trace.test.ts' } } satisfies Samples<
  typeof trace
>
