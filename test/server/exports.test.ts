import { Readable } from 'node:stream'
import { assert, test } from '../lib/suite.ts'
import { get } from '../../core/protocol/contract.ts'
import { until } from '../lib/until.ts'
import { pluginFor, startHost } from './host.ts'

test('a session runs at most four exports in parallel', async () => {
  const waiting: (() => void)[] = []
  const exports = { zip: get('/api/v1/slow/zip', { allow: 'signed-in', isExport: true, reply: 'bytes' }) }
  const plugin = pluginFor(exports, {
    zip: async () => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return { status: 200 as const, headers: {}, body: Readable.from([Buffer.from('hello')]) }
    },
  })
  const target = await startHost({ plugin })
  const [one, other] = [await target.as(target.root), await target.as(target.root)]
  const running = Array.from({ length: 4 }, () => one('GET', '/api/v1/slow/zip'))
  await until(() => waiting.length === 4)
  assert.is((await one('GET', '/api/v1/slow/zip')).statusCode, 429)
  running.push(other('GET', '/api/v1/slow/zip'))
  await until(() => waiting.length === 5)
  for (const go of waiting.splice(0)) go()
  for (const response of await Promise.all(running)) assert.is(response.statusCode, 200)
  const again = one('GET', '/api/v1/slow/zip')
  await until(() => waiting.length === 1)
  waiting[0]?.()
  assert.is((await again).statusCode, 200)
})
