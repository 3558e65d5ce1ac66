import * as v from 'valibot'
import { Failure, missingFeatures } from 'stowage'
import { hasCode, NOT_OFFERED } from 'stowage/engines/s3'
import { iamEntityNotFound, readPolicy } from 'stowage/iam'
import type { S3AdapterContext } from 'stowage/server'
import { type AccountPermissions, createAccess } from '../backend/access.ts'
import type { PoliciesBackend } from '../backend.ts'
import type { Policy } from '../contract.ts'
import * as messages from '../messages.ts'

type ManagedPolicy = Awaited<ReturnType<S3AdapterContext['iam']['policies']>>[number]

const Version = v.object({ PolicyVersion: v.object({ Document: v.string() }) })
const OldVersion = v.object({ VersionId: v.string(), IsDefaultVersion: v.optional(v.string()) })

const refuse = async (): Promise<never> => {
  throw new Failure(501, missingFeatures['access-check'], { code: NOT_OFFERED })
}

/** Documents are sent URL-encoded by AWS, and as they are by some servers. */
const decode = (document: string) => (document.trimStart().startsWith('{') ? document : decodeURIComponent(document))

const assertJson = (document: string) => {
  try {
    JSON.parse(document)
  } catch (error) {
    throw new Failure(400, messages.policyNotJson, { detail: String(error), field: 'policy' })
  }
}

/** Managed policies of a server with AWS's IAM API. Policies of one user or group only are not listed. */
export default function createPolicies(caller: S3AdapterContext): PoliciesBackend {
  const { iam, client, versityAdmin } = caller

  const documentOf = async ({ arn, version }: ManagedPolicy) => {
    const { PolicyVersion } = await iam.read(Version, 'GetPolicyVersion', { PolicyArn: arn, VersionId: version })
    return decode(PolicyVersion.Document)
  }

  const find = async (name: string) => (await iam.policies()).find((policy) => policy.name === name)

  const existing = async (name: string) => {
    const policy = await find(name)
    if (!policy) throw iamEntityNotFound('policy', name)
    return policy
  }

  const get = async (name: string): Promise<Policy> => ({ name, policy: await documentOf(await existing(name)) })

  /** Users and groups with the names of their attached policies. */
  const holdersOf = async (type: 'user' | 'group') => {
    // the users of VersityGW have roles, and no policies
    if (versityAdmin) throw new Failure(501, missingFeatures.policies, { code: NOT_OFFERED })
    const names = type === 'user' ? await iam.users() : await iam.groups()
    return Promise.all(
      names.map((name) => client.oneOfMany(async () => ({ name, policies: await iam.attached({ type, name }) }))),
    )
  }

  const holders = async (type: 'user' | 'group', policy: string) =>
    (await holdersOf(type)).filter(({ policies }) => policies.includes(policy)).map(({ name }) => name)

  const assertUnused = async (name: string) => {
    const all = (await Promise.all([holders('user', name), holders('group', name)])).flat()
    if (all.length > 0)
      throw new Failure(409, messages.policyInUse(name), {
        detail: `It is attached to ${all.slice(0, 10).join(', ')}`,
      })
  }

  const oldVersions = async (arn: string) =>
    (await iam.list(OldVersion, 'Versions', 'ListPolicyVersions', { PolicyArn: arn }))
      .filter(({ IsDefaultVersion }) => IsDefaultVersion !== 'true')
      .map(({ VersionId }) => VersionId)

  const removeVersions = async (arn: string) => {
    for (const version of await oldVersions(arn))
      await iam.send('DeletePolicyVersion', { PolicyArn: arn, VersionId: version })
  }

  const replace = async ({ arn }: ManagedPolicy, document: string) => {
    const send = () => iam.send('CreatePolicyVersion', { PolicyArn: arn, PolicyDocument: document, SetAsDefault: true })
    try {
      await send()
    } catch (error) {
      // a policy has at most five versions
      if (!hasCode(error, 'LimitExceeded')) throw error
      await removeVersions(arn)
      await send()
    }
  }

  /** Permissions by managed policies, as the preview of a change needs them. */
  const readUsers = async () => {
    const documents = new Map<string, AccountPermissions['layers']['own'][number]['document']>()
    const unreadablePolicies: string[] = []
    for (const policy of await iam.policies()) {
      try {
        documents.set(policy.name, readPolicy(JSON.parse(await documentOf(policy))))
      } catch {
        unreadablePolicies.push(policy.name)
      }
    }
    const attach = (names: readonly string[], group?: string) =>
      names.flatMap((policy) => {
        const document = documents.get(policy)
        return document ? [{ policy, document, ...(group !== undefined && { group }) }] : []
      })
    const [users, groups] = await Promise.all([holdersOf('user'), holdersOf('group')])
    const memberships = await Promise.all(groups.map(async ({ name }) => ({ name, members: await iam.members(name) })))
    return {
      unreadablePolicies,
      users: users.map(({ name, policies }) => {
        const memberOf = memberships.filter(({ members }) => members.includes(name)).map((group) => group.name)
        const inherited = groups.filter((group) => memberOf.includes(group.name))
        const own = [...attach(policies), ...inherited.flatMap((group) => attach(group.policies, group.name))]
        return { name, conditionContext: {}, own, memberOf }
      }),
    }
  }

  return {
    ...createAccess({
      groups: 'of-all',
      permissionsOf: refuse,
      users: readUsers,
      otherAccounts: async () => ({ root: 'unknown', externalAccounts: 'unknown' }),
      bucketPolicy: async () => 'unknown',
    }),
    check: refuse,
    everything: refuse,
    usersWithAccess: refuse,

    list: async () => {
      const all = await iam.policies()
      const policies = all.map((policy) =>
        client.oneOfMany(async () => ({ name: policy.name, policy: await documentOf(policy) })),
      )
      return { policies: await Promise.all(policies) }
    },

    get,

    set: async (name, document) => {
      assertJson(document)
      const before = await find(name)
      try {
        if (before) await replace(before, document)
        else await iam.send('CreatePolicy', { PolicyName: name, PolicyDocument: document })
      } catch (error) {
        if (!hasCode(error, 'MalformedPolicyDocument')) throw error
        throw new Failure(400, error.message, { detail: error.detail, field: 'policy' })
      }
      return get(name)
    },

    remove: async (name) => {
      const { arn } = await existing(name)
      await assertUnused(name)
      await removeVersions(arn)
      await iam.send('DeletePolicy', { PolicyArn: arn })
    },

    users: async (name) => {
      await existing(name)
      return holders('user', name)
    },

    groups: async (name) => {
      await existing(name)
      return holders('group', name)
    },

    attachments: async () => {
      const [users, groups] = await Promise.all([holdersOf('user'), holdersOf('group')])
      const namesOf = (all: typeof users, policy: string) =>
        all.filter(({ policies }) => policies.includes(policy)).map(({ name }) => name)
      const attached = [...new Set([...users, ...groups].flatMap(({ policies }) => policies))].sort()
      return attached.map((policy) => ({
        policy,
        users: namesOf(users, policy).length,
        groups: namesOf(groups, policy),
      }))
    },
  }
}
