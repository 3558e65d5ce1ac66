import { assert, test } from '../lib/suite.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { createInstance } from '../../server/instance.ts'
import { createLog } from '../../server/log.ts'

const logging = () => {
  const lines: { err?: Record<string, unknown> }[] = []
  const log = createLog('trace', { write: (line) => void lines.push(JSON.parse(line)) })
  return { lines, log }
}

test('a failure is logged as a message, and an error with its stack', () => {
  const { lines, log } = logging()
  log.info({ err: new Failure(403, 'Nobody may', { detail: 'Set a token' }) }, 'refused')
  log.error({ err: new TypeError('not a function') }, 'broken')
  assert.equal(lines[0]?.err, { type: 'Failure', status: 403, message: 'Nobody may', detail: 'Set a token' })
  assert.is(lines[1]?.err?.type, 'TypeError')
  assert.match(String(lines[1]?.err?.stack), /log\.test/)
})

test('request handling logs errors the same way', async () => {
  const { lines, log } = logging()
  const app = createInstance({ subpath: '', tls: undefined, trustedProxies: [], log })
  app.get('/', async (request) => request.log.warn({ err: new Failure(503, 'The storage is away') }, 'away'))
  await app.inject('/')
  await app.close()
  assert.equal(lines.find(({ err }) => err)?.err, { type: 'Failure', status: 503, message: 'The storage is away' })
})

test('secrets in error details are masked', () => {
  const { lines, log } = logging()
  log.error(
    {
      err: Object.assign(new Error('refused'), { request: { key: 'hunter2' }, response: 'hunter2' }),
      secretKey: 'hunter2',
    },
    'refused',
  )
  assert.not.match(JSON.stringify(lines), /hunter2/)
})
