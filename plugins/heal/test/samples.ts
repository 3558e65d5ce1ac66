import type { heal } from '../contract.ts'
import type { Samples } from '../../../test/lib/samples.ts'

export default {
  follow: { request: { params: { bucket: 'sample' } }, done: 'conformance/heal.test.ts' },
  followAll: { request: { query: { 'dry-run': 'true' } }, done: 'conformance/heal.test.ts' },
  status: { request: {} },
} satisfies Samples<typeof heal>
