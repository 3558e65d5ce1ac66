import type { ServedCall } from '../contract.ts'

/** Input for Check Access that reproduces a denied call. */
export type AccessQuestion = { kind: 'user'; name: string; action: string; bucket: string; key: string }

/** IAM actions of S3 calls whose names differ. */
const actionNames: Readonly<Record<string, string>> = {
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

/** Bucket and key of an S3 call; `undefined` for other calls. */
export const bucketAndKey = ({
  api,
  path,
}: Pick<ServedCall, 'api' | 'path'>): { bucket: string; key: string } | undefined => {
  if (!api.startsWith('s3.')) return undefined
  const [, bucket = '', key = ''] = /^\/([^/]+)(?:\/([^]*))?$/.exec(path) ?? []
  return bucket ? { bucket, key } : undefined
}

/**
 * Check Access input that explains a denied call; `undefined` if the call was not denied, or its account or action is
 * unknown.
 */
export const questionOf = (call: ServedCall): AccessQuestion | undefined => {
  const { api, statusCode, user, query } = call
  const [family, name = ''] = api.split('.')
  if (statusCode !== 403 || !user || family !== 's3' || !name) return undefined
  const action = actionNames[name] ?? name
  const { bucket = '', key = '' } = bucketAndKey(call) ?? {}
  return {
    kind: 'user',
    name: user,
    action: `s3:${action}`,
    bucket,
    key: action.startsWith('ListBucket') ? (new URLSearchParams(query).get('prefix') ?? '') : key,
  }
}
