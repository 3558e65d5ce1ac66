import { assert, test } from '../lib/suite.ts'
import { createBufferCache } from '../../server/buffer-cache.ts'

test('the same text returns the same buffer, and another text a different one', () => {
  const texts = createBufferCache()
  const one = texts(JSON.stringify({ path: 'é' }))
  assert.is(texts(JSON.stringify({ path: 'é' })), one)
  assert.is(one.toString(), '{"path":"é"}')
  assert.is.not(texts('other'), one)
})

test('unused texts are evicted, and very long ones are never cached', () => {
  const texts = createBufferCache()
  const first = texts('first')
  for (let at = 0; at < 2000; at++) texts(String(at).padEnd(1000))
  assert.is.not(texts('first'), first)
  const long = 'x'.repeat(100_000)
  assert.is.not(texts(long), texts(long))
})
