import type { replication } from '../replication.ts'
import { buckets, type cors, documents, type kms, type lifecycleTools, type usage } from '../contract.ts'
import type { Samples, Thing } from '../../../test/lib/samples.ts'

const settings = [
  buckets.info,
  buckets.versioning,
  buckets.locking,
  buckets.retention,
  buckets.quota,
  buckets.encryption,
  buckets.lifecycle,
  buckets.accessRules,
  buckets.events,
  documents.policyText,
]

const rulesOf = (text: string) => (JSON.parse(text) as { lifecycle: { id: string }[] }).lifecycle

/**
 * Encrypted bucket with versioning, object lock and a lifecycle rule; the rule; a notification target of the bucket;
 * and a publicly readable prefix.
 */
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
    make: async (ask, _, the) => ({
      name: rulesOf(await ask(buckets.lifecycle, { params: { bucket: await the('bucket') } }))[0]?.id,
    }),
    look: async (ask, _, the) => ask(buckets.lifecycle, { params: { bucket: await the('bucket') } }),
  },
  subscription: {
    make: async (ask, _, the) => {
      const name = `arn:minio:sqs::${await the('hook')}:webhook`
      await ask(buckets.addEvent, {
        params: { bucket: await the('bucket') },
        body: { configuration: { arn: name, events: ['put'] } },
      })
      return { name }
    },
    look: async (ask, _, the) => ask(buckets.events, { params: { bucket: await the('bucket') } }),
  },
  prefix: {
    make: async (ask, prefix, the) =>
      ask(buckets.setAccessRule, { params: { bucket: await the('bucket') }, body: { prefix, access: 'readonly' } }),
    look: async (ask, _, the) => ask(buckets.accessRules, { params: { bucket: await the('bucket') } }),
  },
}

const params = { bucket: 'sample-bucket' }
const rule = { ...params, id: 'sample-rule' }
const replica = { ...params, id: 'none' }
const target = { accessKey: 'some-key', secretKey: 'some-secret', targetURL: 'https://storage.example.com' }
const twoServers = 'plugins/buckets/test/conformance/replication.test.ts'
const arn = 'arn:minio:sqs::sample-hook:webhook'
const statement = {
  Effect: 'Allow',
  Principal: '*',
  Action: ['s3:GetObject'],
  Resource: ['arn:aws:s3:::sample-bucket/open/*'],
}
const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
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
  setLifecycleRule: {
    ask: { params: rule, body: { disable: true } },
    more: [{ params: rule, body: { disable: false } }],
  },
  removeLifecycleRule: { ask: { params: rule } },
  events: { ask: { params } },
  addEvent: {
    ask: { params, body: { configuration: { arn, events: ['get'] } } },
    more: [{ params, body: { configuration: { arn, events: ['put'] }, ignoreExisting: true } }],
  },
  removeEvents: { ask: { params: { ...params, arn: 'sample-subscription' }, body: { events: ['put'] } } },
  arns: { ask: {} },
  accessRules: { ask: { params } },
  setAccessRule: {
    ask: { params, body: { prefix: 'sample-prefix', access: 'readwrite' } },
    more: [{ params, body: { prefix: 'sample-prefix', access: 'readonly' } }],
  },
  removeAccessRule: { ask: { params, body: { prefix: 'sample-prefix' } }, also: ['s3:DeleteBucketPolicy'] },
  policies: { ask: { params } },
  users: { ask: { params } },
  reaching: { ask: { params } },
  replicationRules: { ask: { params } },
  replicate: {
    ask: {
      body: {
        ...target,
        bucketsRelation: [{ originBucket: 'sample-bucket', destinationBucket: 'remote' }],
        syncMode: 'async',
      },
    },
    done: twoServers,
  },
  setReplicationRule: { ask: { params: replica, body: { status: 'Disabled' } }, done: twoServers },
  removeReplicationRule: { ask: { params: replica }, done: twoServers },
  removeReplication: { ask: { params }, done: twoServers },
  replicationStatus: { ask: { params } },
  checkReplication: { ask: { params } },
  resync: { ask: { params: replica }, done: twoServers },
  unreplicated: { ask: { params: replica }, done: twoServers },
  externalBuckets: { ask: { body: { ...target, targetURL: 'storage.example.com', useTLS: true } }, done: twoServers },
  testTarget: { ask: { body: { ...target, destinationBucket: 'remote' } }, done: twoServers },
  policyText: { ask: { params } },
  setPolicyText: { ask: { params, body: { policy } }, more: [{ params, body: { policy, replaces: null } }] },
  setTags: { ask: { params, body: { tags: { team: 'blue' } } }, more: [{ params, body: { tags: {} } }] },
  setExclusions: {
    ask: { params, body: { excludedPrefixes: [], excludeFolders: false } },
    more: [{ params, body: { excludedPrefixes: ['tmp/'], excludeFolders: true } }],
  },
  preview: {
    ask: { params, body: { of: { rule: { expiry_days: 5 } } } },
    more: [{ params, body: { of: { id: 'sample-rule' } } }],
  },
  tiers: { ask: {} },
  usageAge: { ask: {} },
  cors: { ask: { params } },
  setCors: {
    ask: { params, body: { rules: [{ AllowedOrigins: ['*'], AllowedMethods: ['GET'] }] } },
    more: [{ params, body: { rules: [] } }],
    done: 'rules for pages of other sites',
  },
  kmsStatus: { ask: {}, done: 'keys of the storage' },
  kmsKey: { ask: { params: { key: 'console' } }, done: 'keys of the storage' },
  makeKmsKey: { ask: { body: { key: 'console' } }, done: 'keys of the storage' },
} satisfies Samples<
  typeof buckets &
    typeof replication &
    typeof documents &
    typeof lifecycleTools &
    typeof kms &
    typeof usage &
    typeof cors
>
