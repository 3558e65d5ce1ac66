import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { assert, test } from '../lib/suite.ts'
import { listen } from '../lib/listen.ts'
import { Failure } from '../../core/protocol/failure.ts'
import type { Api, ApiRequest } from '../../engines/kubernetes/api.ts'
import { createClient } from '../../engines/kubernetes/client.ts'
import { createHttpApi } from '../../engines/kubernetes/http-api.ts'
import { parseQuantity } from '../../engines/kubernetes/quantity.ts'
import { readRules, permissionsOf } from '../../engines/kubernetes/rights.ts'
import { type Change, watchList } from '../../engines/kubernetes/watch.ts'
import { withFakeTimeouts } from '../lib/fake-timers.ts'

test('a quantity is parsed to whole units in every notation', () => {
  const quantities: [unknown, bigint | undefined][] = [
    ['25Gi', 26843545600n],
    ['32777124Ki', 33563774976n],
    ['26843545600', 26843545600n],
    [26843545600, 26843545600n],
    ['1.5T', 1500000000000n],
    ['0.5Gi', 536870912n],
    ['1e3', 1000n],
    ['9E', 9000000000000000000n],
    ['12E', 2n ** 63n - 1n],
    ['1e30', 2n ** 63n - 1n],
    ['-12E', 1n - 2n ** 63n],
    ['1e31', undefined],
    ['1e40000000', undefined],
    ['1e-999999999999', undefined],
    ['1'.repeat(41), undefined],
    [`${'1'.repeat(1_000_000)}Gi`, undefined],
    ['7Ei', 8070450532247928832n],
    ['100m', 1n],
    ['1500m', 2n],
    ['1.', 1n],
    ['', undefined],
    ['Gi', undefined],
    ['ten', undefined],
    ['5 Gi', undefined],
    [undefined, undefined],
  ]
  for (const [quantity, units] of quantities) assert.is(parseQuantity(quantity), units, String(quantity))
})

const tenant = (name: string, resourceVersion: string) => ({ metadata: { name, namespace: 'ns', resourceVersion } })
const list = (version: string, ...names: string[]) => ({
  status: 200,
  body: { items: names.map((name) => tenant(name, version)), metadata: { resourceVersion: version } },
})

type WatchStep = object | 'breaks'

/** A cluster with scripted responses: one list after the other, and watches with their events before they end. */
const scripted = (
  lists: { status: number; body: unknown }[],
  watches: (WatchStep[] | { status: number; body: object })[],
) => {
  const requests: string[] = []
  const api: Api = {
    address: '',
    call: async (_, { query }: ApiRequest) => {
      requests.push(`list ${query?.continue ?? ''}`.trim())
      return lists.shift() ?? { status: 401, body: {} }
    },
    stream: async (_, { query }: ApiRequest) => {
      requests.push(`watch ${query?.resourceVersion}`)
      const next = watches.shift() ?? { status: 401, body: {} }
      const events = Array.isArray(next) ? next : []
      async function* body() {
        if (!Array.isArray(next)) yield Buffer.from(JSON.stringify(next.body))
        for (const one of events) {
          if (one === 'breaks') throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
          // chunks may end anywhere in a line
          const text = Buffer.from(`${JSON.stringify(one)}\n`)
          yield text.subarray(0, 7)
          yield text.subarray(7)
        }
      }
      return { status: Array.isArray(next) ? 200 : next.status, body: body() }
    },
    close: async () => {},
  }
  return { client: createClient(api, 'token'), requests }
}

const watched = async (client: Parameters<typeof watchList>[0], since?: string) => {
  const events: string[] = []
  const describe = (change: Change) =>
    change.kind === 'all'
      ? `all ${change.items.map(({ metadata }) => metadata.name).join()}`
      : `${change.kind} ${change.item.metadata.name}`
  const failure = await (async () => {
    for await (const change of watchList(client, '/apis/x', {
      signal: AbortSignal.timeout(10_000),
      since,
      every: { retry: 1, poll: 1 },
    }))
      events.push(describe(change))
  })().catch((error: unknown) => error)
  assert.ok(failure instanceof Failure && failure.status === 401, `it ended with ${String(failure)}`)
  return events
}

const added = (name: string, version: string) => ({ type: 'ADDED', object: tenant(name, version) })
const mark = (version: string) => ({ type: 'BOOKMARK', object: { metadata: { resourceVersion: version } } })
const over = {
  type: 'ERROR',
  object: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' },
}

test('a broken or closed watch resumes from the last resource version, bookmarks included', async () => {
  const { client, requests } = scripted(
    [list('1', 'a')],
    [[added('b', '2'), 'breaks'], [mark('7')], [{ type: 'DELETED', object: tenant('a', '9') }]],
  )
  assert.equal(await watched(client), ['all a', 'set b', 'deleted a'])
  assert.equal(requests, ['list', 'watch 1', 'watch 2', 'watch 7', 'watch 9'])
})

test('after the resource version expired the whole list is loaded again', async () => {
  const inStream = scripted([list('20', 'a', 'c')], [[over], []])
  assert.equal(await watched(inStream.client, '3'), ['all a,c'])
  assert.equal(inStream.requests, ['watch 3', 'list', 'watch 20', 'watch 20'])
  const atOnce = scripted([list('20', 'a')], [{ status: 410, body: over.object }, []])
  assert.equal(await watched(atOnce.client, '3'), ['all a'])
})

test('without watch permission the list is polled', async () => {
  const refusal = { status: 403, body: { reason: 'Forbidden', message: 'cannot watch' } }
  const { client, requests } = scripted([list('1', 'a'), list('2', 'a', 'b')], [refusal, refusal])
  assert.equal(await watched(client), ['all a', 'all a,b'])
  assert.equal(requests, ['list', 'watch 1', 'list', 'watch 2', 'list'])
})

test('a paged list that took too long starts again', async () => {
  const first = {
    status: 200,
    body: { items: [tenant('a', '1')], metadata: { continue: 'more', resourceVersion: '1' } },
  }
  const { client, requests } = scripted([first, { status: 410, body: over.object }, list('5', 'a', 'b')], [])
  const { items, version } = await client.listWithVersion('/apis/x')
  assert.equal([items.length, version], [2, '5'])
  assert.equal(requests, ['list', 'list more', 'list'])
})

test('unsubscribing ends the watch', async () => {
  const over = new AbortController()
  const { client } = scripted([list('1', 'a')], [[], [], []])
  for await (const _ of watchList(client, '/apis/x', { signal: over.signal, every: { retry: 60_000, poll: 60_000 } }))
    void pause(5).then(() => over.abort())
})

test("an unanswered read is aborted before the API server's timeout, and a change after it", async () => {
  const unresponsive = createServer(() => undefined)
  const api = createHttpApi({ url: new URL(`http://127.0.0.1:${await listen(unresponsive)}`) })
  const over: string[] = []
  await withFakeTimeouts(async (pass) => {
    const requests = (['GET', 'POST'] as const).map((method) =>
      api
        .call('token', { method, path: '/x', ...(method === 'POST' && { body: {} }) })
        .catch((error: Failure) => over.push(`${method} ${error.status}`)),
    )
    pass(31_000)
    await requests[0]
    assert.equal(over, ['GET 503'])
    pass(30_000)
    await new Promise(setImmediate)
    assert.equal(over, ['GET 503'])
    pass(10_000)
    await requests[1]
  })
  assert.equal(over, ['GET 503', 'POST 503'])
  await api.close()
})

test('rights the cluster reports incompletely are left to each call', async () => {
  const review = (status: object) => scripted([{ status: 201, body: { status } }], []).client
  const rule = { verbs: ['get'], apiGroups: ['minio.min.io'], resources: ['tenants', '*/log'] }
  const may = async (status: object, action: `k8s:${string}:${string}`) =>
    permissionsOf(await readRules(review(status))).may(action)
  const events = { resourceRules: [rule], incomplete: false }
  assert.equal(
    [
      await may(events, 'k8s:get:tenants.minio.min.io'),
      await may(events, 'k8s:list:tenants.minio.min.io'),
      await may(events, 'k8s:get:pods/log.minio.min.io'),
    ],
    [true, false, true],
  )
  const node = { ...events, incomplete: true, evaluationError: 'node authorizer does not support user rule resolution' }
  assert.is(await may(node, 'k8s:list:tenants.minio.min.io'), false)
  const hook = {
    ...events,
    incomplete: true,
    evaluationError: 'webhook authorizer does not support user rule resolution',
  }
  assert.is(await may(hook, 'k8s:list:tenants.minio.min.io'), true)
})
