import type { BucketsBackend } from '../backend.ts'
import { readGroup, readUsers } from '../../../engines/minio/accounts.ts'
import type { Caller } from '../../../engines/minio/caller.ts'
import { readPolicies } from '../../../engines/minio/policies.ts'
import { concerns, reaches } from '../../../engines/policy/audit.ts'
import type { PolicyDocument } from '../../../engines/policy/document.ts'
import { readPolicy } from '../../../engines/policy/policy.ts'

/** Who may do what in a bucket, by the policies that are attached on a MinIO server. */
export const createAudit = ({ admin }: Caller, assertBucket: (name: string) => Promise<unknown>) => {
  const documents = async () =>
    new Map((await readPolicies(admin)).map(({ name, policy }) => [name, readPolicy(JSON.parse(policy))] as const))

  return {
    policies: async (bucket) => {
      const [all] = await Promise.all([readPolicies(admin), assertBucket(bucket)])
      return all.filter(({ policy }) => concerns(readPolicy(JSON.parse(policy)), bucket))
    },

    users: async (bucket) => {
      const [users, known] = await Promise.all([readUsers(admin), documents(), assertBucket(bucket)])
      const groups = new Map<string, Awaited<ReturnType<typeof readGroup>>>()
      for (const name of new Set(users.flatMap(([, user]) => user.groups))) groups.set(name, await readGroup(admin, name))
      const documentsOf = (names: readonly string[]): PolicyDocument[] => names.flatMap((name) => known.get(name) ?? [])
      return users
        .filter(([name, { status, policies, ...user }]) => {
          const own = user.groups.map((group) => groups.get(group))
          // whoever is in a disabled group has no rights at all
          if (status === 'disabled' || own.some((group) => group?.status === 'disabled')) return false
          return reaches(documentsOf([...policies, ...own.flatMap((group) => group?.policies ?? [])]), name, bucket)
        })
        .map(([name]) => name)
    },
  } satisfies Partial<BucketsBackend>
}
