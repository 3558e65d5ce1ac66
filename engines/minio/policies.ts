import * as v from 'valibot'
import { Failure } from '../../core/protocol/failure.ts'
import { isObject } from '../../core/protocol/is-object.ts'
import { resourceAsWritten } from '../iam/parse.ts'
import { builtInPolicies, parsePolicy } from '../iam/policy.ts'
import { type Admin, entriesOf } from './admin.ts'
import { hasCode, fallbackOn } from '../s3/has-code.ts'
import type { Caller } from './caller.ts'
import { InvalidPolicy, type PolicyLocation } from '../iam/invalid-policy.ts'
import {
  policyListUnreadable,
  policyUnreadable,
  notJson,
  notActionBreaksPolicyList,
  policyKeyInvalid,
} from './messages.ts'

/** A policy with its document as JSON text; `problem` says why the server cannot return the document. */
export type StoredPolicy = { name: string; policy: string; problem?: string }

const Document = v.record(v.string(), v.unknown())

const names = v.nullish(v.array(v.string()), [])

/** Response of `policy-entities`: who has which policy. */
export const Entities = v.object({
  policyMappings: v.nullish(v.array(v.object({ policy: v.string(), users: names, groups: names })), []),
})

/** Keys the server reads, case-insensitively like the server; it silently drops others. */
const keys = {
  document: ['Version', 'ID', 'Statement'],
  statement: ['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition'],
}

const checkKeys = (fields: Record<string, unknown>, allowed: readonly string[], where: PolicyLocation) => {
  for (const key of Object.keys(fields)) {
    const match = allowed.find((name) => name.toLowerCase() === key.toLowerCase())
    if (!match) throw new InvalidPolicy(where, policyKeyInvalid(key, allowed.join(', ')))
    if (match === 'NotAction') throw new InvalidPolicy(where, notActionBreaksPolicyList)
  }
}

/**
 * Parses a policy document. Throws 400 if it is not a JSON object, or contains what the server would drop or crash on.
 * The server validates the rest.
 */
export const parseDocument = (text: string): Record<string, unknown> => {
  let document: Record<string, unknown>
  try {
    document = v.parse(Document, JSON.parse(text))
  } catch (error) {
    throw new InvalidPolicy({}, notJson((error as Error).message))
  }
  checkKeys(document, keys.document, {})
  const [name = 'Statement', value] = Object.entries(document).find(([key]) => key.toLowerCase() === 'statement') ?? []
  // AWS accepts a single statement without a list
  const statements: unknown = isObject(value) ? [value] : value
  for (const [at, statement] of (Array.isArray(statements) ? statements : []).entries())
    if (isObject(statement)) checkKeys(statement, keys.statement, { statement: at + 1 })
  return statements === undefined ? document : { ...document, [name]: statements }
}

/**
 * Sends a policy. If the server rejects it, the error starts with our own reason, which names the statement, followed
 * by the server's.
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

/** Formats a document as JSON text, with resources as the author wrote them. */
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

/** Formats a stored policy with resources as the author wrote them. */
export const policyAsWritten = (text: string) => asWritten(v.parse(Document, JSON.parse(text)))

/** Reads one policy (minio-server 3.5). */
export const readPolicy = async (admin: Admin, name: string): Promise<StoredPolicy> => {
  const call = { method: 'GET', name: 'info-canned-policy', needs: 'admin:GetPolicy', query: { name } } as const
  return { name, policy: asWritten(await admin.read(Document, call)) }
}

/**
 * The server fails to list all policies if one cannot be read. Reads those whose names are known from elsewhere one by
 * one.
 */
const readOneByOne = async ({ admin, client, accountSource }: Caller, reason: string) => {
  const call = { method: 'GET', name: `idp/${accountSource}/policy-entities`, needs: 'admin:ListUserPolicies' } as const
  const attached = await fallbackOn(admin.read(Entities, call), ['AccessDenied'], undefined)
  const names = new Set([...builtInPolicies.keys(), ...(attached?.policyMappings ?? []).map(({ policy }) => policy)])
  const reading = [...names].sort().map((name) =>
    client.oneOfMany(async (): Promise<StoredPolicy[]> => {
      try {
        const policy = await fallbackOn(readPolicy(admin, name), ['XMinioAdminNoSuchPolicy'], undefined)
        return policy ? [policy] : []
      } catch (error) {
        if (!hasCode(error, 'InternalError')) throw error
        return [{ name, policy: '', problem: policyUnreadable }]
      }
    }),
  )
  const policies = (await Promise.all(reading)).flat()
  const bad = policies.filter(({ problem }) => problem).map(({ name }) => `"${name}"`)
  const which = bad.length > 0 ? bad.join(' and ') : 'an unassigned one'
  return {
    policies,
    incomplete: policyListUnreadable(which, reason),
  }
}

/** All policies; `incomplete` says why some may be missing. */
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
