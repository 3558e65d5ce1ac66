import { Failure } from 'stowage'
import { Entities, isBuiltIn, parseDocument, sendPolicy } from 'stowage/engines/minio'
import { createAccess } from '../backend/access.ts'
import type { PoliciesBackend } from '../backend.ts'
import { createSource } from './source.ts'
import type { MinioAdapterContext } from 'stowage/server'
import { hasCode, fallbackOn } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

/**
 * Policies of a MinIO server (minio-server 3.5), attached to its own users and groups, or to those of its directory.
 */
export default function createPolicies(caller: MinioAdapterContext): PoliciesBackend {
  const { admin, accountSource } = caller
  const get = (name: string) => caller.policy(name)

  /**
   * For an unknown policy the server returns an empty list of users; this throws 404 instead. A policy that exists but
   * cannot be read passes.
   */
  const assertExists = (name: string) => fallbackOn(get(name), ['AccessDenied', 'InternalError'], undefined)

  const entities = async (name: string, kind: 'users' | 'groups') => {
    // the server returns users to callers with permission to list groups, and vice versa
    await caller.assertGranted(kind === 'users' ? 'admin:ListUsers' : 'admin:ListGroups')
    const [entitiesOfPolicy] = await Promise.all([
      admin.read(Entities, { method: 'GET', name: `idp/${accountSource}/policy-entities`, query: { policy: name } }),
      assertExists(name),
    ])
    return entitiesOfPolicy.policyMappings.flatMap((mapping) => mapping[kind] ?? []).sort()
  }

  /** Describes who has a policy, if the caller may know. */
  const holders = async (name: string) => {
    const holdersByKind = await Promise.all(
      (['users', 'groups'] as const).map((kind) => entities(name, kind).catch(() => [])),
    )
    const names = holdersByKind.flat()
    return names.length > 0 ? `It is attached to ${names.slice(0, 10).join(', ')}` : undefined
  }

  return {
    ...createAccess(createSource(caller)),

    list: () => caller.policies(),

    get,

    set: async (name, document) => {
      // the server would save it, and then refuse to return it
      await caller.assertGranted('admin:GetPolicy')
      const plain = parseDocument(document)
      await sendPolicy(document, () =>
        admin.send({ method: 'PUT', name: 'add-canned-policy', needs: 'admin:CreatePolicy', query: { name }, plain }),
      )
      return get(name)
    },

    remove: async (name) => {
      await assertExists(name)
      try {
        await admin.send({
          method: 'DELETE',
          name: 'remove-canned-policy',
          needs: 'admin:DeletePolicy',
          query: { name },
        })
      } catch (error) {
        if (hasCode(error, 'InternalError') && isBuiltIn(error))
          throw new Failure(409, messages.policyBuiltIntoServer(name), { detail: error.detail })
        if (hasCode(error, 'XMinioIAMPolicyInUse', 'XMinioAdminPolicyInUse'))
          throw new Failure(409, messages.policyInUse(name), { detail: (await holders(name)) ?? error.detail })
        throw error
      }
    },

    users: (name) => entities(name, 'users'),
    groups: (name) => entities(name, 'groups'),

    attachments: async () => {
      // the server returns everything to callers with either of these permissions
      for (const action of ['admin:ListUsers', 'admin:ListGroups'] as const) await caller.assertGranted(action)
      const { policyMappings } = await admin.read(Entities, {
        method: 'GET',
        name: `idp/${accountSource}/policy-entities`,
      })
      return policyMappings
        .map(({ policy, users, groups }) => ({
          policy,
          users: users?.length ?? 0,
          groups: [...(groups ?? [])].sort(),
        }))
        .filter(({ users, groups }) => users + groups.length > 0)
        .sort((one, other) => (one.policy < other.policy ? -1 : 1))
    },
  }
}
