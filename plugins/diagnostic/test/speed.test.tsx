import { assert, test } from '../../../test/lib/suite.ts'
import { SpeedTest } from '../pages/speed.tsx'
import { render } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

test.before(() => {
  startTestSession({ features: ['distributed'], distributedMode: true, account: 'ana', plugins: ['diagnostic'] })
})

const rate = (of: number, write: number, read: number) => ({ of, server: '', write, read, error: '' })

test('a rate that is not measured yet is unknown and not 0', async () => {
  const result = { rates: [rate(2 ** 20, 3 * 2 ** 20, 0)], done: false, at: 'now' }
  await render(<SpeedTest kind="object" result={result} onResult={() => undefined} />)
  const text = document.body.textContent ?? ''
  assert.match(text, '3.0 MiB/s')
  assert.not.match(text, '0 B/s')
  assert.match(text, '—')
  assert.match(text, '1 size')
})
