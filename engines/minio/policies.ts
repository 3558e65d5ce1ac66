import * as v from 'valibot'
import { Failure } from '../../core/failure.ts'
import { resourceAsWritten } from '../policy/parse.ts'
import { builtInPolicies, parsePolicy } from '../policy/policy.ts'
import { type Admin, entriesOf } from './admin.ts'
import { type Caller, hasCode, unless } from './caller.ts'
import { InvalidPolicy, type PolicyPlace } from '../policy/invalid-policy.ts'

/** A policy by its name, with its document as JSON text; `problem` says why the server cannot tell the document. */
export type StoredPolicy = { name: string; policy: string; problem?: string }

const Document = v.record(v.string(), v.unknown())

const isObject = (value: unknown): value is Record<string, unknown> => v.is(Document, value) && !Array.isArray(value)

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

const checkKeys = (fields: Record<string, unknown>, known: readonly string[], where: PolicyPlace) => {
  for (const key of Object.keys(fields)) {
    const match = known.find((name) => name.toLowerCase() === key.toLowerCase())
    if (!match) throw new InvalidPolicy(where, `"${key}" is not a key here; there are ${known.join(', ')}.`)
    if (match === 'NotAction')
      throw new InvalidPolicy(
        where,
        `This storage server keeps "NotAction" and can then show no policy any more: name the actions in "Action".`,
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
    throw new Failure(400, 'The policy is not valid JSON', { detail: String(error) })
  }
  checkKeys(document, keys.document, {})
  const [name = 'Statement', value] = Object.entries(document).find(([key]) => key.toLowerCase() === 'statement') ?? []
  // AWS takes a statement without a list around it
  const statements: unknown = isObject(value) ? [value] : value
  for (const [at, statement] of (Array.isArray(statements) ? statements : []).entries())
    if (isObject(statement)) checkKeys(statement, keys.statement, { statement: at + 1 })
  return statements === undefined ? document : { ...document, [name]: statements }
}

/**
 * Sends a policy; where the server refuses it, our own reason comes first, which names the statement, with the server's
 * behind it.
 */
export const sendPolicy = async <T>(document: string, send: () => Promise<T>): Promise<T> => {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 400 || !document.trim()) throw error
    try {
      parsePolicy(document)
    } catch (own) {
      if (own instanceof Failure) throw new Failure(400, own.message, { ...own, detail: error.detail })
    }
    throw error
  }
}

const textsAsWritten = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(textsAsWritten) : typeof value === 'string' ? resourceAsWritten(value) : value

/** A document with its resources as people write them, as JSON text. */
const asWritten = (document: Record<string, unknown>): string => {
  const statementAsWritten = (statement: unknown) =>
    isObject(statement)
      ? Object.fromEntries(
          Object.entries(statement).map(([key, value]) => [
            key,
            /^(Not)?Resource$/.test(key) ? textsAsWritten(value) : value,
          ]),
        )
      : statement
  const { Statement } = document
  return JSON.stringify(
    Array.isArray(Statement) ? { ...document, Statement: Statement.map(statementAsWritten) } : document,
  )
}

/** A stored policy's text with its resources as people write them. */
export const policyAsWritten = (text: string) => asWritten(v.parse(Document, JSON.parse(text)))

/** One policy of the server (minio-server 3.5). */
export const readPolicy = async (admin: Admin, name: string): Promise<StoredPolicy> => {
  const call = { method: 'GET', name: 'info-canned-policy', needs: 'admin:GetPolicy', query: { name } } as const
  return { name, policy: asWritten(await admin.read(Document, call)) }
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
    return { policies: all.map(([name, document]) => ({ name, policy: asWritten(document) })) }
  } catch (error) {
    if (!hasCode(error, 'InternalError')) throw error
    return readOneByOne(caller, error.detail ?? error.message)
  }
}
