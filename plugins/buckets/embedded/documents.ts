import { type Action, Failure, missingFeatures } from 'stowage'
import type { BucketsBackend } from '../backend.ts'
import { assertBucketPolicy } from '../backend/bucket-policy.ts'
import { concurrentChange } from '../backend/concurrent-change.ts'
import type { BucketRecord } from 'stowage/engines/embedded'

declare module 'stowage/engines/embedded' {
  interface BucketRecord {
    /** As pairs, because LMDB would change some strings if they were keys of an object. */
    tags?: [key: string, value: string][]
  }
}

type Bucket = {
  /** The bucket, if the caller may perform the action. */
  see(name: string, action: Action): BucketRecord
  may(name: string, action: Action): boolean
  /** Number of multipart uploads that were neither completed nor aborted. */
  countUploads(bucket: BucketRecord): number
  change(
    name: string,
    action: Action,
    next: (bucket: BucketRecord) => { [Field in keyof BucketRecord]: BucketRecord[Field] | undefined },
  ): Promise<void>
}

const byKey = ([one]: readonly [string, string], [other]: readonly [string, string]) => (one < other ? -1 : 1)

/** Tags and policy, stored in the bucket's record. */
export const createDocuments = ({ see, may, countUploads, change }: Bucket) =>
  ({
    details: async (name) => ({
      ...(may(name, 's3:GetBucketTagging') && {
        tags: (see(name, 's3:GetBucketTagging').tags ?? []).map(([key, value]) => ({ key, value })),
      }),
      ...(may(name, 's3:ListBucketMultipartUploads') && {
        pending_uploads: countUploads(see(name, 's3:ListBucketMultipartUploads')),
      }),
    }),

    setTags: (name, tags) =>
      change(name, 's3:PutBucketTagging', (bucket) => {
        const all = Object.entries(tags).sort(byKey)
        return { ...bucket, tags: all.length > 0 ? all : undefined }
      }),

    policyText: async (name) => see(name, 's3:GetBucketPolicy').policy,

    setPolicyText: async (name, policy, replaces) => {
      see(name, 's3:GetBucketPolicy')
      await change(name, 's3:PutBucketPolicy', (bucket) => {
        assertBucketPolicy(name, policy)
        if (replaces !== undefined && (bucket.policy ?? null) !== replaces) throw concurrentChange()
        return { ...bucket, policy }
      })
    },

    setExclusions: async (name, { excludedPrefixes, excludeFolders }) => {
      see(name, 's3:GetBucketVersioning')
      see(name, 's3:PutBucketVersioning')
      if (excludeFolders || excludedPrefixes.length > 0) throw new Failure(501, missingFeatures['version-exclusions'])
    },
  }) satisfies Partial<BucketsBackend>
