import { assert, test } from '../../lib/suite.ts'
import { createConcurrencyGate } from '../../../engines/embedded/concurrency-gate.ts'

/** A port whose calls end when the test says so, in the order in which they started. */
const slow = () => {
  const started: string[] = []
  const ends: (() => void)[] = []
  const port = {
    work: (name: string) => {
      started.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    },
    fail: async (): Promise<void> => {
      throw new Error('It failed')
    },
  }
  return { port, begun: started, end: () => ends.shift()?.() }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('calls up to the limit run in parallel, and the others in order of arrival', async () => {
  const { port, begun: started, end } = slow()
  const gate = createConcurrencyGate(() => 2)
  const [one, other] = [gate(port), gate(port)]
  const all = [one.work('a'), other.work('b'), one.work('c'), other.work('d')]
  await settled()
  assert.equal(started, ['a', 'b'])
  end()
  await settled()
  assert.equal(started, ['a', 'b', 'c'])
  end()
  end()
  await settled()
  end()
  assert.equal(await Promise.all(all), ['a', 'b', 'c', 'd'])
})

test('a failed call frees its slot, and removing the limit admits all', async () => {
  let most = 1
  const { port, begun: started, end } = slow()
  const limited = createConcurrencyGate(() => most)(port)
  await limited.fail().then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'It failed'),
  )
  const all = ['a', 'b', 'c'].map((name) => limited.work(name))
  await settled()
  assert.equal(started, ['a'])
  most = 0
  end()
  await settled()
  assert.equal(started, ['a', 'b', 'c'])
  end()
  end()
  assert.equal(await Promise.all(all), ['a', 'b', 'c'])
})

test('calls that the limit does not apply to run immediately, and do not count', async () => {
  const { port, begun: started, end } = slow()
  const gate = createConcurrencyGate(() => 1)
  const [limited, unlimited] = [gate(port), gate(port, (method) => method !== 'work')]
  const all = [limited.work('a'), limited.work('b'), unlimited.work('c')]
  await settled()
  assert.equal(started, ['a', 'c'])
  for (let count = 0; count < 3; count++) {
    end()
    await settled()
  }
  assert.equal(await Promise.all(all), ['a', 'b', 'c'])
})
