import * as v from 'valibot'
import { Failure } from 'stowage'
import type { IdentityBackend } from '../backend.ts'
import { type Group, GroupName } from '../contract.ts'
import { type GroupRecord, type Index, getByName } from 'stowage/engines/embedded'
import { iamEntityNotFound } from 'stowage/iam'
import type { EmbeddedAdapterContext } from 'stowage/server'
import { groupExists } from '../group-exists.ts'
import * as messages from '../messages.ts'

/** The group with this name. Throws `Failure` 404. */
export const groupOf = (index: Index, name: string): GroupRecord => {
  const group = getByName(index.groups, name)
  if (!group) throw iamEntityNotFound('group', name)
  return group
}

const toGroup = (name: string, { members, status, policies }: GroupRecord): Group => ({
  name,
  members: [...members].sort(),
  status,
  policy: policies.join(','),
})

/** Throws `Failure` 404 for an unknown member, 403 for root and service accounts. */
const assertMembers = (index: Index, names: readonly string[]) => {
  for (const name of names) {
    if (getByName(index.users, name)) continue
    if (index.root.get('root')?.accessKey === name || getByName(index.accounts, name)) {
      throw new Failure(403, messages.cannotBeInGroup(name), {
        detail: messages.onlyUsersCanBeMembers,
      })
    }
    throw iamEntityNotFound('user', name)
  }
}

const assertName = (name: string) => {
  const { issues, output } = v.safeParse(GroupName, name)
  if (issues) throw new Failure(400, issues[0].message)
  if (output !== name || /[\p{Cc}\p{Cs}]/u.test(name)) throw new Failure(400, messages.groupNameHasOuterSpaces)
}

/** Adds members to a group, creating it if needed. Must run inside a transaction. */
export const join = (index: Index, name: string, members: readonly string[]) => {
  assertMembers(index, members)
  const group = getByName(index.groups, name)
  if (!group) assertName(name)
  const before = group ?? { members: [], status: 'enabled' as const, policies: [] }
  void index.groups.put(name, { ...before, members: [...new Set([...before.members, ...members])] })
  for (const member of members) {
    const user = index.users.get(member)
    if (user) void index.users.put(member, { ...user, groups: [...new Set([...user.groups, name])] })
  }
}

/** Removes members from a group. Must run inside a transaction. */
export const leave = (index: Index, name: string, members: readonly string[]) => {
  const group = groupOf(index, name)
  void index.groups.put(name, { ...group, members: group.members.filter((member) => !members.includes(member)) })
  for (const member of members) {
    const user = index.users.get(member)
    if (user) void index.users.put(member, { ...user, groups: user.groups.filter((other) => other !== name) })
  }
}

/** Groups of the embedded engine. The permission to add members includes removing them (minio-server 4.4). */
export const createGroups = ({ authenticate }: EmbeddedAdapterContext) =>
  ({
    groups: async () => {
      const { index, caller } = authenticate()
      caller.assert('admin:ListGroups')
      return [...index.groups.getKeys()].sort()
    },

    group: async (name) => {
      const { index, caller } = authenticate()
      caller.assert('admin:GetGroup')
      return toGroup(name, groupOf(index, name))
    },

    groupDetails: async (names) => {
      const { index, caller } = authenticate()
      caller.assert('admin:GetGroup')
      return names.flatMap((name) => {
        const group = getByName(index.groups, name)
        return group ? { name, members: group.members.length, status: group.status, policies: group.policies } : []
      })
    },

    addGroup: async (name, members) => {
      const { index, caller } = authenticate()
      caller.assert('admin:AddUserToGroup')
      await index.write(() => {
        if (getByName(index.groups, name)) throw groupExists(name)
        join(index, name, members)
      })
    },

    updateGroup: async (name, { members, status }) => {
      const { index, caller } = authenticate()
      caller.assert('admin:GetGroup')
      const group = await index.write(() => {
        const before = groupOf(index, name)
        const joined = members.filter((member) => !before.members.includes(member))
        const removed = before.members.filter((member) => !members.includes(member))
        if (joined.length + removed.length > 0) caller.assert('admin:AddUserToGroup')
        if (status !== before.status) caller.assert('admin:EnableGroup')
        join(index, name, joined)
        leave(index, name, removed)
        const after = { ...groupOf(index, name), status }
        void index.groups.put(name, after)
        return after
      })
      return toGroup(name, group)
    },

    removeGroup: async (name) => {
      const { index, caller } = authenticate()
      caller.assert('admin:AddUserToGroup')
      await index.write(() => {
        if (groupOf(index, name).members.length > 0) throw new Failure(409, messages.groupStillHasMembers(name))
        void index.groups.remove(name)
      })
    },

    addToGroups: async (users, groups) => {
      const { index, caller } = authenticate()
      caller.assert('admin:AddUserToGroup')
      await index.write(() => {
        for (const name of groups) join(index, name, users)
      })
    },
  }) satisfies Partial<IdentityBackend>
