import type { heal } from '../contract.ts'
import type { Samples } from '../../../test/lib/samples.ts'

export default {
  follow: { ask: { params: { bucket: 'sample' } }, done: 'conformance/heal.test.ts' },
  followAll: { ask: { query: { 'dry-run': 'true' } }, done: 'conformance/heal.test.ts' },
  status: { ask: {} },
} satisfies Samples<typeof heal>
