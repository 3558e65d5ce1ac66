import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { list, limits, names, text, textMap } from '../../core/protocol/limits.ts'

const problemOf = (schema: v.GenericSchema, input: unknown) => v.safeParse(schema, input).issues?.[0].message

test('limits match those of S3 and MinIO', () => {
  assert.equal(limits, { bucket: 63, key: 1024, name: 1024, secret: 255, policy: 20_480, word: 64 })
})

test('a text is limited in UTF-8 bytes, and the error states the limit', () => {
  assert.ok(v.is(text(4), 'éé'))
  assert.is(problemOf(text(4), 'ééa'), 'Enter at most 4 bytes')
  assert.is(problemOf(text(1500), 'a'.repeat(1501)), 'Enter at most 1,500 bytes')
})

test('a list is limited in entries, and each entry is validated', () => {
  assert.ok(v.is(list(text(1), 2), ['a', 'b']))
  assert.is(problemOf(list(text(1), 2), ['a', 'b', 'c']), 'Enter at most 2 entries')
  assert.is(problemOf(list(text(1), 2), ['ab']), 'Enter at most 1 bytes')
})

test('a list of names contains each name once', () => {
  assert.ok(v.is(names(2), ['a', 'b']))
  assert.is(problemOf(names(2), ['a', 'a']), 'Enter each name only once')
  assert.is(problemOf(names(1), ['a', 'b']), 'Enter at most 1 entries')
})

const tags = textMap(text(11), text(3), 2, { shape: 'Enter tags', count: 'Enter at most 2 tags' })

test('a map of texts accepts every name, including those of Object.prototype', () => {
  const input = JSON.parse('{ "constructor": "1", "__proto__": "2" }') as unknown
  assert.equal(Object.entries(v.parse(tags, input)), Object.entries(input as object))
})

test('a map of texts is an object with a limited number of valid entries', () => {
  assert.ok(v.is(tags, {}))
  for (const input of [null, undefined, 'a', [], ['a'], { a: 1 }, { a: null }, { a: 'long' }, { 'a-long-name!': 'a' }])
    assert.is(problemOf(tags, input), 'Enter tags', JSON.stringify(input))
  assert.is(problemOf(tags, { a: '1', b: '2', c: '3' }), 'Enter at most 2 tags')
})
