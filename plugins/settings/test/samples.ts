import type { settings } from '../contract.ts'
import type { Samples } from '../../../test/lib/samples.ts'

const done = 'plugins/settings/test/conformance/settings.test.ts'
const key_values = [{ key: 'comment', value: 'changed' }]
const params = { name: 'api', target: '_' }

export default {
  list: { request: {} },
  section: { request: { params: { name: 'api' } } },
  put: { request: { params: { name: 'api' }, body: { key_values } } },
  save: { request: { params, body: { key_values } } },
  reset: { request: { params } },
  test: {
    request: {
      params: { name: 'audit_webhook', target: '_' },
      body: { key_values: [{ key: 'endpoint', value: 'http://127.0.0.1:1/' }] },
    },
  },
  history: { request: {} },
  restore: { request: { params: { id: 'nothing' } }, done },
  export: { request: {}, more: [{ query: { secrets: 'included' } }] },
  compare: { request: { body: { text: 'api comment="changed"' } } },
  import: { request: { body: { text: 'api comment="changed"' } } },
  find: { request: { query: { text: 'region' } } },
} satisfies Samples<typeof settings>
