import type { settings } from '../contract.ts'
import type { Samples } from '../../../test/lib/samples.ts'

const done = 'plugins/settings/test/conformance/settings.test.ts'
const key_values = [{ key: 'comment', value: 'changed' }]
const params = { name: 'api', target: '_' }

export default {
  list: { ask: {} },
  section: { ask: { params: { name: 'api' } } },
  put: { ask: { params: { name: 'api' }, body: { key_values } } },
  save: { ask: { params, body: { key_values } } },
  reset: { ask: { params } },
  test: {
    ask: {
      params: { name: 'audit_webhook', target: '_' },
      body: { key_values: [{ key: 'endpoint', value: 'http://127.0.0.1:1/' }] },
    },
  },
  history: { ask: {} },
  restore: { ask: { params: { id: 'nothing' } }, done },
  export: { ask: {}, more: [{ query: { secrets: 'included' } }] },
  compare: { ask: { body: { text: 'api comment="changed"' } } },
  import: { ask: { body: { text: 'api comment="changed"' } } },
  find: { ask: { query: { text: 'region' } } },
} satisfies Samples<typeof settings>
