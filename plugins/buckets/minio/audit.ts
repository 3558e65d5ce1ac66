import type { BucketsBackend } from '../backend.ts'
import type { UserAccess } from '../contract.ts'
import { type Caller, readAccounts, readPolicies, fallbackOn } from 'stowage/engines/minio'
import { bucketAccessOf, mentionsBucket, readPolicy } from 'stowage/iam'
import { filterInSlices, createTimeSlice } from 'stowage/server'

/** Who may do what in a bucket, by the policies attached on a MinIO server. */
export const createAudit = (caller: Caller, assertBucket: (name: string) => Promise<unknown>) => {
  /** Callers who may list policies get an answer even without a permission on the bucket. */
  const assertThere = (bucket: string) => fallbackOn(assertBucket(bucket), ['AccessDenied'], undefined)

  /** Policies that the server can return. */
  const readablePolicies = async () => (await readPolicies(caller)).policies.filter(({ problem }) => !problem)

  return {
    policies: async (bucket) => {
      const all = await readablePolicies()
      await assertThere(bucket)
      return filterInSlices(all, ({ policy }) => mentionsBucket(readPolicy(JSON.parse(policy)), bucket))
    },

    reaching: async (bucket) => {
      const { people } = await readAccounts(caller)
      await assertThere(bucket)
      const accessList: UserAccess[] = []
      const yieldIfDue = createTimeSlice()
      for (const { name, known, own } of people) {
        const access = bucketAccessOf(own, known, bucket)
        if (access) accessList.push({ user: name, ...access })
        await yieldIfDue()
      }
      return accessList
    },
  } satisfies Partial<BucketsBackend>
}
