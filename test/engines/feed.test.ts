import { assert, test } from '../lib/suite.ts'
import { mergeStreams, createStream } from '../../engines/feed.ts'

const { signal } = new AbortController()

test('a late consumer receives the messages of finished work, and then its failure', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const stream = createStream<number>(async (emit) => {
    emit(1)
    await released
    emit(2)
    emit(3)
    throw new Error('over')
  }, signal)
  assert.equal(await stream.next(), { value: 1, done: false })
  release()
  await new Promise(setImmediate)
  assert.equal([(await stream.next()).value, (await stream.next()).value], [2, 3])
  assert.match(String(await stream.next().catch(String)), /over/)
})

test('of several sources everything sent before the first one ended is delivered', async () => {
  const source = (...items: number[]) =>
    async function* () {
      yield* items
    }
  const emitted: number[] = []
  for await (const item of mergeStreams([source(1, 2, 3)], signal)) emitted.push(item)
  assert.equal(emitted, [1, 2, 3])
})
