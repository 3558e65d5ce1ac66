import { useRefusals as useRefusalsOf } from '../../../core/use-may.ts'

/** What can be changed about a bucket. */
export type Setting = 'access' | 'versioning' | 'retention' | 'quota' | 'encryption' | 'tags' | 'cors'

/**
 * Tells why the account may not change a setting of the bucket, or delete it; nothing where it may, or it is not known
 * yet.
 */
export const useRefusals = (bucket: string) =>
  useRefusalsOf<Setting | 'events' | 'lifecycle' | 'replication' | 'delete'>({
    access: { action: 's3:PutBucketPolicy', bucket },
    versioning: { action: 's3:PutBucketVersioning', bucket },
    retention: { action: 's3:PutBucketObjectLockConfiguration', bucket },
    quota: { action: 'admin:SetBucketQuota', bucket },
    tags: { action: 's3:PutBucketTagging', bucket },
    cors: { action: 's3:PutBucketCors', bucket },
    encryption: { action: 's3:PutEncryptionConfiguration', bucket },
    events: { action: 's3:PutBucketNotification', bucket },
    lifecycle: { action: 's3:PutLifecycleConfiguration', bucket },
    replication: { action: 's3:GetReplicationConfiguration', bucket },
    delete: { action: 's3:DeleteBucket', bucket },
  })
