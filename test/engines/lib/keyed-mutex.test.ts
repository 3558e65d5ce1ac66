import { assert, test } from '../../lib/suite.ts'
import { createKeyedMutex } from '../../../engines/lib/keyed-mutex.ts'

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

test('work on one key is serialized even after failures, and work on other keys does not wait', async () => {
  const inTurn = createKeyedMutex()
  const [first, second] = [work(), work()]
  const started: string[] = []
  const on = (key: string, name: string, over: Promise<void>) =>
    inTurn(key, () => {
      started.push(name)
      return over
    }).catch(() => 'refused')
  const [one, two, three] = [
    on('a', 'first', first.over),
    on('a', 'second', second.over),
    on('b', 'other', Promise.resolve()),
  ]
  await settled()
  assert.equal(started.sort(), ['first', 'other'])
  first.fail(new Error('no'))
  assert.is(await one, 'refused')
  await settled()
  assert.ok(started.includes('second'))
  second.end()
  await Promise.all([two, three])
})
