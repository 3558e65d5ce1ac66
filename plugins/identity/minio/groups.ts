import * as v from 'valibot'
import { Failure } from '../../../core/failure.ts'
import { type Group, Status } from '../contract.ts'
import type { IdentityBackend } from '../backend.ts'
import { type Caller, unless } from '../../../engines/minio/caller.ts'

const GroupInfo = v.object({
  name: v.string(),
  status: Status,
  members: v.nullable(v.array(v.string())),
  policy: v.optional(v.string(), ''),
})

const Entities = v.object({ groupMappings: v.nullish(v.array(v.object({ policies: v.nullish(v.array(v.string())) }))) })

/** Groups of a MinIO server (minio-server 3.4). */
export const createGroups = ({ admin }: Caller) => {
  /** The policies of a group that the server passes over while it is disabled, comma-separated. */
  const attachedTo = async (name: string) => {
    const found = await unless(
      admin.read(Entities, { method: 'GET', name: 'idp/builtin/policy-entities', query: { group: name } }),
      ['AccessDenied'],
      undefined,
    )
    return (found?.groupMappings ?? []).flatMap((mapping) => mapping.policies ?? []).join(',')
  }

  const group = async (name: string): Promise<Group> => {
    const info = await admin.read(GroupInfo, { method: 'GET', name: 'group', query: { group: name } })
    const policy = info.policy || (info.status === 'disabled' ? await attachedTo(name) : '')
    return { ...info, policy, members: [...(info.members ?? [])].sort() }
  }

  /** Adds members, making the group where there is none, or takes them out; taking nobody out removes an empty group. */
  const change = async (name: string, members: string[], how: 'add' | 'remove') => {
    // the server makes a group named ".." and then can neither show nor remove it
    if (how === 'add' && name.split('/').some((part) => /^\s*\.\.?\s*$/.test(part)))
      throw new Failure(400, 'A group name cannot have "." or ".." between slashes')
    await admin.send({
      method: 'PUT',
      name: 'update-group-members',
      plain: { group: name, members, groupStatus: 'enabled', isRemove: how === 'remove' },
    })
  }

  return {
    group,
    change,

    groups: async () => {
      const names = await admin.read(v.nullable(v.array(v.string())), { method: 'GET', name: 'groups' })
      return [...(names ?? [])].sort()
    },

    updateGroup: async (name, { members, status }) => {
      const before = await group(name)
      const added = members.filter((member) => !before.members.includes(member))
      const gone = before.members.filter((member) => !members.includes(member))
      if (added.length) await change(name, added, 'add')
      if (gone.length) await change(name, gone, 'remove')
      if (status !== before.status) await admin.send({ method: 'PUT', name: 'set-group-status', query: { group: name, status } })
      return group(name)
    },

    removeGroup: (name) => change(name, [], 'remove'),
  } satisfies Partial<IdentityBackend> & { change: unknown }
}
