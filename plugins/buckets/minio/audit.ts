import type { BucketsBackend } from '../backend.ts'
import { readGroup, readUsers } from '../../../engines/minio/accounts.ts'
import { type Caller, unless } from '../../../engines/minio/caller.ts'
import { readPolicies } from '../../../engines/minio/policies.ts'
import { assertGranted } from '../../../engines/minio/rights.ts'
import { concerns, haveAnyIn } from '../../../engines/policy/audit.ts'
import type { PolicyDocument } from '../../../engines/policy/document.ts'
import { readPolicy } from '../../../engines/policy/policy.ts'
import { filterInTurns, takeTurns } from '../../../engines/turns.ts'

/** Who may do what in a bucket, by the policies that are attached on a MinIO server. */
export const createAudit = (caller: Caller, assertBucket: (name: string) => Promise<unknown>) => {
  const { admin } = caller

  /** Whoever may list the policies is told, even without a right to look at the bucket. */
  const assertThere = (bucket: string) => unless(assertBucket(bucket), ['AccessDenied'], undefined)

  /** The policies that the server can show. */
  const told = async () => (await readPolicies(caller)).policies.filter(({ problem }) => !problem)

  const documents = async () => {
    const read = new Map<string, PolicyDocument>()
    const turn = takeTurns()
    for (const { name, policy } of await told()) {
      read.set(name, readPolicy(JSON.parse(policy)))
      await turn()
    }
    return read
  }

  return {
    policies: async (bucket) => {
      const all = await told()
      await assertThere(bucket)
      return filterInTurns(all, ({ policy }) => concerns(readPolicy(JSON.parse(policy)), bucket))
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
