import pMap from 'p-map'
import { Failure } from '../../core/protocol/failure.ts'
import { missingFeatures } from '../../core/protocol/features.ts'
import type { Attached } from '../iam/audit.ts'
import type { UserWithPolicies } from '../iam/changes.ts'
import { type PolicyDocument, readPolicy } from '../iam/policy.ts'
import { createTimeSlice } from '../lib/time-slice.ts'
import { readGroup, readUsers } from './accounts.ts'
import type { Caller } from './caller.ts'
import { userConditionContext } from './condition-context.ts'
import { readPolicies } from './policies.ts'
import { assertGranted } from '../s3/rights.ts'

const CONCURRENT_GROUPS = 6

/**
 * All enabled users with their own and inherited policies, and the names of policies that could not be read; members of
 * a disabled group have no policies. Requires `admin:ListUsers`, `admin:GetGroup` and `admin:ListUserPolicies`. Throws
 * `Failure` 501 if users are in a directory.
 */
export const readAccounts = async (
  caller: Caller,
): Promise<{ users: UserWithPolicies[]; unreadablePolicies: string[] }> => {
  const { admin } = caller
  if (caller.accountSource === 'ldap') throw new Failure(501, missingFeatures.users)
  // the server only checks this if a user is in a group
  await assertGranted(caller, 'admin:GetGroup')
  const accounts = await readUsers(admin)
  const { policies } = await readPolicies(caller)
  const documents = new Map<string, PolicyDocument>()
  const yieldIfDue = createTimeSlice()
  for (const { name, policy, problem } of policies) {
    if (!problem) documents.set(name, readPolicy(JSON.parse(policy)))
    await yieldIfDue()
  }
  const groups = new Map<string, Awaited<ReturnType<typeof readGroup>>>()
  const names = [...new Set(accounts.flatMap(([, { groups }]) => groups))]
  await pMap(names, async (name) => groups.set(name, await readGroup(admin, name)), { concurrency: CONCURRENT_GROUPS })
  const withDocuments = (policyNames: readonly string[], group?: string): Attached[] =>
    policyNames.flatMap((policy) => {
      const document = documents.get(policy)
      return document ? [{ policy, document, ...(group !== undefined && { group }) }] : []
    })
  const users = accounts.flatMap(([name, { status, policies: own, groups: groupNames }]): UserWithPolicies[] => {
    if (status === 'disabled') return []
    const off = groupNames.some((group) => groups.get(group)?.status === 'disabled')
    const all = [
      ...withDocuments(own),
      ...groupNames.flatMap((group) => withDocuments(groups.get(group)?.policies ?? [], group)),
    ]
    return [{ name, conditionContext: userConditionContext(name), own: off ? [] : all, memberOf: groupNames }]
  })
  return { users, unreadablePolicies: policies.flatMap(({ name, problem }) => (problem ? [name] : [])) }
}
