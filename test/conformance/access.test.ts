import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { assert } from '../lib/suite.ts'
import { WebSocket } from 'ws'
import { isCall } from '../../server/routes.ts'
import { slowScanner } from '../lib/minio.ts'
import { pluginIdsOn, needsCluster } from '../lib/plugin-engines.ts'
import { allSamples, type SampleRequest, requestsOf, missingSample, type SampledCall } from '../lib/samples.ts'
import { createFixtures, fillNames, sendSample, urlOf } from '../lib/sample-requests.ts'
import { type ErrorBody, type Host, hostOn, type Send } from '../server/host.ts'
import { assertGranted, assertOwnAccount, assertRefusals, assertDuplicatesRefused, type AccessCase } from './access.ts'
import { type Callers, makeCallers } from './callers.ts'
import { onEveryEngine } from './engines.ts'

const { samples, fixtures } = await allSamples()
const onEmbedded = pluginIdsOn('embedded')

onEveryEngine(
  'access',
  (test, peer) => {
    const key = randomBytes(32)
    let host: Host
    let callers: Callers
    let shared: ReturnType<typeof createFixtures>

    test.before(async () => {
      host = await hostOn(peer().engine, peer().root, { config: { key } })
      callers = await makeCallers(host, key)
      shared = createFixtures(callers.ask, fixtures)
      await host.app.listen({ host: '127.0.0.1', port: 0 })
    })

    /** How a feed closes for this cookie: its code, and a reason that begins with the HTTP status of a call. */
    const closing = async (endpoint: SampledCall['endpoint'], request: SampleRequest, cookie: string) => {
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
      ({ owner, endpoint }) => owner === 'core' || (onEmbedded.has(owner) && !needsCluster(endpoint)),
    )) {
      const { owner, name, endpoint, sample } = sampled
      const title = `${owner}'s ${isCall(endpoint) ? 'call' : 'feed'} "${name}"`
      if (!sample) {
        test(`${title} has a sample`, () => assert.unreachable(missingSample(sampled)))
        continue
      }
      if (!isCall(endpoint)) {
        test(`${title} is refused without a session or without the rights`, async () => {
          const request = sample.request
          for (const [who, { cookie }] of Object.entries(callers.away))
            assert.is(await closing(endpoint, request, cookie), '1008 401', who)
          if (endpoint.allow === 'signed-in') return
          for (const { cookie } of [callers.withoutPolicies, callers.restricted])
            assert.is(await closing(endpoint, request, cookie), '1008 403')
        })
        continue
      }
      if (endpoint.allow === 'anyone') {
        test(`${title} needs no session`, async () => {
          const response = await sendSample(await host.as(), endpoint, fillNames(sample.request, new Map()))
          assert.ok(response.statusCode < 500, response.payload)
          if (endpoint.method === 'GET' && !sample.done) assert.is(response.statusCode, 200)
        })
        continue
      }

      test(`${title} works for authorized callers and has no effect for other callers`, async () => {
        const created = endpoint.method === 'GET' ? shared : createFixtures(callers.ask, fixtures)
        await created.make(requestsOf(sample))
        const one: AccessCase = { name, endpoint, sample, names: created.names, peer: peer().name }
        const before = endpoint.method === 'GET' ? '' : await created.readStates()
        const assertAway = async ([who, { send }]: [string, { send: Send }]) => {
          const response = await sendSample(send, endpoint, fillNames(sample.request, created.names))
          if (sample.over === 'may' && response.statusCode === endpoint.status) return
          const { code, message } = response.json<ErrorBody>()
          assert.equal([response.statusCode, code, message], [401, 401, 'invalid session'], who)
        }
        await Promise.all(Object.entries(callers.away).map(assertAway))
        await assertDuplicatesRefused(one, callers)
        if (endpoint.allow === 'signed-in') await assertOwnAccount(one, callers)
        else await assertRefusals(one, callers)
        if (endpoint.method !== 'GET')
          assert.is(await created.readStates(), before, 'a refused call has changed something')
        if (!sample.done) await assertGranted(one, callers)
      })
    }
  },
  slowScanner,
)
