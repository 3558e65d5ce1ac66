import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Failure } from '../../core/failure.ts'
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

test('a hostile key arrives exactly, in either way that browsers encode it', () => {
  for (const key of hostile) {
    assert.is(readQuery(`/p?prefix=${encodeURIComponent(key)}`).prefix, key)
    assert.is(readQuery(`/p?${new URLSearchParams({ prefix: key })}`).prefix, key)
  }
})

test('a value is decoded once and may hold an equals sign or a question mark', () => {
  assert.is(readQuery('/p?a=%2525').a, '%25')
  assert.is(readQuery('/p?a=b=c?d').a, 'b=c?d')
})

test('a name that comes twice is a list, one without a value is empty', () => {
  assert.equal({ ...readQuery('/p?a=1&b&a=2&&') }, { a: ['1', '2'], b: '' })
})

test('more values than any call takes are refused, a hundred of one name are not', () => {
  assert.is(readQuery(`/p?${'a=b&'.repeat(100)}`).a?.length, 100)
  assert.throws(
    () => readQuery(`/p?${'a=b&'.repeat(101)}`),
    (error: unknown) => error instanceof Failure && error.status === 422,
  )
})

test('names that objects inherit are plain names here', () => {
  const query = readQuery('/p?__proto__=1&constructor=2')
  assert.is(Object.getPrototypeOf(query), null)
  assert.is(query.constructor, '2')
  assert.is(query.toString, undefined)
})

test('a broken percent-encoding is refused', () => {
  for (const query of ['a=%', 'a=%zz', 'a=%ff', '%c3=1']) {
    assert.throws(
      () => readQuery(`/p?${query}`),
      (error: unknown) => error instanceof Failure && error.status === 400,
    )
  }
})

test.run()
