import * as v from 'valibot'
import { Failure } from '../../core/failure.ts'
import type { PoliciesBackend } from './backend.ts'
import { type Policy, PolicyName } from './contract.ts'
import { builtInPolicies, parsePolicy } from '../../engines/policy/policy.ts'
import { documentOf } from '../../engines/embedded/caller.ts'
import type { Context } from '../../engines/embedded/kit.ts'
import { type Index, lookUp } from '../../engines/embedded/store/database.ts'

/** Throws `Failure` 404 for a policy that does not exist. */
export const assertPolicies = (index: Index, names: readonly string[]) => {
  for (const name of names) if (!documentOf(index, name)) throw new Failure(404, `The policy "${name}" does not exist`)
}

const assertName = (name: string) => {
  const { issues, output } = v.safeParse(PolicyName, name)
  if (issues) throw new Failure(400, issues[0].message)
  if (output !== name || /[\p{Cc}\p{Cs}]/u.test(name))
    throw new Failure(400, 'A policy name has no blanks around it and no control characters')
}

const read = (index: Index, name: string) => {
  assertPolicies(index, [name])
  return { name, policy: JSON.stringify(documentOf(index, name)) }
}

const attached = (rows: Iterable<{ key: string; value: { policies: string[] } }>, name: string) =>
  Array.from(rows).flatMap(({ key, value }) => (value.policies.includes(name) ? key : []))

/** Every policy, the built-in ones too, sorted by name. */
export const allPolicies = (index: Index): Policy[] => {
  const names = new Set([...builtInPolicies.keys(), ...index.policies.getKeys()])
  return [...names].sort().map((name) => read(index, name))
}

/** Policies of the embedded engine: its own rows above those that are built in. */
export const createPolicies = ({ enter }: Context): PoliciesBackend => ({
  list: async () => {
    const { index, caller } = enter()
    caller.assert('admin:ListUserPolicies')
    return { policies: allPolicies(index) }
  },

  get: async (name) => {
    const { index, caller } = enter()
    caller.assert('admin:GetPolicy')
    return read(index, name)
  },

  set: async (name, document) => {
    const { index, caller } = enter()
    caller.assert('admin:CreatePolicy')
    assertName(name)
    const text = JSON.stringify(parsePolicy(document))
    await index.write(() => void index.policies.put(name, text))
    return { name, policy: text }
  },

  remove: async (name) => {
    const { index, caller } = enter()
    caller.assert('admin:DeletePolicy')
    assertPolicies(index, [name])
    await index.write(() => {
      const users = attached(index.users.getRange(), name)
      const groups = attached(index.groups.getRange(), name)
      if (users.length + groups.length > 0) {
        throw new Failure(
          409,
          `The policy "${name}" is in use`,
          `It is attached to ${[...users, ...groups].slice(0, 10).join(', ')}`,
        )
      }
      if (lookUp(index.policies, name) === undefined)
        throw new Failure(409, `The policy "${name}" is built in and cannot be deleted`)
      void index.policies.remove(name)
    })
  },

  users: async (name) => {
    const { index, caller } = enter()
    caller.assert('admin:ListUsers')
    assertPolicies(index, [name])
    return attached(index.users.getRange(), name).sort()
  },

  groups: async (name) => {
    const { index, caller } = enter()
    caller.assert('admin:ListGroups')
    assertPolicies(index, [name])
    return attached(index.groups.getRange(), name).sort()
  },
})
