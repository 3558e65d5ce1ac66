/**
 * Optional storage features, and the sentence shown if a storage lacks one. Engines list what they support; screens
 * disable the rest.
 */
export const missingFeatures = {
  versions: 'This storage does not support versioning',
  'version-exclusions': 'This storage supports versioning of whole buckets only',
  rewind: 'This storage does not report when a version was stored, so earlier states cannot be shown',
  locks: 'This storage cannot lock objects',
  quota: 'The console cannot set quotas on this storage',
  'fifo-quota': 'This storage has hard quotas only',
  'bucket-tags': 'This storage does not support bucket tags',
  'object-tags': 'This storage does not support object tags',
  'empty-names': 'This storage has no object names that begin with "/" or contain "//"',
  'bucket-policy': 'This storage does not support bucket policies, so the console cannot make buckets public',
  cors: 'This storage does not support CORS rules',
  notifications: 'This storage does not support bucket notifications',
  administration: 'The console cannot administer this server. Manage this with its own tools.',
  usage: 'This storage does not report the usage of buckets',
  lifecycle: 'This storage does not support object expiration',
  'sse-s3': 'This storage has no default encryption, or lacks a key management service (KMS) for it',
  'sse-kms': 'SSE-KMS needs a key management service (KMS), which this storage does not have or does not report',
  's3-address': 'This storage has no S3 endpoint. It is available through this console only.',
  configuration:
    'The embedded engine has fewer settings. Identity providers, etcd and storage classes need a MinIO server.',
  'session-length': 'CONSOLE_STS_DURATION sets the length of sessions',
  tiers: 'This storage does not support remote tiers',
  replication: 'The console cannot manage replication on this storage',
  'event-services': 'This storage supports webhooks only',
  'iam-archive': 'This storage cannot archive its accounts: Export contains everything except secrets',
  heal: 'Heal needs more than one drive',
  distributed: 'This storage has a single drive',
  scanner: 'This storage updates its usage with every change and has no scanner',
  inside: 'This storage can trace API calls only',
  'log-search': 'Audit records need storage: ask an administrator to set CONSOLE_DATA or CONSOLE_AUDIT_URL',
  'proxied-consoles':
    'Tenant consoles need a separate address. Set CONSOLE_TENANT_URL or CONSOLE_TENANT_PORTS, and restart.',
  users: 'Users of this storage are managed elsewhere: in a directory, or with its own tools',
  groups: 'This storage has no groups, or they are managed elsewhere: in a directory, or with its own tools',
  roles: 'This storage gives users permissions by policies, not by roles',
  policies: 'This storage has no API for policies that users share. Manage them with its own tools.',
  'account-changes':
    'This storage allows no changes to users, policies and access keys here. SeaweedFS does with -s3.iam.readOnly=false.',
  'access-keys': 'The console cannot manage access keys of this storage. Manage them with its own tools.',
  'access-key-settings':
    'Access keys of this storage have the permissions of their user, and no name, description or expiration',
  'key-usage': 'This storage does not report when access keys were last used',
  'chosen-keys': 'This storage generates access keys itself',
  'account-status': 'This storage cannot disable users and groups. Delete a user, or its access keys.',
  passwords: 'This storage has no passwords: create another access key, and delete the old one',
  'access-check': 'This storage does not report everything that gives an account its permissions',
} as const

export type Feature = keyof typeof missingFeatures
