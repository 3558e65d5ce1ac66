import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { assert, suite } from '../lib/suite.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { assertNoTraversal, removeText } from '../../server/proxy-path.ts'

const test = suite('paths of proxied consoles')

test('the path prefix is removed from a page in chunks of any size, and nothing else', async () => {
  const page = Buffer.from('<base href="/way/proxy/"><a href="/way/proxy/é">/way/prox</a>')
  const whole = '<base href="/"><a href="/é">/way/prox</a>'
  for (const size of [1, 3, 7, page.length]) {
    const pieces = Array.from({ length: Math.ceil(page.length / size) }, (_, at) =>
      page.subarray(at * size, (at + 1) * size),
    )
    assert.is(await text(Readable.from(pieces).pipe(removeText('/way/proxy'))), whole, `in pieces of ${size}`)
  }
})

test('no path escapes the proxied console', () => {
  for (const address of [
    '/',
    '/buckets/a..b',
    '/.well-known/x',
    '/a%2520b',
    '/a?to=/../b',
    '/%252e%252e/b',
    '/..a/a..',
  ])
    assert.not.throws(() => assertNoTraversal(address), address)
  for (const address of [
    '/..',
    '/../b',
    '/a/%2e%2e/b',
    '/a/..%2fb',
    '/a/.%2E',
    '/a/./b',
    '/a\\..\\b',
    '/a%5c..%5cb',
    '/%zz',
  ])
    assert.throws(
      () => assertNoTraversal(address),
      (error: unknown) => error instanceof Failure && error.status === 400,
      address,
    )
})
