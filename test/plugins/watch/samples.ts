import type { watch } from '../../../plugins/watch/contract.ts'
import type { Samples } from '../../lib/samples.ts'

export default {
  follow: { ask: { params: { bucket: 'sample' } }, done: 'conformance/watch.test.ts' },
  followAll: { ask: {}, done: 'conformance/watch.test.ts' },
} satisfies Samples<typeof watch>
