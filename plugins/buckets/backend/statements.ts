import * as v from 'valibot'
import { Failure } from 'stowage'
import * as messages from '../messages.ts'

const texts = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => [value].flat()),
)

/** A statement that allows actions to everyone, with no condition other than the listed prefix. */
const Everyone = v.strictObject({
  Sid: v.optional(v.string()),
  Effect: v.literal('Allow'),
  Principal: v.pipe(
    v.union([v.literal('*'), v.strictObject({ AWS: texts })]),
    v.transform((principal) => (principal === '*' ? ['*'] : principal.AWS)),
    v.check((names) => names.includes('*')),
  ),
  Action: texts,
  Resource: texts,
  Condition: v.optional(v.strictObject({ StringEquals: v.strictObject({ 's3:prefix': texts }) })),
})
type Everyone = v.InferOutput<typeof Everyone>

/** One action for everyone on one resource; `listed` if the grant is limited to listing one prefix. */
export type Grant = { action: string; resource: string; listed?: string }

/** A statement's original text and its grants to everyone; without `open` if it says anything else. */
export type Statement = { text: string; open?: { parsed: Everyone; grants: Grant[] } }

/** A policy's text split into statements. Joining unchanged statements returns the original text. */
export type Statements = { head: string; statements: Statement[]; tail: string }

const grantsOf = ({ Action, Resource, Condition }: Everyone): Grant[] => {
  const prefixes = Condition?.StringEquals['s3:prefix'] ?? [undefined]
  return Resource.flatMap((resource) =>
    Action.flatMap((action) =>
      prefixes.map((listed) => ({ action, resource, ...(listed !== undefined && { listed }) })),
    ),
  )
}

/**
 * Limit on expanded grants: a few short lists in one statement multiply to millions. Access rules stay far below it.
 */
const MAX_GRANTS = 2000

const countOf = ({ Action, Resource, Condition }: Everyone) =>
  Action.length * Resource.length * (Condition?.StringEquals['s3:prefix'].length ?? 1)

const toStatement = (text: string, maxGrants = MAX_GRANTS): Statement => {
  const { success, output } = v.safeParse(Everyone, JSON.parse(text))
  return success && countOf(output) <= maxGrants
    ? { text, open: { parsed: output, grants: grantsOf(output) } }
    : { text }
}

/** Parses statements in order, up to `MAX_GRANTS` grants in total. */
const toStatements = (texts: readonly string[]): Statement[] => {
  let remaining = MAX_GRANTS
  return texts.map((text) => {
    const statement = toStatement(text, remaining)
    remaining -= statement.open?.grants.length ?? 0
    return statement
  })
}

/** Finds the value of the last top-level `Statement` and the commas between its entries. */
const locate = (text: string) => {
  let [depth, key, from] = [0, '', -1]
  let range: { from: number; to: number; commas: number[] } | undefined
  let commas: number[] = []
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]/gs)) {
    const closes = token === '}' || token === ']'
    if (closes) depth -= 1
    if (depth === 1 && token.startsWith('"') && from < 0) key = String(JSON.parse(token))
    if (depth === 1 && token === ':' && key === 'Statement') [from, commas] = [index + 1, []]
    if (depth === 2 && token === ',' && from >= 0) commas.push(index)
    const ends = (depth === 1 && token === ',') || (depth === 0 && closes)
    if (ends && from >= 0) {
      range = { from, to: index, commas }
      from = -1
    }
    if (ends) key = ''
    if (token === '{' || token === '[') depth += 1
  }
  return range
}

/** The smallest policy, without statements. */
const blank = { head: '{"Version":"2012-10-17","Statement":[', statements: [], tail: ']}' }

/** Splits a policy's text; `undefined` for a bucket without a policy. Throws `Failure` 409 for an invalid policy. */
export const splitPolicy = (text: string | undefined): Statements => {
  if (text === undefined) return blank
  try {
    const { Statement } = JSON.parse(text) as { Statement?: unknown }
    const range = locate(text)
    if (!range) return { head: '', statements: [{ text }], tail: '' }
    const { from, to, commas } = range
    if (!Array.isArray(Statement))
      return {
        head: `${text.slice(0, from)}[`,
        statements: [toStatement(text.slice(from, to))],
        tail: `]${text.slice(to)}`,
      }
    const [start, end] = [text.indexOf('[', from) + 1, text.lastIndexOf(']', to - 1)]
    const last = text.slice(start, end).trimEnd().length + start
    const bounds = [start - 1, ...commas, last]
    const parts = Statement.map((_, at) => text.slice((bounds[at] ?? 0) + 1, bounds[at + 1]))
    return { head: text.slice(0, start), statements: toStatements(parts), tail: text.slice(last) }
  } catch (error) {
    throw new Failure(409, messages.bucketPolicyUnreadable, { detail: String(error) })
  }
}

/** Joins the statements back into text; `undefined` if no statement is left. */
export const joinPolicy = ({ head, statements, tail }: Statements): string | undefined =>
  statements.length === 0 ? undefined : head + statements.map(({ text }) => text).join(',') + tail

/** Writes a new statement: actions that everyone may perform on resources. */
export const writeStatement = (statement: {
  Action: string[]
  Resource: string[]
  listed?: string[] | undefined
}): Statement =>
  toStatement(
    JSON.stringify({
      Effect: 'Allow',
      Principal: { AWS: ['*'] },
      Action: statement.Action,
      Resource: statement.Resource,
      ...(statement.listed && { Condition: { StringEquals: { 's3:prefix': statement.listed } } }),
    }),
  )

type Group = { Action: string[]; Resource: string[]; listed: string[] | undefined }

/** Groups the remaining grants of a statement: resources with the same remaining actions stay together. */
const groupsOf = ({ Action, Resource, Condition }: Everyone, isRemoved: (grant: Grant) => boolean): Group[] => {
  const prefixes = Condition?.StringEquals['s3:prefix']
  const groups = new Map<string, Group>()
  for (const resource of Resource) {
    const parts = new Map<string, Group>()
    for (const action of Action) {
      const listed = prefixes?.filter((prefix) => !isRemoved({ action, resource, listed: prefix }))
      if (listed ? listed.length === 0 : isRemoved({ action, resource })) continue
      const key = JSON.stringify(listed ?? null)
      const part = parts.get(key) ?? { Action: [], Resource: [resource], listed }
      parts.set(key, { ...part, Action: [...part.Action, action] })
    }
    for (const [key, part] of parts) {
      const groupKey = `${key} ${JSON.stringify(part.Action)}`
      const group = groups.get(groupKey)
      groups.set(groupKey, group ? { ...group, Resource: [...group.Resource, resource] } : part)
    }
  }
  return [...groups.values()]
}

/**
 * A statement without some of its grants to everyone: unchanged if it has none of them, else as few statements as
 * express the rest.
 */
export const removeGrants = (statement: Statement, isRemoved: (grant: Grant) => boolean): Statement[] => {
  const { text, open } = statement
  if (!open?.grants.some(isRemoved)) return [statement]
  const { Sid, ...value } = JSON.parse(text) as Record<string, unknown>
  const namedPrincipals = open.parsed.Principal.filter((name) => name !== '*')
  const remainingStatements = groupsOf(open.parsed, isRemoved).map(({ Action, Resource, listed }) => ({
    ...value,
    Principal: namedPrincipals.length > 0 ? { AWS: ['*'] } : value.Principal,
    Action,
    Resource,
    ...(listed && { Condition: { StringEquals: { 's3:prefix': listed } } }),
  }))
  // the accounts named next to everyone keep all grants
  const all =
    namedPrincipals.length > 0
      ? [{ ...value, Principal: { AWS: namedPrincipals } }, ...remainingStatements]
      : remainingStatements
  const [before, after] = [text.slice(0, -text.trimStart().length), text.slice(text.trimEnd().length)]
  return all.map((statement, at) =>
    toStatement(before + JSON.stringify(at === 0 && Sid !== undefined ? { Sid, ...statement } : statement) + after),
  )
}
