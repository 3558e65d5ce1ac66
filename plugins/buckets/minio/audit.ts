import type { BucketsBackend } from '../backend.ts'
import type { UserAccess } from '../contract.ts'
import { readGroup, readUsers } from '../../../engines/minio/accounts.ts'
import { type Caller, unless } from '../../../engines/minio/caller.ts'
import { readPolicies } from '../../../engines/minio/policies.ts'
import { assertGranted } from '../../../engines/minio/rights.ts'
import { accessIn, type Attached, concerns } from '../../../engines/policy/audit.ts'
import type { PolicyDocument } from '../../../engines/policy/document.ts'
import { readPolicy } from '../../../engines/policy/policy.ts'
import { atMost } from '../../../engines/at-most.ts'
import { filterInTurns, takeTurns } from '../../../engines/turns.ts'

/** How many groups are asked for at a time. */
const AT_ONCE = 6

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

    reaching: async (bucket) => {
      // the server asks for it only where somebody is in a group
      await assertGranted(caller, 'admin:GetGroup')
      const users = await readUsers(admin)
      const known = await documents()
      await assertThere(bucket)
      const groups = new Map<string, Awaited<ReturnType<typeof readGroup>>>()
      const names = [...new Set(users.flatMap(([, user]) => user.groups))]
      await atMost(AT_ONCE, names, async (name) => groups.set(name, await readGroup(admin, name)))
      const attached = (policies: readonly string[], group?: string): Attached[] =>
        policies.flatMap((policy) => {
          const document = known.get(policy)
          return document ? [{ policy, document, ...(group !== undefined && { group }) }] : []
        })
      const found: UserAccess[] = []
      const turn = takeTurns()
      for (const [name, { status, policies, groups: names }] of users) {
        // whoever is in a disabled group has no rights at all
        const off = status === 'disabled' || names.some((group) => groups.get(group)?.status === 'disabled')
        const all = [...attached(policies), ...names.flatMap((group) => attached(groups.get(group)?.policies ?? [], group))]
        const access = off ? undefined : accessIn(all, name, bucket)
        if (access) found.push({ user: name, ...access })
        await turn()
      }
      return found
    },
  } satisfies Partial<BucketsBackend>
}
