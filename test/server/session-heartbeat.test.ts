import { assert, test } from '../lib/suite.ts'
import { Failure } from '../../core/protocol/failure.ts'
import type { Account, Engine } from '../../engines/engine.ts'
import { sessionFeeds } from '../../server/session.ts'
import { type Host, startHost } from './host.ts'

let host: Host
test.before(async () => {
  host = await startHost()
})

/** The session feed of a user, checked every 10 ms. */
const follow = async (engine: Engine, pair: { accessKey: string; secretKey: string }) => {
  const credentials = await engine.login(pair)
  const [feed] = sessionFeeds(engine, 10)
  const disconnect = new AbortController()
  const messages = feed?.handle({
    backend: { credentials, origin: { address: '127.0.0.1', secure: false } },
    account: credentials.account,
    home: '',
    plugins: [],
    headers: {},
    signal: disconnect.signal,
    sections: [],
    signIn: () => Promise.reject(new Error('A feed signs nobody in')),
    needRestart: () => {},
    otherServer: () => {
      throw new Error('A feed asks no other server')
    },
    throttleAttempts: () => Promise.reject(new Error('A feed asks for no password')),
    params: {},
    query: undefined,
    body: undefined,
    files: undefined,
  } as Parameters<NonNullable<typeof feed>['handle']>[0]) as AsyncGenerator<unknown>
  return { messages, gone: disconnect }
}

test('an open console is notified immediately when its user is disabled', async () => {
  const admin = await host.as(host.root)
  const pair = { accessKey: 'watched', secretKey: 'watched-secret' }
  await admin('POST', '/api/v1/users', { ...pair, groups: [], policies: ['readonly'] })
  const { messages } = await follow(host.engine, pair)
  assert.equal((await messages.next()).value, { status: 'ok' })
  assert.equal((await messages.next()).value, { status: 'ok' })
  await admin('PUT', '/api/v1/user?name=watched', { status: 'disabled', groups: [] })
  const ended = await (async () => {
    for (;;) await messages.next()
  })().catch((error: unknown) => error)
  assert.instance(ended, Failure)
  assert.is((ended as Failure).status, 401)
})

test('an unresponsive storage does not end a session, and closing the page ends the feed', async () => {
  let answers = false
  const account = async (): Promise<Account> => {
    answers = !answers
    if (answers) throw new Failure(503, 'the storage does not answer')
    return { name: 'admin', features: [], permissions: { may: () => true, mayAnywhere: () => true }, documents: [] }
  }
  const { messages, gone: disconnect } = await follow({ ...host.engine, account }, host.root)
  for (let n = 0; n < 4; n += 1) assert.equal((await messages.next()).value, { status: 'ok' })
  disconnect.abort()
  assert.ok((await messages.next()).done)
})
