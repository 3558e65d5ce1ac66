import * as v from 'valibot'
import { iamEntityNotFound } from '../iam/not-found.ts'
import { NOT_OFFERED } from './capabilities.ts'
import { fallbackOn, hasCode } from './has-code.ts'
import type { Client } from './client.ts'
import { createIamClient, type IamParameters } from './iam-client.ts'
import type { Keys } from './sign.ts'

const Policy = v.object({
  PolicyName: v.string(),
  Arn: v.string(),
  DefaultVersionId: v.optional(v.string(), 'v1'),
})

/** A managed policy: one that can be attached to several users and groups. */
export type ManagedPolicy = { name: string; arn: string; version: string }

const Attached = v.object({ PolicyName: v.string() })
const GroupName = v.object({ GroupName: v.string() })
const UserName = v.object({ UserName: v.string() })

export type IamEntity = { type: 'user' | 'group'; name: string }

const kindOf = ({ type }: IamEntity) => (type === 'user' ? 'User' : 'Group')

const parameterOf = ({ type, name }: IamEntity) => (type === 'user' ? { UserName: name } : { GroupName: name })

/** Names of IAM actions and parameters for a user or group: `AttachUserPolicy`, `UserName`. */
const requestFor = (verb: string, entity: IamEntity, noun = 'Policy') =>
  [`${verb}${kindOf(entity)}${noun}`, parameterOf(entity)] as const

/** AWS's IAM API for one caller: calls, lists of all entries, and policies. A list that the server lacks is empty. */
export const createIam = (client: Client, keys: Keys) => {
  const iam = createIamClient(client, keys)

  const orNone = <T>(list: Promise<T[]>) => fallbackOn(list, [NOT_OFFERED], [] as T[])

  /** Lists of something that a server has for some users only: those of its configuration file have no policies. */
  const orNoneOf = <T>(list: Promise<T[]>) => fallbackOn(list, [NOT_OFFERED, 'NoSuchEntity'], [] as T[])

  const send = (verb: string, entity: IamEntity, more: IamParameters) => {
    const [action, parameters] = requestFor(verb, entity)
    return iam.send(action, { ...parameters, ...more })
  }

  return {
    ...iam,

    users: async () => (await iam.list(UserName, 'Users', 'ListUsers')).map((user) => user.UserName).sort(),

    groups: async () =>
      (await orNone(iam.list(GroupName, 'Groups', 'ListGroups'))).map((group) => group.GroupName).sort(),

    /** Throws 404 for an unknown group. */
    members: async (group: string) => {
      try {
        const members = await iam.list(UserName, 'Users', 'GetGroup', { GroupName: group })
        return members.map((user) => user.UserName).sort()
      } catch (error) {
        throw hasCode(error, 'NoSuchEntity') ? iamEntityNotFound('group', group, error.detail) : error
      }
    },

    groupsOf: async (user: string) =>
      (await orNoneOf(iam.list(GroupName, 'Groups', 'ListGroupsForUser', { UserName: user })))
        .map((group) => group.GroupName)
        .sort(),

    policies: async (): Promise<ManagedPolicy[]> =>
      (await orNone(iam.list(Policy, 'Policies', 'ListPolicies')))
        .map(({ PolicyName, Arn, DefaultVersionId }) => ({ name: PolicyName, arn: Arn, version: DefaultVersionId }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),

    /** Names of the managed policies that are attached directly. */
    attached: async (entity: IamEntity) => {
      const [action, parameters] = requestFor('ListAttached', entity, 'Policies')
      const attached = await orNoneOf(iam.list(Attached, 'AttachedPolicies', action, parameters))
      return attached.map(({ PolicyName }) => PolicyName).sort()
    },

    /** Names of the policies that belong to this user or group only. */
    inline: async (entity: IamEntity) => {
      const [action, parameters] = requestFor('List', entity, 'Policies')
      return (await orNoneOf(iam.list(v.string(), 'PolicyNames', action, parameters))).sort()
    },

    /** Attaches or detaches a managed policy. */
    attach: (entity: IamEntity, arn: string) => send('Attach', entity, { PolicyArn: arn }),
    detach: (entity: IamEntity, arn: string) => send('Detach', entity, { PolicyArn: arn }),
    /** Deletes a policy that belongs to this user or group only. */
    removeInline: (entity: IamEntity, name: string) => send('Delete', entity, { PolicyName: name }),
  }
}

export type Iam = ReturnType<typeof createIam>
