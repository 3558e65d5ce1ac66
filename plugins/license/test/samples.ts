import type { license } from '../contract.ts'
import { licenseKey } from '../../../test/lib/licenses.ts'
import type { Samples } from '../../../test/lib/samples.ts'

export default {
  info: { ask: {}, done: 'plugins/license/configured-license.test.ts and conformance/operator-license.test.ts' },
  validate: { ask: { body: { license: licenseKey() } }, done: 'conformance/operator-license.test.ts' },
  refresh: { ask: {}, done: 'conformance/operator-license.test.ts' },
  activate: {
    ask: { params: { namespace: 'default', tenant: 'sample' } },
    done: 'conformance/operator-license.test.ts',
  },
} satisfies Samples<typeof license>
