import type { logs } from '../../../plugins/logs/contract.ts'
import type { Samples } from '../../lib/samples.ts'

export default {
  follow: { ask: { query: { level: 'all' } }, done: 'conformance/logs.test.ts' },
  search: { ask: { query: { fp: ['bucket:b*'], pageSize: '100' } }, done: 'conformance/logs.test.ts' },
  kept: { ask: {} },
  take: { ask: { body: '{}' } },
} satisfies Samples<typeof logs>
