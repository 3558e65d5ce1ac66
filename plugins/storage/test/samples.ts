import type { storage } from '../contract.ts'
import type { Samples } from '../../../test/lib/samples.ts'

const done = 'plugins/storage/test/conformance.test.ts'

export default {
  claims: { ask: {} },
  claimChanges: { ask: {} },
  drives: { ask: {}, done },
  driveChanges: { ask: {}, done },
  volumes: { ask: {}, done },
  format: { ask: { body: { drives: ['node-1:/dev/xvdb'], force: false } }, done },
} satisfies Samples<typeof storage>
