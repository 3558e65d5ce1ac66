import type { BucketsBackend } from '../backend.ts'
import type { UserAccess } from '../contract.ts'
import { bucketAccessOf, mentionsBucket, readPolicy } from 'stowage/iam'
import { type MinioAdapterContext, filterInSlices, createTimeSlice } from 'stowage/server'
import { fallbackOn } from 'stowage/engines/s3'

/** Who may do what in a bucket, by the policies attached on a MinIO server. */
export const createAudit = (caller: MinioAdapterContext, assertBucket: (name: string) => Promise<unknown>) => {
  /** Callers who may list policies get an answer even without a permission on the bucket. */
  const assertThere = (bucket: string) => fallbackOn(assertBucket(bucket), ['AccessDenied'], undefined)

  /** Policies that the server can return. */
  const readablePolicies = async () => (await caller.policies()).policies.filter(({ problem }) => !problem)

  return {
    policies: async (bucket) => {
      const all = await readablePolicies()
      await assertThere(bucket)
      return filterInSlices(all, ({ policy }) => mentionsBucket(readPolicy(JSON.parse(policy)), bucket))
    },

    usersWithAccess: async (bucket) => {
      const { users } = await caller.accounts()
      await assertThere(bucket)
      const accessList: UserAccess[] = []
      const yieldIfDue = createTimeSlice()
      for (const { name, conditionContext, own } of users) {
        const access = bucketAccessOf(own, conditionContext, bucket)
        if (access) accessList.push({ user: name, ...access })
        await yieldIfDue()
      }
      return accessList
    },
  } satisfies Partial<BucketsBackend>
}
