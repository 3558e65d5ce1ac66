import { assert, suite } from '../../../test/lib/suite.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import { settleEach } from '../settle-each.ts'

const test = suite('one thing done to each of several')

const things = ['a', 'b', 'c', 'd'].map((path) => ({ path }))

test('failed and successful items are reported together in their order', async () => {
  const act = ({ path }: { path: string }) => {
    if (path === 'b') throw new Failure(404, 'There is no such object')
    return path.toUpperCase()
  }
  assert.equal(await settleEach(things, act, 2), {
    succeeded: ['A', 'C', 'D'],
    failed: [{ path: 'b', message: 'There is no such object' }],
  })
})

test('an unreachable storage ends the operation once no item is in progress', async () => {
  const begun: string[] = []
  const over: string[] = []
  let finish = () => {}
  const slow = new Promise<void>((resolve) => (finish = resolve))
  const work = settleEach(
    things,
    async ({ path }) => {
      begun.push(path)
      if (path === 'b') throw new Failure(503, 'The storage is away')
      await slow
      over.push(path)
    },
    2,
  )
  const outcome = work.then(
    () => assert.unreachable('it ends with the failure'),
    (error: Failure) => ({ status: error.status, over: [...over] }),
  )
  setImmediate(finish)
  assert.equal(await outcome, { status: 503, over: ['a'] })
  assert.equal(begun, ['a', 'b'])
})
