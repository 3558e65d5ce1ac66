import * as v from 'valibot'
import { Failure } from '../../core/failure.ts'
import { builtInPolicies } from '../policy/policy.ts'
import { type Admin, entriesOf } from './admin.ts'
import { type Caller, hasCode, unless } from './caller.ts'

/** A policy by its name, with its document as JSON text; `problem` says why the server cannot tell the document. */
export type StoredPolicy = { name: string; policy: string; problem?: string }

const Document = v.record(v.string(), v.unknown())

const names = v.nullish(v.array(v.string()), [])

/** Whom policies are attached to. */
export const Entities = v.object({
  policyMappings: v.nullish(v.array(v.object({ policy: v.string(), users: names, groups: names })), []),
})

/** The keys that the server reads, in any case, as it does; others it would drop without a word. */
const keys = {
  document: ['Version', 'ID', 'Statement'],
  statement: ['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition'],
}

const refuse = (what: string) => new Failure(400, `The policy is not valid. ${what}`)

const checkKeys = (fields: Record<string, unknown>, known: readonly string[], where: string) => {
  for (const key of Object.keys(fields)) {
    const match = known.find((name) => name.toLowerCase() === key.toLowerCase())
    if (!match) throw refuse(`${where}"${key}" is not a key here; there are ${known.join(', ')}.`)
    if (match === 'NotAction')
      throw refuse(
        `${where}This storage server keeps "NotAction" and can then show no policy any more: name the actions in "Action".`,
      )
  }
}

/**
 * A policy's document; 400 for text that is no JSON object, and for what the server would lose or choke on. What else
 * the statements may say it knows itself.
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

/** One policy of the server (minio-server 3.5). */
export const readPolicy = async (admin: Admin, name: string): Promise<StoredPolicy> => {
  const call = { method: 'GET', name: 'info-canned-policy', needs: 'admin:GetPolicy', query: { name } } as const
  return { name, policy: JSON.stringify(await admin.read(Document, call)) }
}

/** One policy that cannot be shown keeps the server from listing any; those that are known otherwise are asked for. */
const readOneByOne = async ({ admin, client, keeper }: Caller, reason: string) => {
  const call = { method: 'GET', name: `idp/${keeper}/policy-entities`, needs: 'admin:ListUserPolicies' } as const
  const attached = await unless(admin.read(Entities, call), ['AccessDenied'], undefined)
  const known = new Set([...builtInPolicies.keys(), ...(attached?.policyMappings ?? []).map(({ policy }) => policy)])
  const told = [...known].sort().map((name) =>
    client.oneOfMany(async (): Promise<StoredPolicy[]> => {
      try {
        const policy = await unless(readPolicy(admin, name), ['XMinioAdminNoSuchPolicy'], undefined)
        return policy ? [policy] : []
      } catch (error) {
        if (!hasCode(error, 'InternalError')) throw error
        return [{ name, policy: '', problem: 'The storage server cannot show this policy; it can be deleted' }]
      }
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

/** All policies of the server; `incomplete` says why there may be others. */
export const readPolicies = async (caller: Caller): Promise<{ policies: StoredPolicy[]; incomplete?: string }> => {
  try {
    const call = { method: 'GET', name: 'list-canned-policies', needs: 'admin:ListUserPolicies' } as const
    const all = await caller.admin.read(entriesOf(Document), call)
    return { policies: all.map(([name, document]) => ({ name, policy: JSON.stringify(document) })) }
  } catch (error) {
    if (!hasCode(error, 'InternalError')) throw error
    return readOneByOne(caller, error.detail ?? error.message)
  }
}
