import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import * as assert from 'uvu/assert'
import { WebSocket } from 'ws'
import { isCall } from '../../server/routes.ts'
import { unhurried } from '../lib/minio.ts'
import { idsOn, takesCluster } from '../lib/plugin-engines.ts'
import { allSamples, type SampleRequest, askedOf, missingSample, type Sampled } from '../lib/samples.ts'
import { createWorld, filled, sendSample, urlOf } from '../lib/world.ts'
import { type ErrorBody, type Host, hostOn, type Send } from '../server/host.ts'
import { assertGranted, assertOwn, assertRefusals, assertSets, type Case } from './access.ts'
import { type Callers, makeCallers } from './callers.ts'
import { onEveryEngine } from './engines.ts'

const { samples, things } = await allSamples()
const here = idsOn('embedded')

onEveryEngine(
  'access',
  (test, peer) => {
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

    /** How a feed closes for this cookie: with a code, and a reason that begins with the status of a call. */
    const closing = async (endpoint: Sampled['endpoint'], request: SampleRequest, cookie: string) => {
      const address = `127.0.0.1:${(host.app.server.address() as AddressInfo).port}`
      const [code, reason] = (await once(
        new WebSocket(`ws://${address}${urlOf(endpoint, request)}`, {
          headers: { origin: `http://${address}`, cookie },
        }),
        'close',
      )) as [number, Buffer]
      return `${code} ${String(reason).slice(0, 3)}`
    }

    for (const sampled of samples.filter(
      ({ owner, endpoint }) => owner === 'core' || (here.has(owner) && !takesCluster(endpoint)),
    )) {
      const { owner, name, endpoint, sample } = sampled
      const title = `${owner}'s ${isCall(endpoint) ? 'call' : 'feed'} "${name}"`
      if (!sample) {
        test(`${title} has a sample`, () => assert.unreachable(missingSample(sampled)))
        continue
      }
      if (!isCall(endpoint)) {
        test(`${title} is refused without a session or without the rights`, async () => {
          const request = sample.ask
          for (const [who, { cookie }] of Object.entries(callers.away))
            assert.is(await closing(endpoint, request, cookie), '1008 401', who)
          if (endpoint.allow === 'signed-in') return
          for (const { cookie } of [callers.nobody, callers.narrow])
            assert.is(await closing(endpoint, request, cookie), '1008 403')
        })
        continue
      }
      if (endpoint.allow === 'anyone') {
        test(`${title} needs no session`, async () => {
          const answer = await sendSample(await host.as(), endpoint, filled(sample.ask, new Map()))
          assert.ok(answer.statusCode < 500, answer.payload)
          if (endpoint.method === 'GET' && !sample.done) assert.is(answer.statusCode, 200)
        })
        continue
      }

      test(`${title} works for authorized callers and has no effect for other callers`, async () => {
        const world = endpoint.method === 'GET' ? shared : createWorld(callers.ask, things)
        await world.make(askedOf(sample))
        const one: Case = { name, endpoint, sample, names: world.names, peer: peer().name }
        const before = endpoint.method === 'GET' ? '' : await world.look()
        const assertAway = async ([who, { send }]: [string, { send: Send }]) => {
          const answer = await sendSample(send, endpoint, filled(sample.ask, world.names))
          if (sample.over === 'may' && answer.statusCode === endpoint.status) return
          const { code, message } = answer.json<ErrorBody>()
          assert.equal([answer.statusCode, code, message], [401, 401, 'invalid session'], who)
        }
        await Promise.all(Object.entries(callers.away).map(assertAway))
        await assertSets(one, callers)
        if (endpoint.allow === 'signed-in') await assertOwn(one, callers)
        else await assertRefusals(one, callers)
        if (endpoint.method !== 'GET') assert.is(await world.look(), before, 'what was refused has changed something')
        if (!sample.done) await assertGranted(one, callers)
      })
    }
  },
  unhurried,
)
