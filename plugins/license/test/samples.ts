import type { license } from '../contract.ts'
import { licenseKey } from '../../../test/lib/licenses.ts'
import type { Samples } from '../../../test/lib/samples.ts'

export default {
  info: { request: {}, done: 'plugins/license/configured-license.test.ts and conformance/operator-license.test.ts' },
  validate: { request: { body: { license: licenseKey() } }, done: 'conformance/operator-license.test.ts' },
  refresh: { request: {}, done: 'conformance/operator-license.test.ts' },
  activate: {
    request: { params: { namespace: 'default', tenant: 'sample' } },
    done: 'conformance/operator-license.test.ts',
  },
} satisfies Samples<typeof license>
