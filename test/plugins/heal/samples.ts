import type { heal } from '../../../plugins/heal/contract.ts'
import type { Samples } from '../../lib/samples.ts'

export default {
  follow: { ask: { params: { bucket: 'sample' } }, done: 'conformance/heal.test.ts' },
  followAll: { ask: { query: { 'dry-run': 'true' } }, done: 'conformance/heal.test.ts' },
  status: { ask: {} },
} satisfies Samples<typeof heal>
