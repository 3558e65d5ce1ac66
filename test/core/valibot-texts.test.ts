import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { isDefaultMessage } from '../../core/protocol/valibot-texts.ts'

const issueOf = (schema: v.GenericSchema, input: unknown) => {
  const [issue] = v.safeParse(schema, input).issues ?? []
  assert.ok(issue, `${schema.expects} took ${JSON.stringify(input)}`)
  return issue
}

test("a message the schema does not define is detected as valibot's default for every kind of check", () => {
  const failing: [v.GenericSchema, unknown][] = [
    [v.string(), 1],
    [v.number(), '1'],
    [v.boolean(), 'yes'],
    [v.literal('a'), 'b'],
    [v.picklist(['a', 'b']), 'c'],
    [v.array(v.string()), {}],
    [v.object({ name: v.string() }), null],
    [v.object({ name: v.string() }), {}],
    [v.strictObject({ name: v.string() }), { name: 'a', nmae: 'b' }],
    [v.variant('type', [v.object({ type: v.literal('a') })]), { type: 'b' }],
    [v.union([v.string(), v.number()]), true],
    [v.pipe(v.string(), v.minLength(3)), 'ab'],
    [v.pipe(v.string(), v.maxBytes(2)), 'abc'],
    [v.pipe(v.string(), v.regex(/^a/)), 'b'],
    [v.pipe(v.number(), v.integer()), 1.5],
    [v.pipe(v.number(), v.minValue(2)), 1],
    [
      v.pipe(
        v.string(),
        v.check((text) => text === 'a'),
      ),
      'b',
    ],
  ]
  for (const [schema, input] of failing) {
    const issue = issueOf(schema, input)
    assert.ok(isDefaultMessage(issue), issue.message)
  }
})

test('a message the schema defines is not a default, even through a union or an optional entry', () => {
  for (const schema of [
    v.pipe(v.string(), v.minLength(3, 'Enter at least 3 characters')),
    v.optional(v.pipe(v.string(), v.minLength(3, 'Enter at least 3 characters'))),
    v.union([v.literal('none'), v.number()], 'Enter none, or a number'),
  ])
    assert.not(isDefaultMessage(issueOf(schema, 'ab')))
})
