import { assert, test } from '../lib/suite.ts'
import { createInstance } from '../../server/instance.ts'
import { createLog } from '../../server/log.ts'

test('the client address that a trusted proxy reports has no port', async () => {
  const trustedProxies = ['127.0.0.1', '10.0.0.0/8']
  const app = createInstance({ subpath: '', tls: undefined, trustedProxies, log: createLog('silent') })
  app.get('/', async (request) => request.ip)
  const address = async (forwarded: string, remoteAddress = '127.0.0.1') =>
    (await app.inject({ url: '/', headers: { 'x-forwarded-for': forwarded }, remoteAddress })).payload
  assert.is(await address('203.0.113.7'), '203.0.113.7')
  assert.is(await address('203.0.113.7:4711'), '203.0.113.7')
  assert.is(await address('198.51.100.1, 203.0.113.7:4711,10.0.0.1:80'), '203.0.113.7')
  assert.is(await address('2001:db8::7'), '2001:db8::7')
  assert.is(await address('[2001:db8::7]:4711'), '2001:db8::7')
  assert.is(await address('203.0.113.7:4711', '198.51.100.1'), '198.51.100.1')
  await app.close()
})
