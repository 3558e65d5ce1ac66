import type { diagnostic } from '../contract.ts'
import type { Samples } from '../../../test/lib/samples.ts'

export default {
  report: { request: { query: { deadline: '1h' } }, done: 'conformance/diagnostic.test.ts' },
  speed: { request: { params: { kind: 'drive' } }, done: 'conformance/diagnostic.test.ts' },
  profile: { request: { query: { type: 'mem', seconds: '1' } } },
} satisfies Samples<typeof diagnostic>
