/**
 * Optional storage features, and the sentence shown if a storage lacks one. Engines list what they support; screens
 * disable the rest.
 */
export const missingFeatures = {
  versions: 'This storage does not support versioning',
  'version-exclusions': 'This storage supports versioning of whole buckets only',
  locks: 'This storage cannot lock objects',
  quota: 'This storage has no quotas',
  'fifo-quota': 'This storage has hard quotas only',
  lifecycle: 'This storage does not support object expiration',
  'sse-s3': 'This storage has no key management (KMS), without which it cannot encrypt',
  'sse-kms': 'This storage has no key management (KMS); choose SSE-S3 where that is offered',
  's3-address': 'This storage has no S3 endpoint. It is available through this console only.',
  configuration:
    'The embedded engine has fewer settings. Identity providers, etcd and storage classes need a MinIO server.',
  'session-length': 'CONSOLE_STS_DURATION sets the length of sessions',
  tiers: 'The embedded engine has no remote tiers',
  replication: 'This storage does not replicate',
  'event-services': 'This storage supports webhooks only',
  'iam-archive': 'This storage has no archive of its accounts of its own: Export has all but the secrets',
  heal: 'Heal needs more than one drive: on a single one there is nothing to heal from',
  distributed: 'This storage has a single drive',
  scanner: 'This storage counts as it stores, and scans nothing',
  inside: 'This storage can trace API calls only',
  'log-search':
    'Audit records are kept where the console has a folder of its own: whoever starts it sets CONSOLE_DATA, or CONSOLE_AUDIT_URL',
  guests: 'Tenant consoles need a separate address. Set CONSOLE_TENANT_URL and restart this console.',
  users: 'Users and groups of this storage are managed in a directory',
} as const

export type Feature = keyof typeof missingFeatures
