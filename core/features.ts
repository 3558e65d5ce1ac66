/**
 * Optional storage features, and the sentence shown if a storage lacks one. Engines list what they support; screens
 * disable the rest.
 */
export const missingFeatures = {
  versions: 'This storage keeps no versions of objects',
  'version-exclusions': 'This storage keeps versions of all objects of a bucket, or of none',
  locks: 'This storage cannot lock objects',
  quota: 'This storage has no quotas',
  'fifo-quota': 'This storage has hard quotas only',
  lifecycle: 'This storage lets no objects expire',
  'sse-s3': 'This storage has no key management (KMS), without which it cannot encrypt',
  'sse-kms': 'This storage has no key management (KMS); choose SSE-S3 where that is offered',
  's3-address': 'This storage has no S3 address of its own: programs reach it through no other way than this console',
  configuration:
    'This storage runs within the console: providers of identities, etcd, storage classes and what else a storage server of its own is set to are not there',
  'session-length': 'How long sessions last is said by whoever starts this console, in CONSOLE_STS_DURATION',
  tiers: 'This storage has no tiers to which objects could move',
  replication: 'This storage does not replicate',
  'event-services': 'This storage tells webhooks of events, and no other service',
  'iam-archive': 'This storage has no archive of its accounts of its own: Export has all but the secrets',
  heal: 'Heal needs more than one drive: on a single one there is nothing to heal from',
  distributed: 'This storage lies on one drive',
  scanner: 'This storage counts as it stores, and scans nothing',
  inside: 'This storage tells of the calls to it, and of nothing that goes on inside',
  'log-search':
    'Audit records are kept where the console has a folder of its own: whoever starts it sets CONSOLE_DATA, or CONSOLE_AUDIT_URL',
  guests: 'Tenant consoles need a separate address. Set CONSOLE_TENANT_URL and restart this console.',
  users: 'A directory keeps the users and groups of this storage',
} as const

export type Feature = keyof typeof missingFeatures
