import { assert, test } from '../lib/suite.ts'
import { startHost } from './host.ts'

test('metrics may require a token, and an unresponsive storage is not ready', async () => {
  const target = await startHost({
    config: { metricsToken: 'scrape' },
    engine: (engine) => ({ ...engine, ready: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1:9000')) }),
  })
  const status = async (url: string, headers = {}) => (await target.app.inject({ url, headers })).statusCode
  assert.is(await status('/metrics'), 401)
  assert.is(await status('/metrics', { authorization: 'Bearer scrape' }), 200)
  assert.is(await status('/healthz'), 200)
  const ready = await target.app.inject('/readyz')
  assert.equal([ready.statusCode, ready.payload], [503, 'the storage does not answer\n'])
})

test('health checks by HEAD get the status of GET', async () => {
  const { app } = await startHost({
    config: { metricsToken: 'scrape' },
    engine: (engine) => ({ ...engine, ready: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1:9000')) }),
  })
  const head = async (url: string) => {
    const { statusCode, headers, payload } = await app.inject({ method: 'HEAD', url })
    return [statusCode, headers['content-type'], payload]
  }
  assert.equal(await head('/healthz'), [200, 'text/plain', ''])
  assert.equal(await head('/readyz'), [503, 'text/plain', ''])
  assert.equal(await head('/metrics'), [401, 'application/json; charset=utf-8', ''])
})

test('a storage that accepts connections without responding is not ready, and is named', async () => {
  const target = await startHost({
    engine: (engine) => ({ ...engine, address: '10.0.0.1:9000', ready: () => new Promise(() => undefined) }),
  })
  const ready = await target.app.inject('/readyz')
  assert.equal([ready.statusCode, ready.payload], [503, 'the storage server at 10.0.0.1:9000 does not answer\n'])
})
