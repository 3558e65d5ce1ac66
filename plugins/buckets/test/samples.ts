import type { replication } from '../replication.ts'
import {
  buckets,
  type cors,
  documents,
  type kms,
  type distributions,
  type lifecycleTools,
  type reclaiming,
  type usage,
} from '../contract.ts'
import type { Samples, Fixture } from '../../../test/lib/samples.ts'

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
export const fixtures: Record<string, Fixture> = {
  bucket: {
    create: async (send, name) => {
      await send(buckets.add, { body: { name, locking: true } })
      const params = { bucket: name }
      await send(buckets.enableEncryption, { params, body: { encType: 'sse-s3' } })
      await send(buckets.addLifecycleRule, { params, body: { expiry_days: 9 } })
    },
    read: (send, bucket) => Promise.all(settings.map((setting) => send(setting, { params: { bucket } }))),
  },
  rule: {
    create: async (send, _, the) => ({
      name: rulesOf(await send(buckets.lifecycle, { params: { bucket: await the('bucket') } }))[0]?.id,
    }),
    read: async (send, _, the) => send(buckets.lifecycle, { params: { bucket: await the('bucket') } }),
  },
  subscription: {
    create: async (send, _, the) => {
      const name = `arn:minio:sqs::${await the('hook')}:webhook`
      await send(buckets.addEvent, {
        params: { bucket: await the('bucket') },
        body: { configuration: { arn: name, events: ['put'] } },
      })
      return { name }
    },
    read: async (send, _, the) => send(buckets.events, { params: { bucket: await the('bucket') } }),
  },
  prefix: {
    create: async (send, prefix, the) =>
      send(buckets.setAccessRule, { params: { bucket: await the('bucket') }, body: { prefix, access: 'readonly' } }),
    read: async (send, _, the) => send(buckets.accessRules, { params: { bucket: await the('bucket') } }),
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
  list: { request: {} },
  find: { request: { query: { text: 'sample' } } },
  add: {
    request: { body: { name: 'sample-new', locking: true, retention, quota: { enabled: true, amount: 1024 } } },
    more: [{ body: { name: 'sample-new' } }, { body: { name: 'sample-bucket' } }],
    also: ['s3:PutBucketObjectLockConfiguration', 's3:PutBucketVersioning', 'admin:SetBucketQuota'],
  },
  info: { request: { params } },
  remove: { request: { params } },
  setAccess: { request: { params, body: { access: 'PUBLIC' } }, more: [{ params, body: { access: 'PRIVATE' } }] },
  versioning: { request: { params } },
  setVersioning: { request: { params, body: { versioning: true } }, more: [{ params, body: { versioning: false } }] },
  locking: { request: { params } },
  retention: { request: { params } },
  setRetention: { request: { params, body: retention } },
  removeRetention: { request: { params } },
  quota: { request: { params } },
  setQuota: {
    request: { params, body: { enabled: true, amount: 1024 } },
    more: [{ params, body: { enabled: false } }],
  },
  encryption: { request: { params } },
  enableEncryption: { request: { params, body: { encType: 'sse-s3' } } },
  disableEncryption: { request: { params } },
  lifecycle: { request: { params } },
  addLifecycleRule: { request: { params, body: { expiry_days: 5 } } },
  setLifecycleRule: {
    request: { params: rule, body: { disable: true } },
    more: [{ params: rule, body: { disable: false } }],
  },
  removeLifecycleRule: { request: { params: rule } },
  events: { request: { params } },
  addEvent: {
    request: { params, body: { configuration: { arn, events: ['get'] } } },
    more: [{ params, body: { configuration: { arn, events: ['put'] }, ignoreExisting: true } }],
  },
  removeEvents: { request: { params: { ...params, arn: 'sample-subscription' }, body: { events: ['put'] } } },
  arns: { request: {} },
  accessRules: { request: { params } },
  setAccessRule: {
    request: { params, body: { prefix: 'sample-prefix', access: 'readwrite' } },
    more: [{ params, body: { prefix: 'sample-prefix', access: 'readonly' } }],
  },
  removeAccessRule: { request: { params, body: { prefix: 'sample-prefix' } }, also: ['s3:DeleteBucketPolicy'] },
  policies: { request: { params } },
  users: { request: { params } },
  usersWithAccess: { request: { params } },
  replicationRules: { request: { params } },
  replicate: {
    request: {
      body: {
        ...target,
        bucketsRelation: [{ originBucket: 'sample-bucket', destinationBucket: 'remote' }],
        syncMode: 'async',
      },
    },
    done: twoServers,
  },
  setReplicationRule: { request: { params: replica, body: { status: 'Disabled' } }, done: twoServers },
  removeReplicationRule: { request: { params: replica }, done: twoServers },
  removeReplication: { request: { params }, done: twoServers },
  replicationStatus: { request: { params } },
  checkReplication: { request: { params } },
  resync: { request: { params: replica }, done: twoServers },
  unreplicated: { request: { params: replica }, done: twoServers },
  externalBuckets: {
    request: { body: { ...target, targetURL: 'storage.example.com', useTLS: true } },
    done: twoServers,
  },
  testTarget: { request: { body: { ...target, destinationBucket: 'remote' } }, done: twoServers },
  policyText: { request: { params } },
  setPolicyText: { request: { params, body: { policy } }, more: [{ params, body: { policy, replaces: null } }] },
  setTags: { request: { params, body: { tags: { team: 'blue' } } }, more: [{ params, body: { tags: {} } }] },
  setExclusions: {
    request: { params, body: { excludedPrefixes: [], excludeFolders: false } },
    more: [{ params, body: { excludedPrefixes: ['tmp/'], excludeFolders: true } }],
  },
  preview: {
    request: { params, body: { of: { rule: { expiry_days: 5 } } } },
    more: [{ params, body: { of: { id: 'sample-rule' } } }],
  },
  distribution: { request: { params } },
  reclaimable: { request: { params } },
  tiers: { request: {} },
  usageAge: { request: {} },
  cors: { request: { params } },
  setCors: {
    request: { params, body: { rules: [{ AllowedOrigins: ['*'], AllowedMethods: ['GET'] }] } },
    more: [{ params, body: { rules: [] } }],
    done: 'rules for pages of other sites',
  },
  kmsStatus: { request: {}, done: 'keys of the storage' },
  kmsKey: { request: { params: { key: 'console' } }, done: 'keys of the storage' },
  makeKmsKey: { request: { body: { key: 'console' } }, done: 'keys of the storage' },
} satisfies Samples<
  typeof buckets &
    typeof replication &
    typeof documents &
    typeof lifecycleTools &
    typeof distributions &
    typeof reclaiming &
    typeof kms &
    typeof usage &
    typeof cors
>
