import { assert, suite } from '../lib/suite.ts'
import * as v from 'valibot'
import { get, post } from '../../core/protocol/contract.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { serve, type ServerPlugin } from '../../core/protocol/serve.ts'
import { actAs } from '../lib/ports.ts'
import { type ErrorBody, type Host, type Send, startHost } from './host.ts'

const test = suite('explanations of refusals')

const refuse = (): never => {
  throw new Failure(403, 'Access denied', { code: 'AccessDenied' })
}

const calls = {
  read: get('/api/v1/probe/:bucket', {
    allow: ['s3:GetObject', 's3:PutObject'],
    query: v.object({ prefix: v.optional(v.string(), '') }),
  }),
  act: post('/api/v1/probe', { allow: ['admin:ListUsers', 'admin:CreateUser'] }),
  own: post('/api/v1/probe-own', { allow: 'signed-in' }),
  info: get('/api/v1/probe-info', { allow: ['admin:ServerInfo'] }),
}
const probe: ServerPlugin = {
  id: 'probe',
  pages: { '/probe': ['admin:ServerInfo'], '/probe/keys': [] },
  needs: { '/probe/keys': 'sse-kms' },
  routes: serve(calls, { read: refuse, act: refuse, own: refuse, info: refuse }),
}

let host: Host
let reader: Send
let anonymous: Send
test.before(async () => {
  host = await startHost({ plugin: probe })
  const { identity } = await actAs(host.engine, await host.engine.login(host.root))
  const pair = { accessKey: 'reader', secretKey: 'reader-secret' }
  await identity.addUser({ ...pair, groups: [], policies: ['readonly'] })
  const other = { accessKey: 'nobody', secretKey: 'nobody-secret' }
  await identity.addUser({ ...other, groups: [], policies: [] })
  reader = await host.as(pair)
  anonymous = await host.as(other)
})

const missing = async (send: Send, method: string, url: string) => (await send(method, url)).json<ErrorBody>().missing

const messageOf = async (send: Send, method: string, url: string) => {
  const response = await send(method, url)
  assert.is(response.statusCode, 403)
  return response.json<ErrorBody>().detailedMessage
}

test('if the engine names no action, the missing action and resource are named', async () => {
  assert.is(await messageOf(reader, 'GET', '/api/v1/probe/docs?prefix=a/b'), 's3:PutObject is not granted on docs/a/b')
  assert.is(
    await messageOf(anonymous, 'GET', '/api/v1/probe/docs'),
    's3:GetObject, s3:PutObject are not granted on docs/',
  )
  assert.is(await messageOf(reader, 'POST', '/api/v1/probe'), 'admin:ListUsers, admin:CreateUser are not granted')
})

test('missing permissions are named with the exact resource', async () => {
  assert.equal(await missing(reader, 'GET', '/api/v1/probe/docs?prefix=a/b'), [
    { action: 's3:PutObject', resource: 'arn:aws:s3:::docs/a/b' },
  ])
  assert.equal(await missing(anonymous, 'GET', '/api/v1/probe/docs'), [
    { action: 's3:GetObject', resource: 'arn:aws:s3:::docs/*' },
    { action: 's3:PutObject', resource: 'arn:aws:s3:::docs/*' },
  ])
  assert.equal(await missing(reader, 'POST', '/api/v1/probe'), [
    { action: 'admin:ListUsers' },
    { action: 'admin:CreateUser' },
  ])
  assert.is(await missing(reader, 'POST', '/api/v1/probe-own'), undefined)
  assert.equal(await missing(reader, 'GET', '/api/v1/users'), [{ action: 'admin:ListUsers' }])
})

test('an account that seems to have every right sees all required ones, and a public call requires none', async () => {
  assert.is(
    await messageOf(await host.as(host.root), 'GET', '/api/v1/probe/docs'),
    's3:GetObject, s3:PutObject are not granted on docs/',
  )
  assert.is(await messageOf(reader, 'POST', '/api/v1/probe-own'), 'Access denied')
})

test("the engine's own explanation is kept", async () => {
  assert.is(await messageOf(reader, 'GET', '/api/v1/users'), 'admin:ListUsers is not granted')
})

test('the session of a refused caller whose account was deleted meanwhile has ended', async () => {
  const { identity } = await actAs(host.engine, await host.engine.login(host.root))
  const pair = { accessKey: 'deleted', secretKey: 'deleted-secret' }
  await identity.addUser({ ...pair, groups: [], policies: ['readonly'] })
  const deleted = await host.as(pair)
  await identity.removeUser(pair.accessKey)
  assert.is((await deleted('POST', '/api/v1/probe')).statusCode, 401)
})

type Session = {
  pages: string[]
  withheld: { page: string; actions: string[]; unavailable?: string }[]
  rights: string
}

test('a session lists what its other pages require', async () => {
  const { pages, withheld, rights } = (await reader('GET', '/api/v1/session')).json<Session>()
  const of = (page: string) => withheld.find((one) => one.page === page)
  assert.equal(of('/probe'), { page: '/probe', actions: ['admin:ServerInfo'] })
  assert.match(of('/probe/keys')?.unavailable ?? '', 'key management service')
  assert.is(pages.filter((page) => of(page)).length, 0)
  assert.is(rights, 'some')
})

test('an account without policies is described as such', async () => {
  assert.is((await anonymous('GET', '/api/v1/session')).json<Session>().rights, 'none')
})
