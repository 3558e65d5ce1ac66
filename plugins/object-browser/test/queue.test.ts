import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import type { JobCallbacks, Outcome, RunJob } from '../transfers/jobs.ts'
import { createQueue } from '../transfers/queue.ts'

const soon = () => new Promise((resolve) => setTimeout(resolve))

const file = (key: string, size = 100) => ({ bucket: 'photos', key, file: new Blob([new Uint8Array(size)]) })

/** A queue whose transfers end when the test decides. */
const controlled = (atOnce = 2) => {
  const running = new Map<
    string,
    { done(): void; fail(error: unknown): void; progress(sent: number): void; signal: AbortSignal }
  >()
  const outcomes: Outcome[] = []
  let time = 0
  const send: RunJob = ({ key }, { onProgress, signal }) =>
    new Promise((done, fail) => {
      running.set(key, { done, fail, progress: onProgress, signal })
      signal.addEventListener('abort', () => fail(new DOMException('stopped', 'AbortError')))
    })
  const queue = createQueue(send, { atOnce, now: () => time, onIdle: (outcome) => outcomes.push(outcome) })
  const at = (key: string) => {
    const transfer = running.get(key)
    if (!transfer) throw new Error(`${key} was never started`)
    return transfer
  }
  const states = () => Object.fromEntries(queue.read().map(({ key, state }) => [key, state]))
  return { queue, running, outcomes, at, states, pass: (ms: number) => (time += ms) }
}

const idOf = (queue: ReturnType<typeof createQueue>, key: string) =>
  queue.read().find((transfer) => transfer.key === key)?.id ?? -1

test('transfers run in the order they were added, at most the allowed number at the same time', async () => {
  const { queue, running, at, states } = controlled(2)
  queue.add(['a', 'b', 'c'].map((key) => file(key)))
  assert.equal([...running.keys()], ['a', 'b'])
  assert.equal(states(), { a: 'running', b: 'running', c: 'waiting' })
  at('b').done()
  await soon()
  assert.equal([...running.keys()], ['a', 'b', 'c'])
  assert.equal(states(), { a: 'running', b: 'done', c: 'running' })
})

test('a finished transfer reports its full size, and the run its outcome once none is left', async () => {
  const { queue, at, outcomes } = controlled(2)
  queue.add([file('a', 40), file('b', 0)])
  at('a').done()
  await soon()
  assert.equal(outcomes, [])
  assert.ok(queue.active())
  at('b').done()
  await soon()
  assert.equal(pluck(queue.read(), 'sent'), [40, 0])
  assert.equal(outcomes, [{ done: 2, failed: 0, cancelled: 0 }])
  assert.not.ok(queue.active())
})

test('a failed transfer keeps its reason, stops no other and can be retried', async () => {
  const { queue, at, states, outcomes } = controlled(1)
  queue.add([file('a'), file('b')])
  at('a').fail(new Failure(409, 'Quota of this bucket is used up'))
  await soon()
  assert.equal(states(), { a: 'failed', b: 'running' })
  const failed = queue.read()[0]
  assert.is(failed?.reason, 'Quota of this bucket is used up')
  assert.is(failed?.status, 409)
  queue.retry(idOf(queue, 'a'))
  assert.equal(states(), { a: 'waiting', b: 'running' })
  assert.is(queue.read()[0]?.reason, undefined)
  at('b').done()
  await soon()
  at('a').done()
  await soon()
  assert.equal(states(), { a: 'done', b: 'done' })
  assert.equal(outcomes, [{ done: 2, failed: 1, cancelled: 0 }])
})

test('a retry repeats only failed transfers', async () => {
  const { queue, at, states } = controlled(1)
  queue.add([file('a')])
  queue.retry(idOf(queue, 'a'))
  at('a').done()
  await soon()
  queue.retry(idOf(queue, 'a'))
  queue.retry(-1)
  assert.equal(states(), { a: 'done' })
})

test('canceling stops active transfers, never starts waiting ones, and the others continue', async () => {
  const { queue, running, at, states, outcomes } = controlled(1)
  queue.add(['a', 'b', 'c'].map((key) => file(key)))
  queue.cancel(idOf(queue, 'b'))
  queue.cancel(idOf(queue, 'a'))
  await soon()
  assert.ok(at('a').signal.aborted)
  assert.not.ok(running.has('b'))
  assert.equal(states(), { a: 'cancelled', b: 'cancelled', c: 'running' })
  at('c').done()
  await soon()
  assert.equal(outcomes, [{ done: 1, failed: 0, cancelled: 2 }])
})

test('a canceled transfer stays canceled even if its last byte was already sent', async () => {
  const { queue, at, states, outcomes } = controlled(1)
  queue.add([file('a')])
  queue.cancel(idOf(queue, 'a'))
  at('a').progress(100)
  at('a').done()
  await soon()
  assert.equal(states(), { a: 'cancelled' })
  assert.equal(outcomes, [{ done: 0, failed: 0, cancelled: 1 }])
})

test('canceling ten thousand transfers notifies subscribers only a few times', async () => {
  const { queue, running, outcomes } = controlled(4)
  let notifications = 0
  queue.subscribe(() => (notifications += 1))
  queue.add(Array.from({ length: 10_000 }, (_, index) => file(`file-${index}`, 1)))
  queue.stopAll('cancelled')
  await soon()
  assert.is(running.size, 4)
  assert.equal(outcomes, [{ done: 0, failed: 0, cancelled: 10_000 }])
  assert.ok(notifications < 10, `notified ${notifications} times`)
})

test('the speed is measured over recent data, and progress beyond the size is capped', async () => {
  const { queue, at, pass } = controlled(1)
  queue.add([file('a', 10_000)])
  pass(100)
  at('a').progress(1000)
  assert.is(queue.read()[0]?.rate, 0)
  pass(900)
  at('a').progress(4000)
  assert.is(queue.read()[0]?.rate, 4000)
  pass(1000)
  at('a').progress(6000)
  assert.is(Math.round(queue.read()[0]?.rate ?? 0), 3400)
  at('a').progress(10_300)
  assert.is(queue.read()[0]?.sent, 10_000)
})

test('a paused transfer lets the next one run and resumes at the end of the queue', async () => {
  const { queue, running, at, states, outcomes } = controlled(1)
  queue.add(['a', 'b'].map((key) => file(key)))
  at('a').progress(40)
  queue.pause(idOf(queue, 'a'))
  await soon()
  assert.equal([at('a').signal.aborted, at('a').signal.reason], [true, 'paused'])
  assert.equal(states(), { a: 'paused', b: 'running' })
  assert.is(queue.read()[0]?.sent, 40)
  running.delete('a')
  queue.resume()
  at('b').done()
  await soon()
  assert.equal(states(), { a: 'running', b: 'done' })
  at('a').done()
  await soon()
  assert.equal(outcomes, [{ done: 2, failed: 0, cancelled: 0 }])
})

test('canceling an inactive transfer notifies its owner, so that stored parts can be discarded', async () => {
  const canceled: string[] = []
  const queue = createQueue(() => new Promise(() => {}), { atOnce: 1, onCancel: ({ key }) => canceled.push(key) })
  queue.add(['a', 'b', 'c'].map((key) => file(key)))
  queue.pause(idOf(queue, 'a'))
  queue.cancel(idOf(queue, 'a'))
  queue.stopAll('left')
  assert.equal(canceled, ['a'])
})

test('totals cover the current transfers, and retry all repeats every failed one', async () => {
  const { queue, at, pass } = controlled(2)
  queue.add([file('a', 100), file('b', 50), { bucket: 'photos', key: 'c', size: 1000, version: '' }])
  pass(1000)
  at('a').progress(60)
  assert.equal(queue.totals(), {
    counts: { running: 2, failed: 0, paused: 0, waiting: 1, cancelled: 0, done: 0 },
    size: 1150,
    sent: 60,
    up: 60,
    down: 0,
  })
  at('a').fail(new Error('no'))
  at('b').fail(new Error('no'))
  await soon()
  assert.equal([queue.totals().size, queue.totals().counts.failed], [1000, 2])
  queue.retry()
  assert.equal(pluck(queue.first('waiting', 5), 'key'), ['b'])
  assert.is(queue.totals().size, 1150)
  queue.stopAll('cancelled')
  queue.clear()
  assert.equal(queue.read(), [])
  assert.equal(queue.totals().size, 0)
})

test('data stored before a transfer resumes does not count toward the speed', async () => {
  let how: JobCallbacks | undefined
  let time = 0
  const queue = createQueue((_job, callbacks) => ((how = callbacks), new Promise(() => {})), {
    atOnce: 1,
    now: () => time,
  })
  queue.add([file('a', 10_000)])
  how?.onKept(5000)
  time = 1000
  how?.onProgress(5100)
  assert.equal(
    queue.read().map(({ sent, rate }) => [sent, rate]),
    [[5100, 100]],
  )
})

test('clearing removes finished transfers and keeps the others', async () => {
  const { queue, at, states } = controlled(1)
  queue.add(['a', 'b', 'c'].map((key) => file(key)))
  at('a').fail(new Error('no'))
  await soon()
  queue.clear()
  assert.equal(states(), { b: 'running', c: 'waiting' })
})

test('a page of the list shows failed transfers first, then active, waiting and finished ones', async () => {
  const { queue, at } = controlled(2)
  queue.add(Array.from({ length: 50_000 }, (_, one) => file(`f${one}`, 1)))
  at('f0').fail(new Error('no'))
  at('f1').done()
  await soon()
  const keys = (from: number, to: number) => queue.slice(from, to).map(({ key, state }) => `${key} ${state}`)
  assert.equal(keys(0, 4), ['f0 failed', 'f2 running', 'f3 running', 'f4 waiting'])
  assert.equal(keys(49_998, 60_000), ['f49999 waiting', 'f1 done'])
  assert.equal([keys(60_000, 60_010), keys(2, 2)], [[], []])
})

test('an operation of the storage counts objects, cannot be paused, and adds no bytes', async () => {
  const { queue, at } = controlled(2)
  queue.add([
    { bucket: 'photos', key: 'folder/', size: 40, verbs: ['Restoring', 'Restored'], run: async () => undefined },
    file('a', 100),
  ])
  queue.stopAll('paused')
  assert.equal(
    queue.read().map(({ kind, state }) => [kind, state]),
    [
      ['task', 'running'],
      ['upload', 'paused'],
    ],
  )
  at('folder/').progress(12)
  const { size, sent, counts } = queue.totals()
  assert.equal([size, sent, counts.running, queue.read()[0]?.sent], [100, 0, 1, 12])
  queue.cancel(idOf(queue, 'folder/'))
  assert.equal([queue.read()[0]?.state, at('folder/').signal.reason], ['cancelled', 'cancelled'])
})

test('the list keeps its identity until something changes, so that a component can subscribe to it', async () => {
  const { queue, at } = controlled(1)
  queue.add([file('a')])
  const before = queue.read()
  assert.is(queue.read(), before)
  at('a').progress(50)
  assert.is.not(queue.read(), before)
})

test('files selected with a folder share a row, and failed ones have separate rows', async () => {
  const { queue, at } = controlled(3)
  const folder = { id: '1', key: 'site/' }
  queue.add([file('alone'), ...['site/a', 'site/b', 'site/c'].map((key) => ({ ...file(key, 50), folder }))])
  const keys = () => queue.slice(0, 10).map(({ key }) => key)
  assert.equal([keys(), queue.alone(), queue.folders().length], [['alone'], 1, 1])
  at('site/a').done()
  await soon()
  at('site/b').fail(new Failure(507, 'The bucket is full'))
  await soon()
  const [sum] = queue.folders()
  assert.equal([sum?.counts.done, sum?.counts.failed, sum?.counts.running, sum?.size, sum?.sent], [1, 1, 1, 150, 50])
  assert.equal([keys(), queue.alone()], [['site/b', 'alone'], 2])
  queue.clear(['done'])
  assert.is(queue.folders()[0]?.counts.done, 1, 'the rest of the folder still runs')
  queue.stopFolder('1', 'paused')
  assert.is(queue.folders()[0]?.counts.paused, 1)
  queue.resumeFolder('1')
  at('site/c').done()
  at('alone').done()
  await soon()
  queue.clear()
  assert.equal([queue.folders(), queue.alone(), queue.read()], [[], 0, []])
})
