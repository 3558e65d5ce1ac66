import type { logs } from '../contract.ts'
import type { Samples } from '../../../test/lib/samples.ts'

export default {
  follow: { ask: { query: { level: 'all' } }, done: 'conformance/logs.test.ts' },
  search: { ask: { query: { fp: ['bucket:b*'], pageSize: '100' } }, done: 'conformance/logs.test.ts' },
  auditStatus: { ask: {} },
  // with root's rights the server would send its audit records from then on
  setUp: { ask: { body: { address: 'http://127.0.0.1:9' } }, done: 'conformance/audit.test.ts' },
  take: { ask: { body: '{}' } },
} satisfies Samples<typeof logs>
