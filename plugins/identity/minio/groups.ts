import * as v from 'valibot'
import { Failure } from 'stowage'
import type { Group, GroupDetails } from '../contract.ts'
import type { IdentityBackend } from '../backend.ts'
import { type MinioAdapterContext, pMap } from 'stowage/server'
import { fallbackOn } from 'stowage/engines/s3'
import { groupExists } from '../group-exists.ts'
import * as messages from '../messages.ts'

/** Number of parallel requests for group details. */
const CONCURRENCY = 6

/** Groups of a MinIO server (minio-server 3.4). */
export const createGroups = (caller: MinioAdapterContext) => {
  const { admin } = caller
  const group = async (name: string): Promise<Group> => {
    const { status, members, policies } = await caller.group(name)
    return { name, status, members, policy: policies.join(',') }
  }

  /** Adds or removes members, creating a missing group; removing an empty list deletes an empty group. */
  const change = async (name: string, members: string[], how: 'add' | 'remove') => {
    // the server creates a group named ".." and can then neither show nor delete it
    if (how === 'add' && name.split('/').some((part) => /^\s*\.\.?\s*$/.test(part)))
      throw new Failure(400, messages.groupNameHasDotSegments)
    await admin.send({
      method: 'PUT',
      name: 'update-group-members',
      needs: 'admin:AddUserToGroup',
      plain: { group: name, members, groupStatus: 'enabled', isRemove: how === 'remove' },
    })
  }

  return {
    group,
    change,

    addGroup: async (name, members) => {
      // reading it needs another permission
      const existing = await fallbackOn(caller.group(name), ['XMinioAdminNoSuchGroup', 'AccessDenied'], undefined)
      if (existing) throw groupExists(name)
      await change(name, members, 'add')
    },

    groups: async () => {
      const names = await admin.read(v.nullable(v.array(v.string())), {
        method: 'GET',
        name: 'groups',
        needs: 'admin:ListGroups',
      })
      return [...(names ?? [])].sort()
    },

    groupDetails: async (names) => {
      // without groups no request is sent, so check the permission here
      await caller.assertGranted('admin:GetGroup')
      const detailsOf = async (name: string): Promise<GroupDetails[]> => {
        const details = await fallbackOn(caller.group(name), ['XMinioAdminNoSuchGroup'], undefined)
        return details
          ? [{ name, members: details.members.length, status: details.status, policies: details.policies }]
          : []
      }
      return (await pMap(names, detailsOf, { concurrency: CONCURRENCY })).flat()
    },

    updateGroup: async (name, { members, status }) => {
      const before = await group(name)
      const added = [...new Set(members)].filter((member) => !before.members.includes(member))
      const removed = before.members.filter((member) => !members.includes(member))
      if (added.length + removed.length) await caller.assertGranted('admin:AddUserToGroup')
      if (status !== before.status) await caller.assertGranted('admin:EnableGroup')
      if (added.length) await change(name, added, 'add')
      if (removed.length) await change(name, removed, 'remove')
      if (status !== before.status)
        await admin.send({
          method: 'PUT',
          name: 'set-group-status',
          needs: 'admin:EnableGroup',
          query: { group: name, status },
        })
      return group(name)
    },

    removeGroup: (name) => change(name, [], 'remove'),
  } satisfies Partial<IdentityBackend> & { change: unknown }
}
