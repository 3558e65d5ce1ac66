import type { settings } from '../../../plugins/settings/contract.ts'
import type { Samples } from '../../lib/samples.ts'

const done = 'test/conformance/settings.test.ts'

export default {
  list: { ask: {} },
  section: { ask: { params: { name: 'api' } }, done },
  save: { ask: { params: { name: 'api', target: '_' }, body: { key_values: [{ key: 'comment', value: 'changed' }] } }, done },
  reset: { ask: { params: { name: 'api', target: '_' } }, done },
} satisfies Samples<typeof settings>
