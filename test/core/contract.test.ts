import { assert, test } from '../lib/suite.ts'
import { pluck } from '../lib/pluck.ts'
import * as v from 'valibot'
import { del, get, post, put, stream } from '../../core/protocol/contract.ts'

test("by default a call uses its method's name, answers 200, needs no feature, is no export and accepts no base64", () => {
  const calls = [get, post, put, del].map((make) => make('/api/v1/things', { allow: 'signed-in' }))
  assert.equal(pluck(calls, 'method'), ['GET', 'POST', 'PUT', 'DELETE'])
  for (const { path, allow, features, status, isExport, base64 } of calls)
    assert.equal(
      { path, allow, features, status, isExport, base64 },
      { path: '/api/v1/things', allow: 'signed-in', features: [], status: 200, isExport: false, base64: undefined },
    )
})

test('reading and public calls have no effect, and any other call changes something', () => {
  const allow = ['admin:SetTier'] as const
  assert.is(get('/a', { allow }).effect, 'none')
  for (const make of [post, put, del]) {
    assert.is(make('/a', { allow }).effect, 'changes')
    assert.is(make('/a', { allow: 'signed-in' }).effect, 'changes')
    assert.is(make('/a', { allow: 'anyone' }).effect, 'none')
    assert.is(make('/a', { allow: 'anyone', effect: 'discloses' }).effect, 'discloses')
  }
  assert.is(get('/a', { allow, effect: 'discloses' }).effect, 'discloses')
})

test('a call keeps its stated options', () => {
  const [query, body, reply] = [v.object({ a: v.string() }), v.object({ b: v.string() }), v.string()]
  const features = ['users'] as const
  const stated = {
    features,
    status: 201,
    isExport: true,
    base64: 'a',
    snapshotCall: 'list',
    query,
    body,
    reply,
  } as const
  assert.equal(
    { ...post('/a', { allow: 'signed-in', ...stated }) },
    {
      method: 'POST',
      path: '/a',
      allow: 'signed-in',
      effect: 'changes',
      ...stated,
    },
  )
})

test('a feed returns its messages, changes nothing, and waits for slow subscribers unless it may drop messages', () => {
  const message = v.object({ at: v.string() })
  const feed = stream('/ws/a', { allow: 'signed-in', message })
  assert.equal([feed.method, feed.status, feed.effect, feed.isExport, feed.slow], ['FEED', 200, 'none', false, 'waits'])
  assert.is(feed.reply, message)
  assert.is(feed.starts, undefined)
  assert.is(stream('/ws/a', { allow: 'signed-in', message, slow: 'loses' }).slow, 'loses')
})
