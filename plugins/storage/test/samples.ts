import type { storage } from '../contract.ts'
import type { Samples } from '../../../test/lib/samples.ts'

const done = 'plugins/storage/test/conformance.test.ts'

export default {
  claims: { request: {} },
  claimChanges: { request: {} },
  drives: { request: {}, done },
  driveChanges: { request: {}, done },
  volumes: { request: {}, done },
  format: { request: { body: { drives: ['node-1:/dev/xvdb'], force: false } }, done },
} satisfies Samples<typeof storage>
