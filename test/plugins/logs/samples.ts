import type { logs } from '../../../plugins/logs/contract.ts'
import type { Samples } from '../../lib/samples.ts'

export default { follow: { ask: { query: { level: 'all' } }, done: 'conformance/logs.test.ts' } } satisfies Samples<typeof logs>
