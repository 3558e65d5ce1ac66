import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { Failure } from '../../core/protocol/failure.ts'
import { parseJson, parsePart } from '../../server/parse.ts'

const Thing = v.object({
  name: v.pipe(v.string(), v.minLength(3, 'A name has at least 3 characters')),
  kind: v.optional(v.picklist(['hard', 'soft'])),
  retention: v.optional(v.object({ validity: v.number() })),
  list: v.optional(v.array(v.string())),
})

const messageOf = (value: unknown, where: 'body' | 'query' = 'body') => {
  try {
    parsePart(Thing, value, where)
  } catch (error) {
    if (error instanceof Failure && error.status === 422) return error.message
    throw error
  }
  return undefined
}

test('an error names the field and its part of the request', () => {
  assert.is(messageOf({}), 'name in body is required')
  assert.is(messageOf(undefined), 'body is required')
  assert.is(messageOf({}, 'query'), 'name in query is required')
  assert.is(messageOf([]), 'name in body is required')
  assert.is(messageOf('text'), 'body must be of type Object')
  assert.is(messageOf({ name: 5 }), 'name in body must be of type string')
  assert.is(messageOf({ name: 'ab' }), 'name in body: A name has at least 3 characters')
  assert.is(messageOf({ name: 'abc', kind: 'other' }), 'kind in body must be of type (hard | soft)')
  assert.is(messageOf({ name: 'abc', retention: {} }), 'retention.validity in body is required')
  assert.is(messageOf({ name: 'abc', list: ['a', null] }), 'list.1 in body must be of type string')
  assert.is(messageOf({ name: 'abc' }), undefined)
})

test('input is never repeated in errors, since it may be secret', () => {
  for (const value of [{ name: ['hunter2'] }, { name: 'abc', kind: 'hunter2' }, 'hunter2'])
    assert.not.match(messageOf(value) ?? '', /hunter2/)
})

test('a body is JSON in UTF-8, or empty', () => {
  assert.is(parseJson(Buffer.alloc(0)), undefined)
  assert.equal(parseJson(Buffer.from('{"a":"é\\ud83e\\udea3"}')), { a: 'é🪣' })
  for (const text of ['{', 'nul', '{"a":1,}', "{'a':1}"]) {
    assert.throws(
      () => parseJson(Buffer.from(text)),
      (error: unknown) => error instanceof Failure && error.status === 400,
    )
  }
  assert.throws(
    () => parseJson(Buffer.from([0x22, 0xff, 0x22])),
    (error: unknown) => error instanceof Failure && error.status === 400,
  )
})

test('a lone surrogate is refused anywhere, since no storage accepts it', () => {
  for (const text of ['"\\ud800"', '{"a":[{"b":"x\\udfff"}]}', '{"\\uD83E":1}']) {
    assert.throws(
      () => parseJson(Buffer.from(text)),
      (error: unknown) => error instanceof Failure && /Unicode/.test(error.message),
    )
  }
})

test('a body nested too deeply is refused', () => {
  const nested = (depth: number, inner: string) => Buffer.from('[{"a":'.repeat(depth) + inner + '}]'.repeat(depth))
  assert.equal(parseJson(nested(1, '"b"')), [{ a: 'b' }])
  assert.ok(parseJson(nested(16, '"b"')))
  for (const body of [nested(17, '1'), nested(100_000, '"\\ud800"'), nested(100_000, '1')]) {
    assert.throws(
      () => parseJson(body),
      (error: unknown) => error instanceof Failure && error.message === 'the body is nested more than 32 deep',
    )
  }
})

test('a property of Object.prototype as a name changes no object', () => {
  const value = parseJson(Buffer.from('{"__proto__":{"admin":true},"name":"abc"}'))
  const parsed = parsePart(Thing, value, 'body') as { admin?: boolean }
  assert.is(parsed.admin, undefined)
  assert.is(({} as { admin?: boolean }).admin, undefined)
})
