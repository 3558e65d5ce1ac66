import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createKeyedMutex } from '../../../engines/lib/keyed-mutex.ts'
import { createSemaphore } from '../../../engines/lib/semaphore.ts'

/** Work that ends on request. */
const work = () => {
  let end = () => {}
  let fail = (_error: Error) => {}
  const over = new Promise<void>((resolve, reject) => {
    end = resolve
    fail = reject
  })
  return { over, end, fail }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('work up to the limit runs in parallel, the rest in order, and a failure frees its slot', async () => {
  const semaphore = createSemaphore(2)
  const jobs = Array.from({ length: 4 }, work)
  const begun: number[] = []
  const all = jobs.map(({ over }, at) =>
    semaphore(() => {
      begun.push(at)
      return over
    }).catch((error: Error) => error.message),
  )
  await settled()
  assert.equal(begun, [0, 1])
  jobs[1]?.fail(new Error('no'))
  await settled()
  assert.equal(begun, [0, 1, 2])
  jobs[0]?.end()
  await settled()
  assert.equal(begun, [0, 1, 2, 3])
  for (const { end } of jobs) end()
  assert.equal(await Promise.all(all), [undefined, 'no', undefined, undefined])
})

test('work on one key is serialized even after failures, and work on other keys does not wait', async () => {
  const inTurn = createKeyedMutex()
  const [first, second] = [work(), work()]
  const begun: string[] = []
  const on = (thing: string, name: string, over: Promise<void>) =>
    inTurn(thing, () => {
      begun.push(name)
      return over
    }).catch(() => 'refused')
  const [one, two, three] = [
    on('a', 'first', first.over),
    on('a', 'second', second.over),
    on('b', 'other', Promise.resolve()),
  ]
  await settled()
  assert.equal(begun.sort(), ['first', 'other'])
  first.fail(new Error('no'))
  assert.is(await one, 'refused')
  await settled()
  assert.ok(begun.includes('second'))
  second.end()
  await Promise.all([two, three])
})

test('finished work frees its slot for later work', async () => {
  const limited = createSemaphore(2)
  for (let round = 0; round < 3; round += 1) {
    const jobs = [work(), work()]
    const begun: number[] = []
    const all = jobs.map(({ over }, at) =>
      limited(() => {
        begun.push(at)
        return over
      }),
    )
    await settled()
    assert.equal(begun, [0, 1], `round ${round}`)
    for (const { end } of jobs) end()
    await Promise.all(all)
  }
})

test.run()
