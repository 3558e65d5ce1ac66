import { Failure } from 'stowage'
import { iamEntityNotFound } from 'stowage/iam'
import type { S3AdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

type Iam = S3AdapterContext['iam']
type IamEntity = Parameters<Iam['attached']>[0]

/** Attaches managed policies to users and groups. Policies that belong to one user or group only are left alone. */
export const createAttachments = (iam: Iam) => {
  const arnsOf = async (names: readonly string[]) => {
    const arns = new Map((await iam.policies()).map(({ name, arn }) => [name, arn]))
    return names.map((name) => {
      const arn = arns.get(name)
      if (!arn) throw iamEntityNotFound('policy', name)
      return arn
    })
  }

  return {
    /** Replaces the attached policies. Throws 404 for an unknown policy, before anything is changed. */
    set: async (entity: IamEntity, policies: readonly string[]) => {
      const before = await iam.attached(entity)
      const [added, removed] = [
        policies.filter((name) => !before.includes(name)),
        before.filter((name) => !policies.includes(name)),
      ]
      if (added.length > 0) for (const arn of await arnsOf(added)) await iam.attach(entity, arn)
      if (removed.length > 0) for (const arn of await arnsOf(removed)) await iam.detach(entity, arn)
    },

    /** Detaches and deletes all policies of a user or group that is about to be deleted. */
    clear: async (entity: IamEntity) => {
      const attached = await iam.attached(entity)
      if (attached.length > 0) for (const arn of await arnsOf(attached)) await iam.detach(entity, arn)
      for (const name of await iam.inline(entity)) await iam.removeInline(entity, name)
    },
  }
}

/** Throws `Failure` 409 for a group with members. */
export const assertNoMembers = (members: readonly string[]) => {
  if (members.length > 0) throw new Failure(409, messages.groupHasMembers)
}
