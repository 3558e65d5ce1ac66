import * as v from 'valibot'

const texts = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => [value].flat()),
)

const Statement = v.object({
  Effect: v.string(),
  Principal: v.union([
    v.literal('*'),
    v.pipe(
      v.object({ AWS: texts }),
      v.check(({ AWS }) => AWS.some((name) => /^\*+$/.test(name))),
    ),
  ]),
  Action: v.optional(texts),
  NotAction: v.optional(texts),
  Resource: v.optional(texts, []),
  Condition: v.optional(v.unknown()),
})

/** Anonymous access by one statement: actions, resources, and whether conditions apply. */
export type AnonymousGrant = { actions: string; on: string[]; tied: boolean }

const arn = 'arn:aws:s3:::'

/** Anonymous access by a bucket policy, statement by statement; `undefined` for an invalid policy. */
export const anonymousGrantsOf = (policy: string): AnonymousGrant[] => {
  try {
    const { Statement: all } = JSON.parse(policy) as { Statement?: unknown }
    return [all].flat().flatMap((statement) => {
      const { success, output } = v.safeParse(Statement, statement)
      if (!success || output.Effect !== 'Allow') return []
      const { Action, NotAction, Resource, Condition } = output
      return {
        actions: Action?.join(', ') ?? `all but ${NotAction?.join(', ')}`,
        on: Resource.map((resource) => resource.replace(arn, '')),
        tied: Condition !== undefined,
      }
    })
  } catch {
    return []
  }
}
