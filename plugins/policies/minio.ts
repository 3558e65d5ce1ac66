import * as v from 'valibot'
import { Failure } from '../../core/failure.ts'
import type { PoliciesBackend } from './backend.ts'
import type { Policy } from './contract.ts'
import { type Caller, hasCode, unless } from '../../engines/minio/caller.ts'
import { Document, parseDocument, readPolicies } from '../../engines/minio/policies.ts'

const Entities = v.object({
  policyMappings: v.nullish(
    v.array(v.object({ users: v.nullish(v.array(v.string()), []), groups: v.nullish(v.array(v.string()), []) })),
    [],
  ),
})

/** Policies of a MinIO server (minio-server 3.5), attached to its own users and groups or to those of its directory. */
export default function createPolicies({ admin, keeper }: Caller): PoliciesBackend {
  const get = async (name: string): Promise<Policy> => {
    const document = await admin.read(Document, { method: 'GET', name: 'info-canned-policy', needs: 'admin:GetPolicy', query: { name } })
    return { name, policy: JSON.stringify(document) }
  }

  /** The server takes a policy that does not exist for one that nobody has; 404 instead, for callers that may look. */
  const assertExists = (name: string) => unless(get(name), ['AccessDenied'], undefined)

  const entities = async (name: string, kind: 'users' | 'groups') => {
    const [found] = await Promise.all([
      admin.read(Entities, { method: 'GET', name: `idp/${keeper}/policy-entities`, query: { policy: name } }),
      assertExists(name),
    ])
    return (found.policyMappings ?? []).flatMap((mapping) => mapping[kind] ?? []).sort()
  }

  return {
    list: () => readPolicies(admin),

    get,

    set: async (name, document) => {
      await admin.send({ method: 'PUT', name: 'add-canned-policy', needs: 'admin:CreatePolicy', query: { name }, plain: parseDocument(document) })
      return get(name)
    },

    remove: async (name) => {
      await assertExists(name)
      try {
        await admin.send({ method: 'DELETE', name: 'remove-canned-policy', needs: 'admin:DeletePolicy', query: { name } })
      } catch (error) {
        if (hasCode(error, 'InternalError') && /inbuilt/.test(error.message))
          throw new Failure(409, `The policy "${name}" is built into the storage server`, error.detail)
        throw error
      }
    },

    users: (name) => entities(name, 'users'),
    groups: (name) => entities(name, 'groups'),
  }
}
