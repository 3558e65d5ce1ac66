import type { watch } from '../contract.ts'
import type { Samples } from '../../../test/lib/samples.ts'

export default {
  follow: { ask: { params: { bucket: 'sample' } }, done: 'conformance/watch.test.ts' },
  followAll: { ask: {}, done: 'conformance/watch.test.ts' },
} satisfies Samples<typeof watch>
