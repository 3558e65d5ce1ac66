import { act } from 'react'
import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { get } from '../../core/protocol/contract.ts'
import { receiveEarly } from '../../core/web/client.ts'
import { useCall } from '../../core/web/use-call.ts'
import * as clock from '../lib/fake-clock.ts'
import { button, click, find, flush, render, unmount, until } from '../lib/react.tsx'
import { startFakeServer, type FakeResponse } from './fake-server.ts'

const readThing = get('/api/v1/thing', {
  allow: 'signed-in',
  query: v.object({ name: v.string() }),
  reply: v.object({ text: v.string() }),
})

let line: Awaited<ReturnType<typeof startFakeServer>>

const Thing = ({ name, when = true }: { name: string; when?: boolean }) => {
  const { data, error, loading, reload } = useCall(readThing, { query: { name } }, { when })
  return (
    <>
      <output>{[data?.text ?? 'nothing', error?.message ?? 'fine', loading ? 'loading' : 'still'].join(', ')}</output>
      <button onClick={() => void reload()}>again</button>
    </>
  )
}

const waitForOutput = (text: string) => until(() => assert.is(find('output').textContent, text))

test('a page is empty and loading, then has its data', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  line = await startFakeServer(async () => {
    await released
    return { body: { text: 'one' } }
  })
  await render(<Thing name="a" />)
  assert.is(find('output').textContent, 'nothing, fine, loading')
  release()
  await waitForOutput('one, fine, still')
})

test('reloading keeps the data, even if it fails', async () => {
  const replies: FakeResponse[] = [
    { body: { text: 'one' } },
    { status: 500, body: { message: 'no luck' } },
    { body: { text: 'two' } },
  ]
  line = await startFakeServer(() => replies.shift())
  await render(<Thing name="a" />)
  await waitForOutput('one, fine, still')
  await click(button('again'))
  await waitForOutput('one, No luck, still')
  await click(button('again'))
  await waitForOutput('two, fine, still')
})

test('new input starts empty and ignores a late response to the previous input', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  line = await startFakeServer(async ({ url }) => {
    if (url.endsWith('slow')) await released
    return { body: { text: url.split('=')[1] } }
  })
  const { again } = await render(<Thing name="slow" />)
  await again(<Thing name="quick" />)
  await waitForOutput('quick, fine, still')
  release()
  await flush(3)
  assert.is(find('output').textContent, 'quick, fine, still')
  await again(<Thing name="third" />)
  await waitForOutput('third, fine, still')
})

test('a reload that was requested for the previous input changes nothing', async () => {
  let reloadFirst: () => Promise<void> = async () => {}
  const Part = ({ name }: { name: string }) => {
    const { data, loading, reload } = useCall(readThing, { query: { name } })
    if (name === 'a') reloadFirst = reload
    return <output>{[data?.text ?? 'nothing', loading ? 'loading' : 'still'].join(', ')}</output>
  }
  line = await startFakeServer(({ url }) => ({ body: { text: url.split('=')[1] } }))
  const { again } = await render(<Part name="a" />)
  await waitForOutput('a, still')
  await again(<Part name="b" />)
  await waitForOutput('b, still')
  await act(() => reloadFirst())
  await waitForOutput('b, still')
  await again(<Part name="c" />)
  await act(() => reloadFirst())
  await waitForOutput('c, still')
})

const early = '/api/v1/thing?name=a'

/** Renders the thing with a name, and returns the texts of all renderings. */
const outputsOf = async (name: string) => {
  const outputs: string[] = []
  const Recorded = () => {
    const { data, error, loading } = useCall(readThing, { query: { name } })
    outputs.push([data?.text ?? 'nothing', error?.message ?? 'fine', loading ? 'loading' : 'still'].join(', '))
    return null
  }
  await render(<Recorded />)
  return outputs
}

test('the first rendering has the data of a response that the page has received before, which is used once', async () => {
  line = await startFakeServer(() => ({ body: { text: `number ${line.sent.length}` } }))
  await receiveEarly(early)
  const outputs = await outputsOf('a')
  assert.equal(new Set(outputs), new Set(['number 1, fine, still']))
  await render(<Thing name="a" />)
  await waitForOutput('number 2, fine, still')
  assert.is(line.sent.length, 2)
})

test('a response that is still on its way, or is an error, is not requested twice', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  line = await startFakeServer(async () => {
    await released
    return { status: 403, body: { message: 'no' } }
  })
  const received = receiveEarly(early)
  const pending = await outputsOf('a')
  assert.is(pending.at(-1), 'nothing, fine, loading')
  release()
  await until(() => assert.is(pending.at(-1), 'nothing, No, still'))
  assert.is(line.sent.length, 1)
  await received
  await receiveEarly(early)
  const failed = await outputsOf('a')
  await until(() => assert.is(failed.at(-1), 'nothing, No, still'))
  assert.is(line.sent.length, 2)
})

test('an early response is not used for another call, nor after five seconds', async () => {
  line = await startFakeServer(({ url }) => ({ body: { text: url.split('=')[1] } }))
  clock.stopClock()
  await receiveEarly(early)
  await render(<Thing name="b" />)
  await waitForOutput('b, fine, still')
  clock.advanceClock(5000)
  await unmount()
  await render(<Thing name="a" />)
  await waitForOutput('a, fine, still')
  assert.equal(
    line.sent.map(({ url }) => url.split('=')[1]),
    ['a', 'b', 'a'],
  )
})

test('a disabled call sends no request', async () => {
  line = await startFakeServer(() => ({ body: { text: 'one' } }))
  const { again } = await render(<Thing name="a" when={false} />)
  assert.is(find('output').textContent, 'nothing, fine, still')
  await flush(3)
  assert.is(line.sent.length, 0)
  await again(<Thing name="a" />)
  await waitForOutput('one, fine, still')
})

const unavailable: FakeResponse = { status: 503, body: { message: 'it is starting' } }

/** Advances the clock by a minute, and waits for the calls that are due and their responses. */
const passMinute = async () => {
  await act(async () => clock.advanceClock(60_000))
  await flush(3)
}

/** Hides the tab or shows it again, and dispatches the browser's event. */
const setVisibility = (state: 'hidden' | 'visible') => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: state === 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a transient failure is retried silently until it passes', async () => {
  const replies: FakeResponse[] = [unavailable, unavailable, { body: { text: 'one' } }]
  const shown = new Set<string>()
  line = await startFakeServer(() => replies.shift())
  clock.stopClock()
  await render(<Thing name="a" />)
  await waitForOutput('nothing, It is starting, still')
  await until(() => {
    clock.advanceClock(100)
    shown.add(find('output').textContent)
    assert.is(find('output').textContent, 'one, fine, still')
  })
  assert.equal([...shown], ['nothing, It is starting, still', 'one, fine, still'])
  await flush(3)
  assert.is(line.sent.length, 3)
})

test('a permanent failure is not retried, and leaving the page stops retries', async () => {
  const replies: FakeResponse[] = [{ status: 403, body: { message: 'no' } }, unavailable]
  line = await startFakeServer(() => replies.shift())
  clock.stopClock()
  const { again } = await render(<Thing name="a" />)
  await waitForOutput('nothing, No, still')
  await passMinute()
  assert.is(line.sent.length, 1)
  await again(<Thing name="b" />)
  await waitForOutput('nothing, It is starting, still')
  await unmount()
  await passMinute()
  assert.is(line.sent.length, 2)
})

test('a hidden tab sends no requests, and resumes when visible', async () => {
  const replies: FakeResponse[] = [unavailable, { body: { text: 'one' } }]
  line = await startFakeServer(() => replies.shift())
  clock.stopClock()
  await render(<Thing name="a" />)
  await waitForOutput('nothing, It is starting, still')
  setVisibility('hidden')
  await passMinute()
  assert.is(line.sent.length, 1)
  setVisibility('visible')
  await passMinute()
  await waitForOutput('one, fine, still')
})
