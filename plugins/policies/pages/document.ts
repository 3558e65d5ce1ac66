import * as v from 'valibot'
import { jsonProblem } from 'stowage/ui'
import { NewPolicy } from '../contract.ts'
import { parseJson } from 'stowage'

/** A policy document in a form: its syntax is checked here, the rest by the server. */
export const DocumentText = v.pipe(
  NewPolicy.entries.policy,
  v.check((text) => !jsonProblem(text), 'Correct the JSON'),
)

const Texts = v.union([
  v.pipe(
    v.string(),
    v.transform((text) => [text]),
  ),
  v.pipe(
    v.array(v.string()),
    v.transform((texts) => texts.toSorted()),
  ),
])

const Statement = v.object({
  Sid: v.optional(v.string(), ''),
  Effect: v.picklist(['Allow', 'Deny']),
  Action: v.optional(Texts, []),
  NotAction: v.optional(Texts, []),
  Resource: v.optional(Texts, []),
  NotResource: v.optional(Texts, []),
  Condition: v.optional(v.record(v.string(), v.unknown())),
})
/** A statement for display; missing parts are empty. */
export type Statement = v.InferOutput<typeof Statement>

const Document = v.object({
  Version: v.optional(v.string(), ''),
  ID: v.optional(v.string(), ''),
  Statement: v.union([
    v.array(Statement),
    v.pipe(
      Statement,
      v.transform((statement) => [statement]),
    ),
  ]),
})
export type Document = v.InferOutput<typeof Document>

/** Parses a policy's JSON text for display; `undefined` if it is not a policy document. */
export const readDocument = (text: string): Document | undefined => {
  const parsed = v.safeParse(Document, parseJson(text))
  return parsed.success ? parsed.output : undefined
}

/** Formats JSON with two spaces per level; invalid text is returned unchanged. */
export const indented = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/**
 * Actions of all statements with one effect, deduplicated and sorted, because storage servers return them in any order.
 */
export const actionsOf = (document: Document | undefined, effect: Statement['Effect']) => {
  const statements = document?.Statement.filter((statement) => statement.Effect === effect) ?? []
  return [...new Set(statements.flatMap(({ Action }) => Action))].sort()
}
