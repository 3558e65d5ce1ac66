import * as v from 'valibot'
import type { Access } from '../../../plugins/buckets/contract.ts'
import { matches } from '../../policy/glob.ts'

const texts = v.pipe(
  v.optional(v.union([v.string(), v.array(v.string())]), []),
  v.transform((value) => [value].flat()),
)

const Policy = v.object({
  Statement: v.array(
    v.object({
      Effect: v.string(),
      Principal: v.union([v.string(), v.object({ AWS: texts })]),
      Action: texts,
      Resource: texts,
      Condition: v.optional(v.unknown()),
    }),
  ),
})

const isEveryone = (principal: string | { AWS: string[] }) =>
  typeof principal === 'string' ? principal === '*' : principal.AWS.includes('*')

/** What "public" grants to everyone, on the bucket and on all objects in it (minio-server 3.12.1). */
const onBucket = ['s3:GetBucketLocation', 's3:ListBucket', 's3:ListBucketMultipartUploads']
const onObjects = ['s3:AbortMultipartUpload', 's3:DeleteObject', 's3:GetObject', 's3:ListMultipartUploadParts', 's3:PutObject']

/** `PUBLIC` where a bucket's policy lets everyone read and write all of it, `CUSTOM` for whatever else it says. */
export const anonymousAccess = (bucket: string, policy: string): Exclude<Access, 'PRIVATE'> => {
  const parsed = v.safeParse(Policy, JSON.parse(policy))
  if (!parsed.success) return 'CUSTOM'
  const open = parsed.output.Statement.filter(
    ({ Effect, Principal, Condition }) => Effect === 'Allow' && !Condition && isEveryone(Principal),
  )
  if (open.length < parsed.output.Statement.length) return 'CUSTOM'
  const granted = (resource: string) => (action: string) =>
    open.some(
      ({ Action, Resource }) =>
        Resource.includes(`arn:aws:s3:::${resource}`) && Action.some((pattern) => matches(pattern, action)),
    )
  return onBucket.every(granted(bucket)) && onObjects.every(granted(`${bucket}/*`)) ? 'PUBLIC' : 'CUSTOM'
}
