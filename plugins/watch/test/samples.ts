import type { watch } from '../contract.ts'
import type { Samples } from '../../../test/lib/samples.ts'

export default {
  follow: { request: { params: { bucket: 'sample' } }, done: 'conformance/watch.test.ts' },
  followAll: { request: {}, done: 'conformance/watch.test.ts' },
} satisfies Samples<typeof watch>
