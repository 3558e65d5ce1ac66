import * as v from 'valibot'
import { Failure, missingFeatures } from 'stowage'
import { groupConditionContext, userConditionContext, isDistinguishedName } from 'stowage/engines/minio'
import { type MinioAdapterContext, pMap } from 'stowage/server'
import { type Attached, builtInPolicies, iamEntityNotFound, type PolicyDocument, readPolicy } from 'stowage/iam'
import type { AccountPermissions, Source } from '../backend/access.ts'
import { hasCode, fallbackOn } from 'stowage/engines/s3'

/** Concurrent requests for policies or groups. */
const CONCURRENCY = 6

const ServiceAccount = v.object({
  parentUser: v.string(),
  accountStatus: v.optional(v.string()),
  impliedPolicy: v.optional(v.boolean()),
  policy: v.optional(v.string(), ''),
  expiration: v.nullish(v.string()),
})

/** Permissions of root. The server does not return them to other callers. */
const all = builtInPolicies.get('consoleAdmin') as PolicyDocument

/** Accounts of a MinIO server, and what determines their permissions there (minio-server 4.2). */
export const createSource = (caller: MinioAdapterContext): Source => {
  const { admin, account } = caller

  const attach = async (names: readonly string[], group?: string) => {
    const unreadablePolicies: string[] = []
    const read = async (policy: string): Promise<Attached[]> => {
      try {
        const stored = await fallbackOn(caller.policy(policy), ['XMinioAdminNoSuchPolicy'], undefined)
        return stored
          ? [{ policy, document: readPolicy(JSON.parse(stored.policy)), ...(group !== undefined && { group }) }]
          : []
      } catch (error) {
        if (!hasCode(error, 'InternalError')) throw error
        unreadablePolicies.push(policy)
        return []
      }
    }
    return { own: (await pMap(names, read, { concurrency: CONCURRENCY })).flat(), unreadablePolicies }
  }

  /** A caller without a user of that name: root or a directory account. */
  const callerPermissions = async (): Promise<AccountPermissions> => ({
    layers: { own: [{ policy: '', document: readPolicy((await caller.info()).Policy) }] },
    known: caller.requestlessConditionContext,
    unreadablePolicies: [],
  })

  const ofUser = async (name: string): Promise<AccountPermissions | undefined> => {
    // their groups, and the policies of these, are in the directory
    if (isDistinguishedName(name)) return name === account ? callerPermissions() : undefined
    const user = await fallbackOn(caller.user(name), ['XMinioAdminNoSuchUser'], undefined)
    if (!user) return name === account ? callerPermissions() : undefined
    const groups = await pMap(user.groups, async (group) => ({ group, ...(await caller.group(group)) }), {
      concurrency: CONCURRENCY,
    })
    const parts = await Promise.all([
      attach(user.policies),
      ...groups.map(({ group, policies }) => attach(policies, group)),
    ])
    const permissions = {
      layers: { own: parts.flatMap(({ own }) => own) },
      known: userConditionContext(name),
      unreadablePolicies: parts.flatMap(({ unreadablePolicies }) => unreadablePolicies),
    }
    if (user.status === 'disabled') return { ...permissions, reason: 'disabled' }
    return groups.some(({ status }) => status === 'disabled')
      ? { ...permissions, reason: 'disabled-group' }
      : permissions
  }

  const ofGroup = async (name: string): Promise<AccountPermissions> => {
    const { status, policies } = await caller.group(name)
    const { own, unreadablePolicies } = await attach(policies, name)
    return {
      ...(status === 'disabled' && { reason: 'disabled' as const }),
      layers: { own },
      known: groupConditionContext(),
      unreadablePolicies,
    }
  }

  const ofAccount = async (accessKey: string): Promise<AccountPermissions> => {
    const call = {
      method: 'GET',
      name: 'info-service-account',
      needs: 'admin:ListServiceAccounts',
      query: { accessKey },
    } as const
    const account = await admin.read(ServiceAccount, call).catch((error: unknown) => {
      if (error instanceof Failure && error.status === 404)
        throw iamEntityNotFound('service account', accessKey, error.detail)
      throw error
    })
    // a service account without a parent user that is not from the directory belongs to root
    const isOfDirectory = isDistinguishedName(account.parentUser)
    const root: AccountPermissions = {
      layers: { own: isOfDirectory ? [] : [{ policy: '', document: all }] },
      known: userConditionContext(account.parentUser),
      unreadablePolicies: isOfDirectory ? [account.parentUser] : [],
    }
    const parent = (await ofUser(account.parentUser)) ?? root
    const permissions = {
      ...parent,
      parentUser: account.parentUser,
      ...(account.impliedPolicy === false && {
        layers: { ...parent.layers, restriction: readPolicy(JSON.parse(account.policy)) },
      }),
    }
    if (account.accountStatus === 'off') return { ...permissions, reason: 'disabled' }
    const end = account.expiration ? Date.parse(account.expiration) : 0
    return end > 0 && end <= Date.now() ? { ...permissions, reason: 'expired' } : permissions
  }

  return {
    groups: 'of-tokens',

    permissionsOf: async ({ kind, name }) => {
      // the server checks these late, which would reveal whether an account exists
      for (const action of ['admin:GetUser', 'admin:GetGroup', 'admin:GetPolicy'] as const)
        await caller.assertGranted(action)
      if (kind === 'service-account') {
        await caller.assertGranted('admin:ListServiceAccounts')
        return ofAccount(name)
      }
      if (caller.accountSource === 'ldap' && name !== account && isDistinguishedName(name))
        throw new Failure(501, missingFeatures.users)
      const permissions = kind === 'group' ? await ofGroup(name) : await ofUser(name)
      if (!permissions) throw iamEntityNotFound('user', name)
      return permissions
    },
    users: () => caller.accounts(),

    otherAccounts: async () => ({ root: await caller.rootAccess(), externalAccounts: 'unknown' }),

    bucketPolicy: async (bucket) => {
      try {
        const { body } = await caller.client.call(
          { method: 'GET', path: caller.paths.bucketPath(bucket), query: { policy: '' } },
          caller.keys,
        )
        return body.toString()
      } catch (error) {
        if (error instanceof Failure && error.status === 404) return undefined
        if (hasCode(error, 'AccessDenied')) return 'unknown'
        throw error
      }
    },
  }
}
