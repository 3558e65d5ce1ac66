import {
  createEvaluator,
  type ConditionContext,
  type PolicyDocument,
  type Request,
} from '../../../engines/iam/policy.ts'

type Statement = PolicyDocument['Statement'][number]

/** A document with these statements. */
export const document = (...statements: Statement[]): PolicyDocument => ({
  Version: '2012-10-17',
  Statement: statements,
})

const words = (text: string) => text.split(' ').filter(Boolean)
const resources = (text: string) => words(text).map((name) => `arn:aws:s3:::${name}`)

/** Allow statement: `allow('s3:Get* s3:PutObject', 'bucket/* other', condition)`. */
export const allow = (actions: string, names = '', condition?: Statement['Condition']): Statement => ({
  Effect: 'Allow',
  Action: words(actions),
  ...(names && { Resource: resources(names) }),
  ...(condition && { Condition: condition }),
})

export const deny = (...args: Parameters<typeof allow>): Statement => ({ ...allow(...args), Effect: 'Deny' })

/** Parses a request: `ask('s3:GetObject bucket/a/key')`. */
export const ask = (text: string, requestContext: ConditionContext = {}): Request => {
  const [action = '', target = ''] = text.split(/ (.*)/s)
  const slash = target.indexOf('/')
  const [bucket, key] = slash < 0 ? [target, ''] : [target.slice(0, slash), target.slice(slash + 1)]
  return { action, bucket: bucket || undefined, key: key || undefined, requestContext }
}

type Question = 'isAllowed' | 'isDenied' | 'mayAnywhere'

const answer =
  (question: Question) =>
  (documents: readonly PolicyDocument[], { requestContext, ...request }: Request) =>
    createEvaluator(documents, requestContext)[question](request)

/** Functions of the evaluator, each with an evaluator created for the call. */
export const [isAllowed, isDenied, mayAnywhere] = [answer('isAllowed'), answer('isDenied'), answer('mayAnywhere')]
