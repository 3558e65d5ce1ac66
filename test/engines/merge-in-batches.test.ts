import { assert, test } from '../lib/suite.ts'
import { mergeInBatches } from '../../engines/kubernetes/merge-in-batches.ts'

const forever = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

test('several sources are merged in order until all have ended', async () => {
  const of = (...words: string[]) =>
    async function* () {
      yield* words
    }
  const received: string[] = []
  for await (const batch of mergeInBatches([of('a', 'b'), of('c')], new AbortController().signal))
    received.push(...batch)
  assert.equal(received.sort(), ['a', 'b', 'c'])
})

test('messages buffered between reads are delivered as one batch', async () => {
  const source = async function* () {
    yield 1
    yield 2
    yield 3
  }
  const batches = mergeInBatches([source], new AbortController().signal)
  const first = await batches.next()
  await new Promise((resolve) => setImmediate(resolve))
  const rest = await batches.next()
  assert.equal([...(first.value ?? []), ...(rest.value ?? [])], [1, 2, 3])
  assert.is((await batches.next()).done, true)
})

test('a failed source ends the others and passes on its error', async () => {
  let ended = 'no'
  const lasting = async function* (signal: AbortSignal) {
    yield 'there'
    await forever(signal)
    ended = 'yes'
  }
  const failing = async function* (): AsyncGenerator<string> {
    throw new Error('cut off')
  }
  const received: string[] = []
  try {
    for await (const batch of mergeInBatches([lasting, failing], new AbortController().signal)) received.push(...batch)
    assert.unreachable()
  } catch (error) {
    assert.is((error as Error).message, 'cut off')
  }
  assert.equal([received, ended], [['there'], 'yes'])
})

test('merging ends when the consumer stops or the signal aborts', async () => {
  let ended = 0
  const lasting = async function* (signal: AbortSignal) {
    yield 'there'
    await forever(signal)
    ended += 1
  }
  for await (const _ of mergeInBatches([lasting, lasting], new AbortController().signal)) break
  assert.is(ended, 2)
  const over = new AbortController()
  for await (const _ of mergeInBatches([lasting], over.signal)) over.abort()
  assert.is(ended, 3)
})
