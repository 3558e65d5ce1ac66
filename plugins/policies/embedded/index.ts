import * as v from 'valibot'
import { Failure } from 'stowage'
import { createAccess } from '../backend/access.ts'
import type { PoliciesBackend } from '../backend.ts'
import { PolicyName } from '../contract.ts'
import { getByName } from 'stowage/engines/embedded'
import { parsePolicy } from 'stowage/iam'
import { createSource } from './source.ts'
import type { EmbeddedCalls, EmbeddedAdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

const assertName = (name: string) => {
  const { issues, output } = v.safeParse(PolicyName, name)
  if (issues) throw new Failure(400, issues[0].message)
  if (output !== name || /[\p{Cc}\p{Cs}]/u.test(name)) throw new Failure(400, messages.policyNameHasOuterSpaces)
}

const attached = (rows: Iterable<{ key: string; value: { policies: string[] } }>, name: string) =>
  Array.from(rows).flatMap(({ key, value }) => (value.policies.includes(name) ? key : []))

/** Names of the calls in traces and audit logs. */
export const calls: EmbeddedCalls<PoliciesBackend> = {
  names: {
    list: 'admin.ListCannedPolicies',
    get: 'admin.InfoCannedPolicy',
    set: 'admin.AddCannedPolicy',
    remove: 'admin.RemoveCannedPolicy',
    users: 'admin.ListPolicyMappingEntities',
    groups: 'admin.ListPolicyMappingEntities',
    attachments: 'admin.ListPolicyMappingEntities',
    check: 'admin.ListPolicyMappingEntities',
    everything: 'admin.ListPolicyMappingEntities',
    usersWithAccess: 'admin.ListBucketUsers',
    effects: 'admin.ListPolicyMappingEntities',
    administrators: 'admin.ListPolicyMappingEntities',
    findings: 'admin.InfoCannedPolicy',
    vocabulary: 'admin.ServerInfo',
  },
}

/** Policies of the embedded engine: stored ones override built-in ones. */
export default ({ authenticate }: EmbeddedAdapterContext): PoliciesBackend => ({
  ...createAccess(createSource({ authenticate })),

  list: async () => {
    const { index, caller } = authenticate()
    caller.assert('admin:ListUserPolicies')
    return { policies: index.allPolicies() }
  },

  get: async (name) => {
    const { index, caller } = authenticate()
    caller.assert('admin:GetPolicy')
    return index.policy(name)
  },

  set: async (name, document) => {
    const { index, caller } = authenticate()
    caller.assert('admin:CreatePolicy')
    // the reply is the stored policy
    caller.assert('admin:GetPolicy')
    assertName(name)
    const text = JSON.stringify(parsePolicy(document))
    await index.write(() => void index.policies.put(name, text))
    return { name, policy: text }
  },

  remove: async (name) => {
    const { index, caller } = authenticate()
    caller.assert('admin:DeletePolicy')
    index.assertPolicies([name])
    await index.write(() => {
      const users = attached(index.users.getRange(), name)
      const groups = attached(index.groups.getRange(), name)
      if (users.length + groups.length > 0) {
        throw new Failure(409, messages.policyInUse(name), {
          detail: `It is attached to ${[...users, ...groups].slice(0, 10).join(', ')}`,
        })
      }
      if (getByName(index.policies, name) === undefined) throw new Failure(409, messages.builtInPolicy(name))
      void index.policies.remove(name)
    })
  },

  users: async (name) => {
    const { index, caller } = authenticate()
    caller.assert('admin:ListUsers')
    index.assertPolicies([name])
    return attached(index.users.getRange(), name).sort()
  },

  groups: async (name) => {
    const { index, caller } = authenticate()
    caller.assert('admin:ListGroups')
    index.assertPolicies([name])
    return attached(index.groups.getRange(), name).sort()
  },

  attachments: async () => {
    const { index, caller } = authenticate()
    caller.assert('admin:ListUsers')
    caller.assert('admin:ListGroups')
    const byPolicy = new Map<string, { users: number; groups: string[] }>()
    const at = (policy: string) => {
      const one = byPolicy.get(policy) ?? { users: 0, groups: [] }
      byPolicy.set(policy, one)
      return one
    }
    for (const { value } of index.users.getRange()) for (const policy of value.policies) at(policy).users += 1
    for (const { key, value } of index.groups.getRange())
      for (const policy of value.policies) at(policy).groups.push(key)
    return [...byPolicy]
      .map(([policy, { users, groups }]) => ({ policy, users, groups: groups.sort() }))
      .sort((one, other) => (one.policy < other.policy ? -1 : 1))
  },
})
