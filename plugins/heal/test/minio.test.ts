import { createServer } from 'node:http'
import { assert, test } from '../../../test/lib/suite.ts'
import { listen } from '../../../test/lib/listen.ts'
import * as v from 'valibot'
import type { Failure } from '../../../core/protocol/failure.ts'
import { openMinioEngine } from '../../../test/lib/minio-engine.ts'
import { Order, type Progress } from '../contract.ts'
import { actAs, type Backend } from '../../../test/lib/ports.ts'
import { until } from '../../../test/lib/until.ts'
import { closeAtEnd } from '../../../test/lib/close-at-end.ts'
import { sessionOf } from '../../../test/engines/minio/session.ts'

const account = {
  AccountName: 'anna',
  Server: { Type: 2 },
  Policy: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['admin:*'] }] },
}
const item = (object: string) => ({
  type: 'object',
  bucket: 'b',
  object,
  dataBlocks: 2,
  parityBlocks: 2,
  before: { drives: null },
  after: { drives: null },
  objectSize: 1,
})

type Answer = [status: number, body: object]
type Polls = (poll: { at: number; by: string }) => Answer
type Follow = (by: Backend, order?: v.InferInput<typeof Order>) => AsyncIterator<Progress>

/** Runs against a server that answers each status poll as the test decides. */
const against = async (
  polls: Polls,
  run: (as: (accessKey: string) => Promise<Backend>, subscribe: Follow) => Promise<void>,
  background: object = {},
  stop: () => Promise<Answer> = async () => [200, { clientToken: 't' }],
) => {
  let at = 0
  let isEndSent = false
  /** The items of a poll are sent only once. */
  const answerPoll = (by: string): Answer => {
    const [status, body] = polls({ at: at++, by })
    const isEnd = 'Summary' in body && body.Summary === 'finished'
    const answer: Answer = isEnd && isEndSent ? [status, { ...body, Items: [] }] : [status, body]
    isEndSent ||= isEnd
    return answer
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    const by = /Credential=(\w+)/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const isAccountInfo = pathname.endsWith('/accountinfo')
      ? account
      : pathname.endsWith('/background-heal/status')
        ? background
        : undefined
    const [status, body] = isAccountInfo
      ? [200, isAccountInfo]
      : searchParams.has('forceStop')
        ? await stop()
        : !searchParams.has('clientToken')
          ? [200, { clientToken: 't' }]
          : answerPoll(by)
    request.resume().on('end', () => response.writeHead(status).end(JSON.stringify(body)))
  })
  const engine = openMinioEngine(`http://127.0.0.1:${await listen(server)}`)
  const over = new AbortController()
  closeAtEnd(() => over.abort())
  await run(
    (accessKey) => actAs(engine, sessionOf(accessKey)),
    (by, order = {}) => by.heal.follow('bucket', v.parse(Order, order), over.signal)[Symbol.asyncIterator](),
  )
}

const endOf = async (messages: AsyncIterator<Progress>) => {
  let last: Progress | undefined
  try {
    for (let { done, value } = await messages.next(); !done; { done, value } = await messages.next())
      last = value as Progress
    return { last, failure: undefined }
  } catch (failure) {
    return { last, failure: failure as Failure }
  }
}

const running = (...objects: string[]): Answer => [200, { Summary: 'running', Items: objects.map(item) }]

test('the results of all polls add up', () =>
  against(
    ({ at }) => (at === 0 ? running('1', '2') : [200, { Summary: 'finished', Items: [item('3')] }]),
    async (as, subscribe) => {
      const { last, failure } = await endOf(subscribe(await as('one')))
      assert.is(failure, undefined)
      assert.equal(
        [last?.objectsScanned, last?.bytesScanned, last?.itemsHealthStatus.map(({ name }) => name)],
        [3, 3, ['b/3', 'b/2', 'b/1']],
      )
    },
  ))

test('a subscriber still processing earlier messages when the heal ends receives its end', () =>
  against(
    () => [200, { Summary: 'finished', Items: [item('1')] }],
    async (as, subscribe) => {
      const by = await as('one')
      const messages = subscribe(by)
      await messages.next()
      await until(async () => (await by.heal.status()).heals[0]?.phase === 'finished')
      const { last, failure } = await endOf(messages)
      assert.equal([last?.phase, last?.objectsScanned, failure], ['finished', 1, undefined])
    },
  ))

test('a heal that was stopped, or that the server no longer lists, ends with the reason', async () => {
  const ends: [Answer, RegExp][] = [
    [[200, { Summary: 'stopped', Detail: 'heal stop signaled', Items: null }], /was stopped/],
    [[200, { Summary: 'finished', StartTime: '0001-01-01T00:00:00Z', Items: null }], /no longer has this heal/],
    [
      [400, { Code: 'XMinioHealNoSuchProcess', Message: 'No such heal process is running on the server' }],
      /no longer has this heal/,
    ],
  ]
  for (const [response, expectedMessage] of ends)
    await against(
      ({ at }) => (at === 0 ? running('1') : response),
      async (as, subscribe) => {
        const { last, failure } = await endOf(subscribe(await as('one')))
        assert.is(failure?.status, 500)
        assert.match(failure?.message ?? '', expectedMessage)
        assert.is(last?.objectsScanned, 1)
      },
    )
})

test('a heal that an administrator stops is stopped for all, also if the server reports its end first', async () => {
  let polls = 0
  const stop = async (): Promise<Answer> => {
    const before = polls
    await until(() => polls > before + 1)
    return [200, { clientToken: 't' }]
  }
  await against(
    () => (polls++ === 0 ? running('1') : [200, { Summary: 'finished', Items: [] }]),
    async (as, subscribe) => {
      const messages = subscribe(await as('one'))
      await messages.next()
      const other = await as('two')
      const stopped = endOf(subscribe(other, { 'force-stop': 'true' }))
      const { last, failure } = await endOf(messages)
      assert.equal([last?.phase, failure?.message], ['stopped', 'The heal was stopped'])
      assert.is((await stopped).failure, undefined)
      assert.is((await other.heal.status()).heals[0]?.phase, 'stopped')
    },
    {},
    stop,
  )
})

test('a heal that another program stops is not reported as finished', () =>
  against(
    ({ at }) => {
      if (at === 0) return running('1')
      return at === 1
        ? [200, { Summary: 'finished', StartTime: '2026-11-24T10:00:00Z', Items: [] }]
        : [400, { Code: 'XMinioHealNoSuchProcess', Message: 'none' }]
    },
    async (as, subscribe) => {
      const { last, failure } = await endOf(subscribe(await as('one')))
      assert.equal([last?.phase, last?.objectsScanned], ['stopped', 1])
      assert.match(failure?.detail ?? '', /stopped/)
    },
  ))

test('a heal goes on after a refused stop', () =>
  against(
    ({ at }) => (at < 2 ? running(String(at)) : [200, { Summary: 'finished', Items: [] }]),
    async (as, subscribe) => {
      const messages = subscribe(await as('one'))
      await messages.next()
      assert.is((await endOf(subscribe(await as('two'), { 'force-stop': 'true' }))).failure?.status, 403)
      const { last, failure } = await endOf(messages)
      assert.equal([last?.phase, last?.objectsScanned, failure], ['finished', 2, undefined])
    },
    {},
    async () => [403, { Code: 'AccessDenied', Message: 'no' }],
  ))

test('a heal that the server has lost is still reported with its error when a viewer returns', () =>
  against(
    ({ at }) => (at === 0 ? running('1') : [400, { Code: 'XMinioHealNoSuchProcess', Message: 'none' }]),
    async (as, subscribe) => {
      const by = await as('one')
      await endOf(subscribe(by))
      assert.is((await by.heal.status()).heals[0]?.phase, 'stopped')
      const { last, failure } = await endOf(subscribe(by, { join: 'true' }))
      assert.equal([last?.phase, last?.objectsScanned], ['stopped', 1])
      assert.match(failure?.message ?? '', /no longer has this heal/)
    },
  ))

test('a heal continues while the server does not respond for a while', () =>
  against(
    ({ at }) =>
      at === 0 ? [503, { Code: 'SlowDown', Message: 'wait' }] : [200, { Summary: 'finished', Items: [item('1')] }],
    async (as, subscribe) => {
      assert.is((await endOf(subscribe(await as('one')))).last?.objectsScanned, 1)
    },
  ))

test("a subscriber whose session ends receives no more, and the heal continues with the next one's credentials", () =>
  against(
    ({ by }) =>
      by === 'one'
        ? [403, { Code: 'ExpiredToken', Message: 'over' }]
        : [200, { Summary: 'finished', Items: [item('1')] }],
    async (as, subscribe) => {
      assert.is((await endOf(subscribe(await as('one')))).failure?.status, 403)
      const { last, failure } = await endOf(subscribe(await as('two'), { join: 'true' }))
      assert.equal([last?.phase, last?.objectsScanned, failure], ['finished', 1, undefined])
    },
  ))

test('automatic healing is reported drive by drive, both active and pending', async () => {
  const drive = (endpoint: string, more: object) => ({ endpoint, state: 'ok', ...more })
  const info = {
    objects_total_size: 4000,
    bytes_done: 1500,
    bytes_skipped: 400,
    bytes_failed: 100,
    items_healed: 12,
    items_failed: 1,
    current_bucket: 'b',
    current_object: 'k',
  }
  const state = {
    offline_nodes: ['node-4:9000'],
    ScannedItemsCount: 77,
    sets: [
      {
        disks: [
          drive('d1', { healing: true, heal_info: info }),
          drive('d2', {}),
          drive('d3', { state: 'unformatted' }),
        ],
      },
      { disks: [drive('d4', { heal_info: { ...info, finished: true } }), drive('d5', { healing: true })] },
      { disks: null },
    ],
  }
  await against(
    () => running(),
    async (as) => {
      assert.equal(await (await as('one')).heal.status(), {
        heals: [],
        background: {
          scanned: 77,
          offline: ['node-4:9000'],
          waiting: ['d3', 'd5'],
          healing: [{ endpoint: 'd1', done: 2000, total: 4000, healed: 12, failed: 1, at: 'b/k' }],
        },
      })
    },
    state,
  )
})

test('a request starts, stops or joins a heal, and its flags are true or false', () => {
  const orders = [
    { 'force-start': 'true', 'force-stop': 'true' },
    { 'force-stop': 'true', join: 'true' },
    { recursive: 'maybe' },
  ]
  for (const order of orders) assert.not(v.is(Order, order), JSON.stringify(order))
  assert.ok(v.is(Order, { recursive: '1', 'dry-run': 'f', scan: 'deep' }))
})
