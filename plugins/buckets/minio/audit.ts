import type { BucketsBackend } from '../backend.ts'
import { readGroup, readUsers } from '../../../engines/minio/accounts.ts'
import type { Caller } from '../../../engines/minio/caller.ts'
import { readPolicies } from '../../../engines/minio/policies.ts'
import { concerns, haveAnyIn } from '../../../engines/policy/audit.ts'
import type { PolicyDocument } from '../../../engines/policy/document.ts'
import { readPolicy } from '../../../engines/policy/policy.ts'
import { filterInTurns, takeTurns } from '../../../engines/turns.ts'

/** Who may do what in a bucket, by the policies that are attached on a MinIO server. */
export const createAudit = ({ admin }: Caller, assertBucket: (name: string) => Promise<unknown>) => {
  const documents = async () => {
    const read = new Map<string, PolicyDocument>()
    const turn = takeTurns()
    for (const { name, policy } of await readPolicies(admin)) {
      read.set(name, readPolicy(JSON.parse(policy)))
      await turn()
    }
    return read
  }

  return {
    policies: async (bucket) => {
      const [all] = await Promise.all([readPolicies(admin), assertBucket(bucket)])
      return filterInTurns(all, ({ policy }) => concerns(readPolicy(JSON.parse(policy)), bucket))
    },

    users: async (bucket) => {
      const [users, known] = await Promise.all([readUsers(admin), documents(), assertBucket(bucket)])
      const groups = new Map<string, Awaited<ReturnType<typeof readGroup>>>()
      for (const name of new Set(users.flatMap(([, user]) => user.groups))) groups.set(name, await readGroup(admin, name))
      const documentsOf = (names: readonly string[]): PolicyDocument[] => names.flatMap((name) => known.get(name) ?? [])
      const found = await filterInTurns(users, ([name, { status, policies, ...user }]) => {
        const own = user.groups.map((group) => groups.get(group))
        // whoever is in a disabled group has no rights at all
        if (status === 'disabled' || own.some((group) => group?.status === 'disabled')) return false
        return haveAnyIn(documentsOf([...policies, ...own.flatMap((group) => group?.policies ?? [])]), name, bucket)
      })
      return found.map(([name]) => name)
    },
  } satisfies Partial<BucketsBackend>
}
