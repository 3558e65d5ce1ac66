import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { Failure } from '../../core/protocol/failure.ts'
import { list, text } from '../../core/protocol/limits.ts'
import { bodyLimitsOf } from '../../server/body-limits.ts'
import { bodyLimit } from '../../server/errors.ts'
import { parseBody, parseJson } from '../../server/parse.ts'
import { alternativesOf, entryIn, itemsIn, type Schema } from '../../server/schema.ts'
import { callsAnywhere, sampleRequest } from './samples.ts'

const outcome = (schema: v.GenericSchema, body: unknown) => {
  try {
    return { parsed: parseBody(schema, body, 'refused') }
  } catch (error) {
    if (error instanceof Failure) return { refused: error.message }
    throw error
  }
}

/** Paths of the optional fields of a body. */
const optionalIn = (value: unknown, alternatives: readonly Schema[], path: readonly string[]): string[][] => {
  if (Array.isArray(value))
    return value.flatMap((entry, index) => optionalIn(entry, itemsIn(alternatives), [...path, String(index)]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, entry]) => {
    const own = entryIn(alternatives, name)
    const types = own.map(({ type }) => type as string)
    const isOptional = types.includes('optional') && !types.includes('nullable')
    return [...(isOptional ? [[...path, name]] : []), ...optionalIn(entry, own, [...path, name])]
  })
}

/** A copy with the field at a path replaced, or removed for `undefined`. */
const withField = (value: unknown, [name = '', ...rest]: readonly string[], field: unknown): unknown => {
  if (Array.isArray(value)) return value.map((one, at) => (String(at) === name ? withField(one, rest, field) : one))
  const { [name]: before, ...others } = value as Record<string, unknown>
  const after = rest.length > 0 ? withField(before, rest, field) : field
  return after === undefined ? others : { ...others, [name]: after }
}

test('null for an optional field of any call equals omitting it', () => {
  let count = 0
  for (const { owner, name, endpoint } of callsAnywhere) {
    if (typeof endpoint.body !== 'object') continue
    const { body } = sampleRequest(endpoint)
    for (const path of optionalIn(body, alternativesOf(endpoint.body), [])) {
      const without = outcome(endpoint.body, withField(body, path, undefined))
      assert.equal(outcome(endpoint.body, withField(body, path, null)), without, `${owner}.${name} ${path.join('.')}`)
      count += 1
    }
  }
  assert.ok(count > 100, String(count))
})

test('an unknown field is refused by name, and ignored for clients of the former console', () => {
  const schema = v.object({
    name: text(9),
    rules: v.optional(list(v.object({ id: text(9) }), 3)),
    one: v.optional(
      v.variant('type', [
        v.object({ type: v.literal('a'), a: text(9) }),
        v.object({ type: v.literal('b'), b: text(9) }),
      ]),
    ),
  })
  const refusal = (body: unknown) => outcome(schema, body).refused
  assert.is(refusal({ name: 'a', rules: [{ id: 'a' }], one: { type: 'a', a: 'a' } }), undefined)
  assert.is(refusal({ name: 'a', nmae: 'b' }), 'nmae in body: this field does not exist')
  assert.is(
    refusal({ name: 'a', rules: [{ id: 'a' }, { id: 'b', x: 1 }] }),
    'rules.1.x in body: this field does not exist',
  )
  assert.is(refusal({ name: 'a', one: { type: 'b', b: 'b', c: 1 } }), 'one.c in body: this field does not exist')
  assert.is(refusal({ name: 'a', extra: null }), 'extra in body: this field does not exist')
  assert.is(refusal({ name: 'a', ['p'.repeat(999)]: 1 }), 'the body has a field that this call does not have')
  assert.equal(parseBody(schema, { name: 'a', extra: 1 }, 'ignored'), { name: 'a' })
})

test('the body limit of a call is derived from its schema, from 64 KiB to 2 MiB', () => {
  const kib = (schema: v.GenericSchema) => bodyLimitsOf(schema, bodyLimit).bytes / 1024
  assert.is(kib(v.object({ name: text(63) })), 64)
  assert.is(kib(v.object({ policy: text(20 * 1024) })), 151)
  assert.is(kib(list(v.object({ path: text(1024) }), 10_000)), 2048)
})

test('a body with more values than its schema allows is refused before it is parsed', () => {
  const { values } = bodyLimitsOf(v.object({ name: text(63) }), bodyLimit)
  const body = (count: number) =>
    Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, at]))))
  assert.ok(parseJson(body(100), values))
  assert.throws(
    () => parseJson(body(160_000), values),
    (error: unknown) => error instanceof Failure && /^the body has more than 1000 values$/.test(error.message),
  )
  const full = list(v.object({ path: text(9), versionID: text(9), recursive: v.boolean() }), 1000)
  const most = Array.from({ length: 1000 }, () => ({ path: 'a', versionID: 'b', recursive: true }))
  assert.ok(parseJson(Buffer.from(JSON.stringify(most)), bodyLimitsOf(full, bodyLimit).values))
})

test('brackets and commas within texts are not counted', () => {
  const value = { 'a\\"': `${'['.repeat(99)}\\"${','.repeat(999)}\\` }
  assert.equal(parseJson(Buffer.from(JSON.stringify(value)), 10), value)
})
