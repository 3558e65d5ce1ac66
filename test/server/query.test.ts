import { assert, test } from '../lib/suite.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { readQuery } from '../../server/query.ts'

const hostile = [
  'a+b',
  'a b',
  '100%',
  'x%2Fy',
  '..',
  'a//b',
  '/lead',
  '__proto__',
  '<img onerror>',
  '\r\n"',
  '\u202egpj',
  '🪣',
  'é=&?#',
]

test('a hostile key arrives unchanged in both browser encodings', () => {
  for (const key of hostile) {
    assert.is(readQuery(`/p?prefix=${encodeURIComponent(key)}`).prefix, key)
    assert.is(readQuery(`/p?${new URLSearchParams({ prefix: key })}`).prefix, key)
  }
})

test('a value is decoded once and may contain an equals sign or question mark', () => {
  assert.is(readQuery('/p?a=%2525').a, '%25')
  assert.is(readQuery('/p?a=b=c?d').a, 'b=c?d')
})

test('a repeated parameter is a list, and one without a value is empty', () => {
  assert.equal({ ...readQuery('/p?a=1&b&a=2&&') }, { a: ['1', '2'], b: '' })
})

test('more values than any call accepts are refused, and a hundred of one name are not', () => {
  assert.is(readQuery(`/p?${'a=b&'.repeat(100)}`).a?.length, 100)
  assert.throws(
    () => readQuery(`/p?${'a=b&'.repeat(101)}`),
    (error: unknown) => error instanceof Failure && error.status === 422,
  )
})

test('names of Object.prototype are ordinary parameters', () => {
  const query = readQuery('/p?__proto__=1&constructor=2')
  assert.is(Object.getPrototypeOf(query), null)
  assert.is(query.constructor, '2')
  assert.is(query.toString, undefined)
})

test('an invalid percent-encoding is refused', () => {
  for (const query of ['a=%', 'a=%zz', 'a=%ff', '%c3=1']) {
    assert.throws(
      () => readQuery(`/p?${query}`),
      (error: unknown) => error instanceof Failure && error.status === 400,
    )
  }
})
