import { assert, test } from '../../../test/lib/suite.ts'
import { ref } from 'valtio'
import { session } from '../../../core/web/session.ts'
import { SpeedTest } from '../pages/speed.tsx'
import { cleanup, render } from '../../../test/lib/react.tsx'

test.before(() => {
  session.value = ref({
    status: 'ok',
    pages: [],
    features: ['distributed'],
    password: 'owner',
    operator: false,
    distributedMode: true,
    withheld: [],
    rights: 'some' as const,
    account: 'ana',
    plugins: ['diagnostic'],
  })
  session.state = 'in'
})
test.after.each(cleanup)

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
