import type { ServedCall } from '../contract.ts'

/** What a refused call asked for, as "Can X do Y?" takes it. */
export type Asked = { kind: 'user'; name: string; action: string; bucket: string; key: string }

/** The action that a call of S3 needs, where its name is not the action's. */
const needed: Readonly<Record<string, string>> = {
  ListObjectsV1: 'ListBucket',
  ListObjectsV2: 'ListBucket',
  ListObjectsV2M: 'ListBucket',
  HeadBucket: 'ListBucket',
  ListObjectVersions: 'ListBucketVersions',
  ListObjectVersionsM: 'ListBucketVersions',
  ListBuckets: 'ListAllMyBuckets',
  PutBucket: 'CreateBucket',
  HeadObject: 'GetObject',
  GetObjectAttributes: 'GetObject',
  SelectObjectContent: 'GetObject',
  CopyObject: 'PutObject',
  CopyObjectPart: 'PutObject',
  PutObjectPart: 'PutObject',
  NewMultipartUpload: 'PutObject',
  CompleteMultipartUpload: 'PutObject',
  PostPolicyBucket: 'PutObject',
  AbortMultipartUpload: 'AbortMultipartUpload',
  ListMultipartUploads: 'ListBucketMultipartUploads',
  ListObjectParts: 'ListMultipartUploadParts',
  DeleteMultipleObjects: 'DeleteObject',
  GetBucketLifecycle: 'GetLifecycleConfiguration',
  PutBucketLifecycle: 'PutLifecycleConfiguration',
  DeleteBucketLifecycle: 'PutLifecycleConfiguration',
  GetBucketEncryption: 'GetEncryptionConfiguration',
  PutBucketEncryption: 'PutEncryptionConfiguration',
  DeleteBucketEncryption: 'PutEncryptionConfiguration',
  GetBucketReplicationConfig: 'GetReplicationConfiguration',
  PutBucketReplicationConfig: 'PutReplicationConfiguration',
  DeleteBucketTagging: 'PutBucketTagging',
  GetBucketObjectLockConfig: 'GetBucketObjectLockConfiguration',
  PutBucketObjectLockConfig: 'PutBucketObjectLockConfiguration',
}

/** The bucket and the key that a call of S3 is about; nothing for other calls. */
export const placeOf = ({
  api,
  path,
}: Pick<ServedCall, 'api' | 'path'>): { bucket: string; key: string } | undefined => {
  if (!api.startsWith('s3.')) return undefined
  const [, bucket = '', key = ''] = /^\/([^/]+)(?:\/([^]*))?$/.exec(path) ?? []
  return bucket ? { bucket, key } : undefined
}

/**
 * The question that explains a refusal; nothing for whatever was not refused, or where nobody knows who asked for what.
 */
export const askedBy = (call: ServedCall): Asked | undefined => {
  const { api, statusCode, user, query } = call
  const [family, name = ''] = api.split('.')
  if (statusCode !== 403 || !user || family !== 's3' || !name) return undefined
  const action = needed[name] ?? name
  const { bucket = '', key = '' } = placeOf(call) ?? {}
  return {
    kind: 'user',
    name: user,
    action: `s3:${action}`,
    bucket,
    key: action.startsWith('ListBucket') ? (new URLSearchParams(query).get('prefix') ?? '') : key,
  }
}
