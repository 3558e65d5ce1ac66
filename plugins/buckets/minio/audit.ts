import type { BucketsBackend } from '../backend.ts'
import { readGroup, readUsers } from '../../../engines/minio/accounts.ts'
import { type Caller, unless } from '../../../engines/minio/caller.ts'
import { readPolicies } from '../../../engines/minio/policies.ts'
import { assertGranted } from '../../../engines/minio/rights.ts'
import { concerns, reaches } from '../../../engines/policy/audit.ts'
import type { PolicyDocument } from '../../../engines/policy/document.ts'
import { readPolicy } from '../../../engines/policy/policy.ts'

/** Who may do what in a bucket, by the policies that are attached on a MinIO server. */
export const createAudit = (caller: Caller, assertBucket: (name: string) => Promise<unknown>) => {
  const { admin } = caller

  /** Whoever may list the policies is told, even without a right to look at the bucket. */
  const assertThere = (bucket: string) => unless(assertBucket(bucket), ['AccessDenied'], undefined)

  const documents = async () =>
    new Map((await readPolicies(admin)).map(({ name, policy }) => [name, readPolicy(JSON.parse(policy))] as const))

  return {
    policies: async (bucket) => {
      const all = await readPolicies(admin)
      await assertThere(bucket)
      return all.filter(({ policy }) => concerns(readPolicy(JSON.parse(policy)), bucket))
    },

    users: async (bucket) => {
      // the server asks for it only where somebody is in a group
      await assertGranted(caller, 'admin:GetGroup')
      const users = await readUsers(admin)
      const known = await documents()
      await assertThere(bucket)
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
