import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import * as assert from 'uvu/assert'
import type { LightMyRequestResponse } from 'fastify'
import { WebSocket } from 'ws'
import type { Action, Endpoint } from '../../core/contract.ts'
import { identity } from '../../plugins/identity/contract.ts'
import { policies } from '../../plugins/policies/contract.ts'
import { isCall } from '../../server/routes.ts'
import { createSeal } from '../../server/seal.ts'
import { allSamples, type Asked, missingSample, type Sample, type Sampled } from '../lib/samples.ts'
import type { Pair } from '../lib/server.ts'
import { absentFor, asking, createWorld, filled, kindsIn, sendAsked, urlOf } from '../lib/world.ts'
import { cookiesOf, type ErrorBody, type Host, hostOn, type Send } from '../server/host.ts'
import { onEveryEngine, unique } from './engines.ts'

const secretKey = 'access-secret-key'
const { samples, things } = await allSamples()

const statement = (Effect: 'Allow' | 'Deny', actions: readonly string[], bucket: string | undefined, Condition?: object) => {
  const s3 = actions.filter((action) => action.startsWith('s3:'))
  const others = actions.filter((action) => !action.startsWith('s3:'))
  const Resource = bucket === undefined ? ['arn:aws:s3:::*'] : [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`]
  return [
    ...(s3.length > 0 ? [{ Effect, Action: s3, Resource, ...(Condition && { Condition }) }] : []),
    ...(others.length > 0 ? [{ Effect, Action: others }] : []),
  ]
}

const everything = [...statement('Allow', ['admin:*', 's3:*'], undefined)]

const document = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement })

const tagged = { StringEquals: { 's3:ExistingObjectTag/kept': 'yes' } }

/** What a MinIO server does whatever an object's tags are, and so do those who call it without the console. */
const blindToTags = ['remove', 'removeMany', 'upload', 'list']

/** Somebody who calls: the cookie for a socket, the name of its account, and how it sends. */
type Caller = { pair: Pair; cookie: string; send: Send }

const makeCallers = async (host: Host, key: Buffer) => {
  const root = await host.as(host.root)
  const ask = asking(root)

  const signIn = async (pair: Pair): Promise<Caller> => {
    const answer = await (await host.as())('POST', '/api/v1/login', pair)
    assert.is(answer.statusCode, 201, answer.payload)
    return withCookie(cookiesOf(answer), pair)
  }
  const withCookie = async (cookie: string, pair = { accessKey: '', secretKey }): Promise<Caller> => {
    const send = await host.as()
    return { pair, cookie, send: (method, url, body, headers) => send(method, url, body, { ...headers, ...(cookie && { cookie }) }) }
  }
  const write = async (name: string, text: string) => void (await ask(policies.add, { body: { name, policy: text } }))
  const user = async (given: string[]) => {
    const pair = { accessKey: unique('caller'), secretKey }
    await ask(identity.addUser, { body: { ...pair, groups: [], policies: given } })
    return signIn(pair)
  }
  /** A user whose policy is written anew for each call. */
  const changing = async () => {
    const name = unique('rights')
    await write(name, document(...statement('Allow', ['s3:GetObject'], 'nowhere')))
    return { ...(await user([name])), may: (text: string) => write(name, text) }
  }

  const chief = await user(['consoleAdmin'])
  const restriction = document(...statement('Allow', ['s3:GetObject'], 'nowhere'))
  const narrow = JSON.parse(await asking(chief.send)(identity.addAccount, { body: { policy: restriction } })) as Pair
  const ended = await user(['consoleAdmin'])
  assert.is((await ended.send('POST', '/api/v1/logout')).statusCode, 200)
  const disabled = await user(['consoleAdmin'])
  await ask(identity.updateUser, { query: { name: disabled.pair.accessKey }, body: { status: 'disabled', groups: [] } })
  const seal = (by: Buffer, session: object) => `token=${createSeal(by).close(JSON.stringify(session), 'session')}`
  const old = { account: 'admin', accessKey: 'admin', secretKey: 'x', sessionToken: 'x', expires: Date.now() - 1 }

  return {
    ask,
    user,
    nobody: await user([]),
    narrow: await signIn(narrow),
    other: await changing(),
    denied: await changing(),
    granted: await changing(),
    away: {
      'nobody who has signed in': await withCookie(''),
      'whoever has an expired session': await withCookie(seal(key, old)),
      'whoever makes a session up': await withCookie(seal(randomBytes(32), {})),
      'whoever has signed out': ended,
      'whoever was disabled': disabled,
    },
  }
}

type Callers = Awaited<ReturnType<typeof makeCallers>>

/** A call about several things tells of each what became of it. */
const refusedEach = /^\{"deleted":0,"failed":\[(\{[^}]*"message":"Access denied"\},?)+\]\}$/

const assertRefused = (answer: LightMyRequestResponse, who: string, asked: Asked) => {
  if (answer.statusCode === 200 && refusedEach.test(answer.payload)) return
  assert.is(answer.statusCode, 403, `${who}: ${JSON.stringify(asked)} answered ${answer.statusCode} ${answer.payload}`)
  assert.is(answer.json<ErrorBody>().code, 403)
}

const askedOf = ({ ask, more = [] }: Sample): Asked[] => [ask, ...more]

/** The rights of the sample's request, no more: where it names a bucket, in that. */
const rightsOf = ({ endpoint, sample }: { endpoint: Endpoint; sample: Sample }): Action[] => [
  ...(Array.isArray(endpoint.allow) ? (endpoint.allow as Action[]) : []),
  ...(sample.also ?? []),
]

/** One call, its sample, and the names of all that it names. */
type Case = { name: string; endpoint: Endpoint; sample: Sample; names: ReadonlyMap<string, string>; peer: string }

const bucketOf = ({ sample, names }: Case) => (kindsIn(sample.ask).has('bucket') ? names.get('bucket') : undefined)

/** Nobody can tell what exists by a refusal. */
const assertAlike = async ({ endpoint, names }: Case, send: Send, asked: Asked, who: string) => {
  const there = await sendAsked(send, endpoint, filled(asked, names))
  for (const kind of kindsIn(asked)) {
    if (kind === 'new') continue
    const name = names.get(kind) ?? ''
    const absent = absentFor(name)
    const missing = await sendAsked(send, endpoint, filled(asked, new Map([...names, [kind, absent]])))
    const text = missing.payload.replaceAll(absent, name)
    assert.equal([missing.statusCode, text], [there.statusCode, there.payload], `${who} can tell a ${kind} that is there from one that is not: ${JSON.stringify(asked)}`)
  }
  return there
}

const assertRefusals = async (one: Case, callers: Callers) => {
  const { endpoint, sample, names, name, peer } = one
  const bucket = bucketOf(one)
  const rights = rightsOf(one)
  const others = rights.filter((action) => action.startsWith('s3:'))
  const { nobody, narrow, other, denied } = callers
  const below: [string, Send][] = [['a user without rights', nobody.send], ['a restricted service account', narrow.send]]
  if (bucket !== undefined && others.length > 0) {
    await other.may(document(...statement('Allow', others, 'elsewhere')))
    below.push(['a user with rights elsewhere', other.send])
  }
  for (const [who, send] of below)
    for (const asked of askedOf(sample)) assertRefused(await assertAlike(one, send, asked, who), who, asked)

  if (kindsIn(sample.ask).has('user')) {
    const own = filled(sample.ask, new Map([...names, ['user', nobody.pair.accessKey], ['new', unique('n')]]))
    const answer = await sendAsked(nobody.send, endpoint, own)
    if (sample.self === 'may') assert.is(answer.statusCode, endpoint.status, answer.payload)
    else assertRefused(answer, 'a user without rights, about itself', own)
  }

  const asked = filled(sample.ask, names)
  for (const action of rights) {
    await denied.may(document(...everything, ...statement('Deny', [action], undefined)))
    assertRefused(await sendAsked(denied.send, endpoint, asked), `a user to whom ${action} is denied`, asked)
  }
  if (!names.has('key') || (peer === 'minio' && blindToTags.includes(name)) || name === 'list') return
  await denied.may(document(...everything, ...statement('Deny', ['s3:*'], undefined, tagged)))
  for (const asked of askedOf(sample).filter((request) => kindsIn(request).has('key'))) {
    const request = filled(asked, names)
    assertRefused(await sendAsked(denied.send, endpoint, request), 'a user to whom what is tagged is denied', request)
  }
}

/** What everyone may do with their own account. */
const assertOwn = async (one: Case, callers: Callers) => {
  const { endpoint, sample, names } = one
  for (const asked of askedOf(sample)) {
    const { send } = endpoint.method === 'GET' ? callers.nobody : await callers.user([])
    await assertAlike({ ...one, names: new Map([...one.names, ['new', unique('n')]]) }, send, asked, 'a user without rights')
  }
  if (!sample.unless) return
  const asked = filled(sample.ask, names)
  await callers.denied.may(document(...everything, ...statement('Deny', [sample.unless], undefined)))
  assertRefused(await sendAsked(callers.denied.send, endpoint, asked), `a user to whom ${sample.unless} is denied`, asked)
  assertRefused(await sendAsked(callers.narrow.send, endpoint, asked), 'a restricted service account', asked)
}

const assertGranted = async (one: Case, { granted, user }: Callers) => {
  const { endpoint, sample, names } = one
  const rights = rightsOf(one)
  const { send } = rights.length > 0 ? granted : await user([])
  if (rights.length > 0) await granted.may(document(...statement('Allow', rights, bucketOf(one))))
  const answer = await sendAsked(send, endpoint, filled(sample.ask, names))
  assert.is(answer.statusCode, endpoint.status, `whoever has no more than ${rights.join(', ')}: ${answer.payload}`)
}

onEveryEngine('access', (test, peer) => {
  const key = randomBytes(32)
  let host: Host
  let callers: Callers
  let shared: ReturnType<typeof createWorld>

  test.before(async () => {
    host = await hostOn(peer().engine, peer().root, { config: { key } })
    callers = await makeCallers(host, key)
    shared = createWorld(callers.ask, things)
    await host.app.listen({ host: '127.0.0.1', port: 0 })
  })
  test.after(() => host?.stop())

  /** How a feed closes for whoever has this cookie. */
  const closing = async (endpoint: Sampled['endpoint'], asked: Asked, cookie: string) => {
    const address = `127.0.0.1:${(host.app.server.address() as AddressInfo).port}`
    const [code] = await once(new WebSocket(`ws://${address}${urlOf(endpoint, asked)}`, { headers: { origin: `http://${address}`, cookie } }), 'close')
    return Number(code)
  }

  for (const sampled of samples) {
    const { owner, name, endpoint, sample } = sampled
    const title = `${owner}'s ${isCall(endpoint) ? 'call' : 'feed'} "${name}"`
    if (!sample) {
      test(`${title} has a sample`, () => assert.unreachable(missingSample(sampled)))
      continue
    }
    if (!isCall(endpoint)) {
      test(`${title} closes for whoever has no session or lacks the rights`, async () => {
        const asked = sample.ask
        for (const [who, { cookie }] of Object.entries(callers.away)) assert.is(await closing(endpoint, asked, cookie), 4401, who)
        if (endpoint.allow === 'signed-in') return
        for (const { cookie } of [callers.nobody, callers.narrow]) assert.is(await closing(endpoint, asked, cookie), 4403)
      })
      continue
    }
    if (endpoint.allow === 'anyone') {
      test(`${title} needs no session`, async () => {
        const answer = await sendAsked(await host.as(), endpoint, filled(sample.ask, new Map()))
        assert.ok(answer.statusCode < 500, answer.payload)
        if (endpoint.method === 'GET') assert.is(answer.statusCode, 200)
      })
      continue
    }

    test(`${title} does what it may for whoever may, and nothing for anyone else`, async () => {
      const world = endpoint.method === 'GET' ? shared : createWorld(callers.ask, things)
      await world.make(askedOf(sample))
      const one: Case = { name, endpoint, sample, names: world.names, peer: peer().name }
      const before = endpoint.method === 'GET' ? '' : await world.look()
      for (const [who, { send }] of Object.entries(callers.away)) {
        const answer = await sendAsked(send, endpoint, filled(sample.ask, world.names))
        if (sample.over === 'may' && answer.statusCode === endpoint.status) continue
        assert.equal([answer.statusCode, answer.payload], [401, '{"code":401,"message":"invalid session","detailedMessage":null}'], who)
      }
      if (endpoint.allow === 'signed-in') await assertOwn(one, callers)
      else await assertRefusals(one, callers)
      if (endpoint.method !== 'GET') assert.is(await world.look(), before, 'what was refused has changed something')
      if (!sample.done) await assertGranted(one, callers)
    })
  }
})
