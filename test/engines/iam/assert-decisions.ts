import { assert } from '../../lib/suite.ts'
import type { ConditionContext, PolicyDocument } from '../../../engines/iam/policy.ts'
import { ask, document, isAllowed } from './statements.ts'

export type Statement = PolicyDocument['Statement'][number]

export const assertDecisions = (
  statements: Statement[],
  expected: Record<string, boolean>,
  context: ConditionContext = {},
) => {
  for (const [request, allowed] of Object.entries(expected))
    assert.is(
      isAllowed([document(...statements)], ask(request, context)),
      allowed,
      `${request} by ${JSON.stringify(statements)}`,
    )
}
