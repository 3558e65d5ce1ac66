import { Failure, missingFeatures } from 'stowage'
import { fallbackOn, hasCode, NOT_OFFERED } from 'stowage/engines/s3'
import { iamEntityNotFound } from 'stowage/iam'
import type { S3AdapterContext } from 'stowage/server'
import type { IdentityBackend } from '../backend.ts'
import type { Group, GroupDetails } from '../contract.ts'
import { groupExists } from '../group-exists.ts'
import { assertNoMembers, type createAttachments } from './attachments.ts'

/** Groups of a server with AWS's IAM API. They have no status. */
export const createGroups = ({ iam, client }: S3AdapterContext, attachments: ReturnType<typeof createAttachments>) => {
  const group = async (name: string): Promise<Group> => {
    const [members, policies] = await Promise.all([iam.members(name), iam.attached({ type: 'group', name })])
    return { name, members, status: 'enabled', policy: policies.join(',') }
  }

  const join = async (user: string, name: string) => {
    try {
      await iam.send('AddUserToGroup', { GroupName: name, UserName: user })
    } catch (error) {
      throw hasCode(error, 'NoSuchEntity') ? iamEntityNotFound('user', user, error.detail) : error
    }
  }

  const leave = (user: string, name: string) => iam.send('RemoveUserFromGroup', { GroupName: name, UserName: user })

  const addGroup = async (name: string, members: readonly string[]) => {
    try {
      await iam.send('CreateGroup', { GroupName: name })
    } catch (error) {
      throw hasCode(error, 'EntityAlreadyExists') ? groupExists(name) : error
    }
    for (const user of members) await join(user, name)
  }

  /** Adds members, creating the group if it does not exist. */
  const add = async (name: string, members: readonly string[]) => {
    await fallbackOn(iam.send('CreateGroup', { GroupName: name }), ['EntityAlreadyExists'], undefined)
    for (const user of members) await join(user, name)
  }

  return {
    add,
    addGroup,
    leave,
    group,
    groups: () => iam.groups(),

    groupDetails: async (names) => {
      const existing = new Set(await iam.groups())
      const detailsOf = async (name: string): Promise<GroupDetails> => {
        const { members, policy = '' } = await group(name)
        return { name, members: members.length, status: 'enabled', policies: policy.split(',').filter(Boolean) }
      }
      return Promise.all(
        names.filter((name) => existing.has(name)).map((name) => client.oneOfMany(() => detailsOf(name))),
      )
    },

    updateGroup: async (name, { members, status }) => {
      if (status === 'disabled') throw new Failure(501, missingFeatures['account-status'], { code: NOT_OFFERED })
      const before = await iam.members(name)
      for (const user of new Set(members)) if (!before.includes(user)) await join(user, name)
      for (const user of before) if (!members.includes(user)) await leave(user, name)
      return group(name)
    },

    removeGroup: async (name) => {
      assertNoMembers(await iam.members(name))
      await attachments.clear({ type: 'group', name })
      await iam.send('DeleteGroup', { GroupName: name })
    },
  } satisfies Partial<IdentityBackend> & { add: unknown; leave: unknown }
}
