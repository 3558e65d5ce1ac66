import type { BucketsBackend } from '../backend.ts'
import type { PolicyDocument } from '../../../engines/policy/document.ts'
import { concerns, haveAnyIn } from '../../../engines/policy/audit.ts'
import { readPolicy } from '../../../engines/policy/policy.ts'
import type { Caller } from '../../../engines/minio/caller.ts'
import { createIdentity } from '../../identity/minio/adapter.ts'
import { createPolicies } from '../../policies/minio.ts'
import { filterInTurns, takeTurns } from '../../../engines/turns.ts'

/** Who may do what in a bucket, by the policies that are attached on a MinIO server. */
export const createAudit = (caller: Caller, keeper: 'builtin' | 'ldap', assertBucket: (name: string) => Promise<unknown>) => {
  const identity = createIdentity(caller)
  const { list } = createPolicies(caller, keeper)

  const documents = async () => {
    const [read, turn] = [new Map<string, PolicyDocument>(), takeTurns()]
    for (const { name, policy } of await list()) {
      read.set(name, readPolicy(JSON.parse(policy)))
      await turn()
    }
    return read
  }

  return {
    policies: async (bucket) => {
      const [all] = await Promise.all([list(), assertBucket(bucket)])
      return filterInTurns(all, ({ policy }) => concerns(readPolicy(JSON.parse(policy)), bucket))
    },

    users: async (bucket) => {
      const [users, policies] = await Promise.all([identity.users(), documents(), assertBucket(bucket)])
      const groups = new Map<string, { policies: string[]; isOn: boolean }>()
      for (const name of new Set(users.flatMap(({ memberOf }) => memberOf))) {
        const { policy = '', status } = await identity.group(name)
        groups.set(name, { policies: policy.split(','), isOn: status === 'enabled' })
      }
      const documentsOf = (names: readonly string[]): PolicyDocument[] => names.flatMap((name) => policies.get(name) ?? [])
      const found = await filterInTurns(users, ({ accessKey, status, policy, memberOf }) => {
        const own = memberOf.map((name) => groups.get(name))
        // whoever is in a disabled group has no rights at all
        if (status === 'disabled' || own.some((group) => group?.isOn === false)) return false
        return haveAnyIn(documentsOf([...policy, ...own.flatMap((group) => group?.policies ?? [])]), accessKey, bucket)
      })
      return found.map(({ accessKey }) => accessKey)
    },
  } satisfies Partial<BucketsBackend>
}
