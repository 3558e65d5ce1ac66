import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createBufferCache } from '../../server/buffer-cache.ts'

test('a text that comes again is the same bytes, and another one is not', () => {
  const texts = createBufferCache()
  const one = texts(JSON.stringify({ path: 'é' }))
  assert.is(texts(JSON.stringify({ path: 'é' })), one)
  assert.is(one.toString(), '{"path":"é"}')
  assert.is.not(texts('other'), one)
})

test('what was not told of late is forgotten, and what is very long at once', () => {
  const texts = createBufferCache()
  const first = texts('first')
  for (let at = 0; at < 2000; at++) texts(String(at).padEnd(1000))
  assert.is.not(texts('first'), first)
  const long = 'x'.repeat(100_000)
  assert.is.not(texts(long), texts(long))
})

test.run()
