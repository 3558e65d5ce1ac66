import type { Attached } from './audit.ts'
import type { PolicyDocument, Statement } from './document.ts'
import { grantedBy } from './actions.ts'
import { createEvaluator, type Request } from './evaluator.ts'
import { keyGroup, type ConditionContext } from './keys.ts'

/**
 * Policies of an account: those attached to it or its groups, and that of a service account. Both layers must allow.
 */
export type Layers = { own: readonly Attached[]; restriction?: PolicyDocument | undefined }

/**
 * A statement and its source: an attached policy, possibly inherited from a group, or a service account's own policy.
 */
export type SourceStatement = {
  policyType: 'attached' | 'inline'
  policy: string
  group?: string
  /** Statement number, from 1. */
  number: number
  statement: Statement
}

export type Clause = 'Effect' | 'Action' | 'NotAction' | 'Resource' | 'NotResource' | 'Condition'

export type Explained = {
  allowed: boolean
  /** Matching statements, the deciding one first. */
  matching: readonly SourceStatement[]
  /** If an Allow is missing: the type of policy that lacks one, and its closest Allow statement. */
  missingAllow?: SourceStatement['policyType']
  closest?: SourceStatement & { failed: Clause }
  /** Condition keys used by relevant statements but not given in the request. */
  missingConditionKeys: readonly string[]
}

const documentWith = (statement: Statement): PolicyDocument[] => [{ Version: '2012-10-17', Statement: [statement] }]

const matches = (statement: Statement, request: Request, context: ConditionContext) => {
  const evaluator = createEvaluator(documentWith(statement), context)
  return statement.Effect === 'Deny' ? evaluator.isDenied(request) : evaluator.isAllowed(request)
}

const resourceOf = ({ Resource }: Statement): Clause => (Resource ? 'Resource' : 'NotResource')

/** First clause of a statement that does not match the request; `undefined` if all match. */
const failedClause = (statement: Statement, request: Request, context: ConditionContext): Clause | undefined => {
  if (matches(statement, request, context)) return undefined
  const { Resource: _, NotResource: __, Condition, ...bare } = statement
  if (!matches(bare, request, context)) return statement.Action ? 'Action' : 'NotAction'
  const { Condition: ___, ...withoutCondition } = statement
  return Condition && matches(withoutCondition, request, context) ? 'Condition' : resourceOf(statement)
}

/** How close a statement was to matching, by the first failed clause. */
const closenessOf: Readonly<Record<Clause, number>> = {
  Condition: 3,
  Resource: 2,
  NotResource: 2,
  Action: 1,
  NotAction: 1,
  Effect: 0,
}

/** Whether a statement would match if it had the action of the request. */
const failsOnlyByAction = (
  { Action: _, NotAction: __, ...others }: Statement,
  request: Request,
  context: ConditionContext,
) => matches({ ...others, Action: [request.action] }, request, context)

export const clausesOf = (statement: Statement): Clause[] =>
  (['Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition'] as const).filter(
    (key) => statement[key] !== undefined,
  )

const numberStatements = (
  { Statement }: PolicyDocument,
  about: Omit<SourceStatement, 'number' | 'statement'>,
): SourceStatement[] => Statement.map((statement, at) => ({ ...about, number: at + 1, statement }))

const statementsOf = ({ own, restriction }: Layers): SourceStatement[] => [
  ...own.flatMap(({ document, policy, group }) =>
    numberStatements(document, { policyType: 'attached', policy, ...(group !== undefined && { group }) }),
  ),
  ...(restriction ? numberStatements(restriction, { policyType: 'inline', policy: '' }) : []),
]

/** The server always has the current time. */
const isKnown = (key: string, context: ConditionContext) =>
  (context[key] !== undefined && context[key] !== 'unknown') ||
  key === 'aws:CurrentTime' ||
  key === 'aws:EpochTime' ||
  !keyGroup(key)

const conditionKeysOf = ({ Condition = {} }: Statement) => Object.values(Condition).flatMap((keys) => Object.keys(keys))

const explainOne = (layers: Layers, request: Request, context: ConditionContext): Explained => {
  const all = statementsOf(layers).map((source) => ({
    source,
    failed: failedClause(source.statement, request, context),
  }))
  const matching = all.filter(({ failed }) => !failed).map(({ source }) => source)
  const denies = matching.filter(({ statement }) => statement.Effect === 'Deny')
  const allows = matching.filter(({ statement }) => statement.Effect === 'Allow')
  const policyTypes: SourceStatement['policyType'][] = ['attached', ...(layers.restriction ? ['inline' as const] : [])]
  const missingAllow = policyTypes.find((type) => !allows.some(({ policyType }) => policyType === type))
  const missingConditionKeys = new Set(
    all
      .filter(({ failed }) => !failed || failed === 'Condition')
      .flatMap(({ source }) => conditionKeysOf(source.statement))
      .filter((key) => !isKnown(key, context)),
  )
  const reasons = { matching: [...denies, ...allows], missingConditionKeys: [...missingConditionKeys].sort() }
  if (denies.length > 0) return { ...reasons, allowed: false }
  if (!missingAllow) return { ...reasons, allowed: true }
  const isClose = (statement: Statement, failed: Clause) =>
    (failed === 'Action' || failed === 'NotAction') && failsOnlyByAction(statement, request, context)
  const candidates = all
    .flatMap(({ source, failed }) =>
      failed && source.policyType === missingAllow && source.statement.Effect === 'Allow'
        ? [{ ...source, failed, closeness: closenessOf[failed] + (isClose(source.statement, failed) ? 0.5 : 0) }]
        : [],
    )
    .sort((one, other) => other.closeness - one.closeness)
  const [nearest] = candidates
  if (!nearest) return { ...reasons, allowed: false, missingAllow }
  const { closeness: _, ...closest } = nearest
  return { ...reasons, allowed: false, missingAllow, closest }
}

/**
 * Evaluates a request like an `Evaluator`, and returns the statements responsible. `context` has all values of the
 * caller and the request.
 */
export const explain = (layers: Layers, request: Request, context: ConditionContext): Explained => {
  const each = grantedBy(request.action).map((action) => explainOne(layers, { ...request, action }, context))
  return each.find(({ allowed }) => allowed) ?? (each[0] as Explained)
}
