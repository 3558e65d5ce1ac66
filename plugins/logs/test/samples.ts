import type { logs } from '../contract.ts'
import type { Samples } from '../../../test/lib/samples.ts'

export default {
  follow: { request: { query: { level: 'all' } }, done: 'conformance/logs.test.ts' },
  search: { request: { query: { fp: ['bucket:b*'], pageSize: '100' } }, done: 'conformance/logs.test.ts' },
  auditStatus: { request: {} },
  lastSeen: { request: {}, done: 'conformance/audit.test.ts' },
  keysLastUsed: { request: { body: { accessKeys: ['AKIAEXAMPLE'] } }, done: 'conformance/audit.test.ts' },
  // as root, this would make the server send its audit records
  setUp: { request: { body: { address: 'http://127.0.0.1:9' } }, done: 'conformance/audit.test.ts' },
  take: { request: { body: '{}' } },
} satisfies Samples<typeof logs>
