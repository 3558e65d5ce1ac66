import { buckets } from '../../../plugins/buckets/contract.ts'
import type { Samples, Thing } from '../../lib/samples.ts'

const settings = [buckets.info, buckets.versioning, buckets.locking, buckets.retention, buckets.quota, buckets.encryption, buckets.lifecycle, buckets.accessRules]

const rulesOf = (text: string) => (JSON.parse(text) as { lifecycle: { id: string }[] }).lifecycle

/** A bucket with versions and locks that encrypts, and has a lifecycle rule; that rule; and a prefix that everyone may read below. */
export const things: Record<string, Thing> = {
  bucket: {
    make: async (ask, name) => {
      await ask(buckets.add, { body: { name, locking: true } })
      const params = { bucket: name }
      await ask(buckets.enableEncryption, { params, body: { encType: 'sse-s3' } })
      await ask(buckets.addLifecycleRule, { params, body: { expiry_days: 9 } })
    },
    look: (ask, bucket) => Promise.all(settings.map((setting) => ask(setting, { params: { bucket } }))),
  },
  rule: {
    make: async (ask, _, the) => ({ name: rulesOf(await ask(buckets.lifecycle, { params: { bucket: await the('bucket') } }))[0]?.id }),
    look: async (ask, _, the) => ask(buckets.lifecycle, { params: { bucket: await the('bucket') } }),
  },
  prefix: {
    make: async (ask, prefix, the) =>
      ask(buckets.setAccessRule, { params: { bucket: await the('bucket') }, body: { prefix, access: 'readonly' } }),
    look: async (ask, _, the) => ask(buckets.accessRules, { params: { bucket: await the('bucket') } }),
  },
}

const params = { bucket: 'sample-bucket' }
const rule = { ...params, id: 'sample-rule' }
const retention = { mode: 'governance', unit: 'days', validity: 1 } as const

export default {
  list: { ask: {} },
  find: { ask: { query: { text: 'sample' } } },
  add: {
    ask: { body: { name: 'sample-new', locking: true, retention, quota: { enabled: true, amount: 1024 } } },
    more: [{ body: { name: 'sample-new' } }, { body: { name: 'sample-bucket' } }],
    also: ['s3:PutBucketObjectLockConfiguration', 's3:PutBucketVersioning', 'admin:SetBucketQuota'],
  },
  info: { ask: { params } },
  remove: { ask: { params } },
  setAccess: { ask: { params, body: { access: 'PUBLIC' } }, more: [{ params, body: { access: 'PRIVATE' } }] },
  versioning: { ask: { params } },
  setVersioning: { ask: { params, body: { versioning: true } }, more: [{ params, body: { versioning: false } }] },
  locking: { ask: { params } },
  retention: { ask: { params } },
  setRetention: { ask: { params, body: retention } },
  removeRetention: { ask: { params } },
  quota: { ask: { params } },
  setQuota: { ask: { params, body: { enabled: true, amount: 1024 } }, more: [{ params, body: { enabled: false } }] },
  encryption: { ask: { params } },
  enableEncryption: { ask: { params, body: { encType: 'sse-s3' } } },
  disableEncryption: { ask: { params } },
  lifecycle: { ask: { params } },
  addLifecycleRule: { ask: { params, body: { expiry_days: 5 } } },
  setLifecycleRule: { ask: { params: rule, body: { disable: true } }, more: [{ params: rule, body: { disable: false } }] },
  removeLifecycleRule: { ask: { params: rule } },
  accessRules: { ask: { params } },
  setAccessRule: {
    ask: { params, body: { prefix: 'sample-prefix', access: 'readwrite' } },
    more: [{ params, body: { prefix: 'sample-prefix', access: 'readonly' } }],
  },
  removeAccessRule: { ask: { params, body: { prefix: 'sample-prefix' } }, also: ['s3:DeleteBucketPolicy'] },
  policies: { ask: { params } },
  users: { ask: { params } },
  reaching: { ask: { params } },
} satisfies Samples<typeof buckets>
