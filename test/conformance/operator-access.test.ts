import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import * as assert from 'uvu/assert'
import { WebSocket } from 'ws'
import { clusterActionOf } from '../../core/protocol/missing-permissions.ts'
import { isCall } from '../../server/routes.ts'
import { idsOn, takesCluster } from '../lib/plugin-engines.ts'
import { allSamples, askedOf, type SampleRequest } from '../lib/samples.ts'
import { asking, createWorld, filled, sendSample, urlOf } from '../lib/world.ts'
import { cookiesOf, type Host, hostOn, type Send } from '../server/host.ts'
import { licensedValues, onEveryCluster } from './clusters.ts'
import { unique } from './engines.ts'

const { samples, things } = await allSamples()
const [here, elsewhere] = [idsOn('kubernetes'), idsOn('embedded')]

onEveryCluster('access to a cluster', (test, cluster) => {
  let host: Host
  let home = ''
  test.before(async () => {
    host = await hostOn(cluster().engine, { accessKey: '', secretKey: '' }, { values: licensedValues })
    home = await cluster().namespace(unique('access'))
    await host.app.listen({ host: '127.0.0.1', port: 0 })
  })
  test.after(() => host?.stop())

  const as = async (token: string): Promise<{ send: Send; cookie: string }> => {
    const stranger = await host.as()
    const entered = await stranger('POST', '/api/v1/login/operator', { jwt: token })
    assert.is(entered.statusCode, 201, entered.payload)
    const cookie = cookiesOf(entered)
    return { cookie, send: (method, url, body, headers) => stranger(method, url, body, { cookie, ...headers }) }
  }

  /** An account with the rights of these actions everywhere, and no others. */
  const holderOf = async (actions: readonly string[]) => {
    const everywhere = actions.flatMap((action) => {
      const { verb, resource, group } = clusterActionOf(action) ?? {}
      return verb && resource ? [{ verbs: [verb], resources: [resource], groups: [group ?? ''] }] : []
    })
    return as((await cluster().account(home, unique('holder'), { everywhere })).token)
  }

  // what is on a storage as well is looked at there
  for (const { owner, name, endpoint, sample } of samples.filter(
    ({ owner, endpoint }) => here.has(owner) && (!elsewhere.has(owner) || takesCluster(endpoint)),
  )) {
    if (!sample) continue
    const rights = typeof endpoint.allow === 'string' ? [] : endpoint.allow
    if (!isCall(endpoint)) {
      test(`${owner}'s feed "${name}" is refused without a session or without the rights`, async () => {
        const address = `127.0.0.1:${(host.app.server.address() as AddressInfo).port}`
        const closing = async (cookie: string) => {
          const [code, reason] = (await once(
            new WebSocket(`ws://${address}${urlOf(endpoint, sample.ask)}`, {
              headers: { origin: `http://${address}`, cookie },
            }),
            'close',
          )) as [number, Buffer]
          return `${code} ${String(reason).slice(0, 3)}`
        }
        assert.is(await closing(''), '1008 401')
        if (rights.length > 0) assert.is(await closing((await holderOf([])).cookie), '1008 403')
      })
      continue
    }
    if (endpoint.allow === 'anyone') continue
    test(`${owner}'s call "${name}" works only for callers with its rights`, async () => {
      const chief = await as(cluster().admin)
      const world = createWorld(asking(chief.send), things)
      await world.make(askedOf(sample))
      const before = endpoint.method === 'GET' ? '' : await world.look()
      const requests: SampleRequest[] = askedOf(sample).map((request) => filled(request, world.names))
      const [stranger, nobody] = [await host.as(), await holderOf([])]
      for (const request of requests) {
        assert.is((await sendSample(stranger, endpoint, request)).statusCode, 401)
        if (rights.length === 0) continue
        const answer = await sendSample(nobody.send, endpoint, request)
        assert.is(
          answer.statusCode,
          403,
          `an account without a role: ${JSON.stringify(request)} answered ${answer.statusCode} ${answer.payload}`,
        )
      }
      if (endpoint.method !== 'GET') assert.is(await world.look(), before, 'what was refused has changed something')
      if (sample.done) return
      const [request] = requests
      const answer = await sendSample(
        (await holderOf([...rights, ...(sample.also ?? [])])).send,
        endpoint,
        request ?? {},
      )
      assert.is(
        answer.statusCode,
        endpoint.status,
        `a caller with no more than ${rights.join(', ')}: ${answer.payload}`,
      )
    })
  }
})
