import { assert, test } from '../lib/suite.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { createAdmission } from '../../server/admission.ts'
import { createThrottle, ThrottledError } from '../../server/throttle.ts'
import { startHost } from './host.ts'

const setUp = () => {
  let time = 1_000_000
  const admission = createAdmission(createThrottle(() => time))
  const headers: Record<string, unknown> = {}
  const reply = { header: (name: string, value: unknown) => void (headers[name] = value) } as never
  const attempt = (authorization: string, ip = '10.0.0.1') =>
    admission({ ip, headers: { authorization } }, reply, async () => {
      if (authorization !== 'right') throw new Failure(401, 'The token of the audit records is wrong')
    }).then(
      () => 'in',
      (error: unknown) => (error instanceof ThrottledError ? 'wait' : (error as Failure).status),
    )
  return { attempt, headers, pass: (seconds: number) => (time += seconds * 1000) }
}

test('after several wrong tokens a network is refused for at most a minute, even with the right token', async () => {
  const { attempt, headers, pass } = setUp()
  for (let count = 0; count < 20; count += 1) assert.is(await attempt(`wrong ${count}`), 401)
  assert.is(await attempt('wrong 20'), 'wait')
  assert.is(headers['retry-after'], 1)
  assert.is(await attempt('right'), 'wait')
  assert.is(await attempt('right', '10.0.0.2'), 'in')
  pass(60)
  assert.is(await attempt('right'), 'in')
})

test('a server that repeats one outdated token gets 401, and is admitted immediately with the right one', async () => {
  const { attempt } = setUp()
  for (let count = 0; count < 100; count += 1) assert.is(await attempt('outdated'), 401)
  assert.is(await attempt('right'), 'in')
})

test('the intake of audit records counts wrong tokens', async () => {
  const host = await startHost()
  const send = await host.as()
  const statuses: number[] = []
  for (let count = 0; count < 21; count += 1)
    statuses.push(
      (await send('POST', '/api/v1/logs/audit', '{}', { authorization: `Bearer guess-${count}` })).statusCode,
    )
  assert.is(statuses.at(-1), 429)
  assert.not(statuses.slice(0, 20).includes(429))
})
