import type { Feature } from '../core/protocol/features.ts'

/** Features of a storage that manages its accounts itself. */
export const accountFeatures: readonly Feature[] = [
  'account-changes',
  'policies',
  'access-keys',
  'access-key-settings',
  'chosen-keys',
  'account-status',
  'passwords',
]

/** Features of a storage that implements every setting of buckets and objects, and reports its usage. */
export const bucketFeatures: readonly Feature[] = [
  'bucket-tags',
  'object-tags',
  'rewind',
  'bucket-policy',
  'cors',
  'notifications',
  'administration',
  'usage',
]
