import * as v from 'valibot'
import { Failure } from '../../core/failure.ts'
import type { PoliciesBackend } from './backend.ts'
import type { Policy } from './contract.ts'
import { entriesOf } from '../../engines/minio/admin.ts'
import { type Caller, hasCode, unless } from '../../engines/minio/caller.ts'
import { builtInPolicies } from '../../engines/policy/policy.ts'

const Document = v.record(v.string(), v.unknown())

const names = v.nullish(v.array(v.string()), [])
const list = <Entries extends v.ObjectEntries>(entries: Entries) => v.nullish(v.array(v.object(entries)), [])

const Entities = v.object({
  policyMappings: list({ policy: v.string(), users: names, groups: names }),
})

/** The keys that the storage server reads, in any case, as it does; others it would drop without a word. */
const keys = {
  document: ['Version', 'ID', 'Statement'],
  statement: ['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition'],
}

const checkKeys = (fields: Record<string, unknown>, known: readonly string[], where: string) => {
  for (const key of Object.keys(fields)) {
    const match = known.find((name) => name.toLowerCase() === key.toLowerCase())
    if (!match) throw new Failure(400, `The policy is not valid. ${where}"${key}" is not a key here; there are ${known.join(', ')}.`)
    if (match === 'NotAction')
      throw new Failure(400, `The policy is not valid. ${where}This storage server keeps "NotAction" and can then show no policy any more: name the actions in "Action".`)
  }
}

/**
 * A policy's document; 400 for text that is no JSON object, and for what the storage server would lose. What else the
 * statements may say it knows itself.
 */
export const parseDocument = (text: string): Record<string, unknown> => {
  let document: Record<string, unknown>
  try {
    document = v.parse(Document, JSON.parse(text))
  } catch (error) {
    throw new Failure(400, 'The policy is not valid JSON', String(error))
  }
  checkKeys(document, keys.document, '')
  const [, statements] = Object.entries(document).find(([key]) => key.toLowerCase() === 'statement') ?? []
  for (const [at, statement] of (Array.isArray(statements) ? statements : []).entries())
    if (v.is(Document, statement)) checkKeys(statement, keys.statement, `Statement ${at + 1}: `)
  return document
}

/** What is said of a policy that the storage server has and fails to show. */
const untold = 'The storage server cannot show this policy; it can be deleted'

/** Policies of a MinIO server (minio-server 3.5), attached to its own users and groups or to those of its directory. */
export const createPolicies = ({ admin, client }: Caller, keeper: 'builtin' | 'ldap'): PoliciesBackend => {
  const get = async (name: string): Promise<Policy> => {
    const document = await admin.read(Document, { method: 'GET', name: 'info-canned-policy', query: { name } })
    return { name, policy: JSON.stringify(document) }
  }

  /** The server takes a policy that does not exist for one that nobody has; 404 instead, for callers that may look. */
  const assertExists = (name: string) => unless(get(name), ['AccessDenied'], undefined)

  const entities = async (name: string, kind: 'users' | 'groups') => {
    const [found] = await Promise.all([
      admin.read(Entities, { method: 'GET', name: `idp/${keeper}/policy-entities`, query: { policy: name } }),
      assertExists(name),
    ])
    return found.policyMappings.flatMap((mapping) => mapping[kind] ?? []).sort()
  }

  /** One policy that cannot be shown keeps the server from listing any; those that are known otherwise are asked for. */
  const listOneByOne = async (reason: string) => {
    const attached = await unless(
      admin.read(Entities, { method: 'GET', name: `idp/${keeper}/policy-entities` }),
      ['AccessDenied'],
      undefined,
    )
    const known = new Set([...builtInPolicies.keys(), ...(attached?.policyMappings ?? []).map(({ policy }) => policy)])
    const told = [...known].sort().map((name) =>
      client.oneOfMany(async (): Promise<Policy[]> => {
        const policy = await unless(get(name), ['XMinioAdminNoSuchPolicy'], undefined).catch((error: unknown) => {
          if (!hasCode(error, 'InternalError')) throw error
          return { name, policy: '', problem: untold }
        })
        return policy ? [policy] : []
      }),
    )
    const policies = (await Promise.all(told)).flat()
    const bad = policies.filter(({ problem }) => problem).map(({ name }) => `"${name}"`)
    const which = bad.length > 0 ? bad.join(' and ') : 'one that is assigned to nobody'
    return {
      policies,
      incomplete: `The storage server cannot list its policies, since it cannot show ${which} (${reason}). Policies assigned to nobody are left out until it is deleted.`,
    }
  }

  return {
    list: async () => {
      try {
        const all = await admin.read(entriesOf(Document), { method: 'GET', name: 'list-canned-policies' })
        return { policies: all.map(([name, document]) => ({ name, policy: JSON.stringify(document) })) }
      } catch (error) {
        if (!hasCode(error, 'InternalError')) throw error
        return listOneByOne(error.detail ?? error.message)
      }
    },

    get,

    set: async (name, document) => {
      await admin.send({ method: 'PUT', name: 'add-canned-policy', query: { name }, plain: parseDocument(document) })
      return get(name)
    },

    remove: async (name) => {
      // one that cannot be shown is there
      await unless(get(name), ['AccessDenied', 'InternalError'], undefined)
      try {
        await admin.send({ method: 'DELETE', name: 'remove-canned-policy', query: { name } })
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
