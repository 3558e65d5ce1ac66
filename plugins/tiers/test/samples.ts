import type { tiers } from '../contract.ts'
import type { Samples } from '../../../test/lib/samples.ts'

const params = { type: 'minio', name: 'NOT-THERE' }
const done = 'plugins/tiers/test/conformance.test.ts'

export default {
  list: { request: {} },
  add: {
    request: {
      body: {
        type: 'minio',
        minio: {
          name: 'NEW',
          endpoint: 'http://127.0.0.1:1',
          bucket: 'tiered',
          prefix: 'here/',
          region: '',
          accesskey: 'a-key',
          secretkey: 'a-secret-key',
        },
      },
    },
    done,
  },
  rotate: { request: { params, body: { access_key: 'a-key', secret_key: 'a-secret-key' } }, done },
  find: { request: { query: { text: 'there' } } },
  verify: { request: { params }, done },
  uses: { request: { params }, done },
  remove: { request: { params }, done },
} satisfies Samples<typeof tiers>
