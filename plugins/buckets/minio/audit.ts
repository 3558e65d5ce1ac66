import type { BucketsBackend } from '../backend.ts'
import type { PolicyDocument } from '../../../engines/policy/document.ts'
import { concerns, reaches } from '../../../engines/policy/audit.ts'
import { readPolicy } from '../../../engines/policy/policy.ts'
import type { Caller } from '../../../engines/minio/caller.ts'
import { createIdentity } from '../../identity/minio/adapter.ts'
import { createPolicies } from '../../policies/minio.ts'

/** Who may do what in a bucket, by the policies that are attached on a MinIO server. */
export const createAudit = (caller: Caller, keeper: 'builtin' | 'ldap', assertBucket: (name: string) => Promise<unknown>) => {
  const identity = createIdentity(caller)
  const { list } = createPolicies(caller, keeper)

  /** The policies that the server can show. */
  const told = async () => (await list()).policies.filter(({ problem }) => !problem)

  const documents = async () =>
    new Map((await told()).map(({ name, policy }) => [name, readPolicy(JSON.parse(policy))] as const))

  return {
    policies: async (bucket) => {
      const [all] = await Promise.all([told(), assertBucket(bucket)])
      return all.filter(({ policy }) => concerns(readPolicy(JSON.parse(policy)), bucket))
    },

    users: async (bucket) => {
      const [users, policies] = await Promise.all([identity.users(), documents(), assertBucket(bucket)])
      const groups = new Map<string, { policies: string[]; isOn: boolean }>()
      for (const name of new Set(users.flatMap(({ memberOf }) => memberOf))) {
        const { policy = '', status } = await identity.group(name)
        groups.set(name, { policies: policy.split(','), isOn: status === 'enabled' })
      }
      const documentsOf = (names: readonly string[]): PolicyDocument[] => names.flatMap((name) => policies.get(name) ?? [])
      return users
        .filter(({ accessKey, status, policy, memberOf }) => {
          const own = memberOf.map((name) => groups.get(name))
          // whoever is in a disabled group has no rights at all
          if (status === 'disabled' || own.some((group) => group?.isOn === false)) return false
          return reaches(documentsOf([...policy, ...own.flatMap((group) => group?.policies ?? [])]), accessKey, bucket)
        })
        .map(({ accessKey }) => accessKey)
    },
  } satisfies Partial<BucketsBackend>
}
