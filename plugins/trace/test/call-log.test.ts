import { assert, test } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { ServedCall } from '../contract.ts'
import type { CallFilter } from '../pages/call-filter.ts'
import { createCallLog } from '../pages/call-log.ts'
import { traceAddress } from '../trace-address.ts'

const anything: CallFilter = {
  api: '',
  threshold: 0,
  onlyErrors: false,
  statusCode: 0,
  method: '',
  funcname: '',
  path: '',
  user: '',
}

const call = (path: string, ms: number, rest: object = {}) =>
  v.parse(ServedCall, {
    time: '2026-11-21T08:00:00Z',
    api: 's3.GetObject',
    path,
    statusCode: 200,
    callStats: { rx: 1, tx: 1, duration: `${ms}ms`, timeToFirstByte: '1ms' },
    ...rest,
  })

const logged = (...calls: ServedCall[]) => {
  const log = createCallLog()
  for (const one of calls) log.ring.push(one)
  const paths = (filter: Partial<CallFilter>, order: 'newest' | 'slowest' = 'newest') =>
    log
      .view({ ...anything, ...filter }, order)
      .latest()
      .map(({ path }) => path)
  return { log, paths }
}

test('the slowest calls come first, also of those that arrive later, and at most 500', () => {
  const { log, paths } = logged(call('/b/1', 30), call('/b/2', 10))
  assert.equal(paths({}, 'slowest'), ['/b/1', '/b/2'])
  log.ring.push(call('/b/3', 20))
  assert.equal(paths({}, 'slowest'), ['/b/1', '/b/3', '/b/2'])
  for (let ms = 1; ms <= 600; ms += 1) log.ring.push(call(`/many/${ms}`, 100 + ms))
  const slowest = paths({}, 'slowest')
  assert.equal([slowest.length, slowest[0], slowest.at(-1)], [500, '/many/600', '/many/101'])
  log.ring.clear()
  assert.equal(paths({}, 'slowest'), [])
})

test('calls that have arrived are filtered by every condition', () => {
  const { paths } = logged(
    call('/photos/a', 5, { method: 'GET', user: 'ana' }),
    call('/photos/b', 50, { api: 's3.PutObject', method: 'PUT', user: 'ben', statusCode: 403 }),
    call('/disk', 1, { api: 'storage.ReadAll', statusCode: 0, statusMsg: 'file not found' }),
  )
  assert.equal(paths({ path: 'PHOTOS' }), ['/photos/b', '/photos/a'])
  assert.equal(paths({ threshold: 40e6 }), ['/photos/b'])
  assert.equal(paths({ onlyErrors: true }), ['/disk', '/photos/b'])
  assert.equal(paths({ statusCode: 403 }), ['/photos/b'])
  assert.equal(paths({ method: 'GET' }), ['/photos/a'])
  assert.equal(paths({ funcname: 'putobject' }), ['/photos/b'])
  assert.equal(paths({ user: 'an' }), ['/photos/a'])
  assert.equal(paths({ api: 's3.GetObject' }), ['/photos/a'])
})

test('after a change of filters the statistics count only what matches', () => {
  const { log } = logged(call('/photos/a', 5), call('/logs/b', 5, { api: 's3.PutObject' }))
  assert.is(log.statistics.sortedBy('calls').length, 2)
  log.recount({ ...anything, path: '/photos' })
  assert.equal(
    log.statistics.sortedBy('calls').map(({ api, calls }) => [api, calls]),
    [['s3.GetObject', 1]],
  )
})

test('a link to a trace has its filters, and starts it with the slowest calls first', () => {
  assert.is(traceAddress({ api: 'GetObject' }), '/trace?function=GetObject&order=slowest&start=yes')
  assert.is(traceAddress({ bucket: 'photos' }), '/trace?path=%2Fphotos&order=slowest&start=yes')
  assert.is(traceAddress({ calls: 'storage' }), '/trace?calls=storage&order=slowest&start=yes')
})
