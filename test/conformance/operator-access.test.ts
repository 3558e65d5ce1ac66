import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { assert } from '../lib/suite.ts'
import { WebSocket } from 'ws'
import { clusterActionOf } from '../../core/protocol/missing-permissions.ts'
import { isCall } from '../../server/routes.ts'
import { pluginIdsOn, needsCluster } from '../lib/plugin-engines.ts'
import { allSamples, requestsOf, type SampleRequest } from '../lib/samples.ts'
import { createAsk, createFixtures, fillNames, sendSample, urlOf } from '../lib/sample-requests.ts'
import { cookiesOf, type Host, hostOn, type Send } from '../server/host.ts'
import { licensedValues, onEveryCluster } from './clusters.ts'
import { uniqueName } from './engines.ts'

const { samples, fixtures } = await allSamples()
const [onKubernetes, onEmbedded] = [pluginIdsOn('kubernetes'), pluginIdsOn('embedded')]

onEveryCluster('access to a cluster', (test, cluster) => {
  let host: Host
  let homeNamespace = ''
  test.before(async () => {
    host = await hostOn(cluster().engine, { accessKey: '', secretKey: '' }, { values: licensedValues })
    homeNamespace = await cluster().namespace(uniqueName('access'))
    await host.app.listen({ host: '127.0.0.1', port: 0 })
  })

  const as = async (token: string): Promise<{ send: Send; cookie: string }> => {
    const anonymous = await host.as()
    const entered = await anonymous('POST', '/api/v1/login/operator', { jwt: token })
    assert.is(entered.statusCode, 201, entered.payload)
    const cookie = cookiesOf(entered)
    return { cookie, send: (method, url, body, headers) => anonymous(method, url, body, { cookie, ...headers }) }
  }

  /** Creates an account with exactly the rights of these actions, in all namespaces. */
  const holderOf = async (actions: readonly string[]) => {
    const everywhere = actions.flatMap((action) => {
      const { verb, resource, group } = clusterActionOf(action) ?? {}
      return verb && resource ? [{ verbs: [verb], resources: [resource], groups: [group ?? ''] }] : []
    })
    return as((await cluster().account(homeNamespace, uniqueName('holder'), { everywhere })).token)
  }

  // calls that storages have as well are checked there
  for (const { owner, name, endpoint, sample } of samples.filter(
    ({ owner, endpoint }) => onKubernetes.has(owner) && (!onEmbedded.has(owner) || needsCluster(endpoint)),
  )) {
    if (!sample) continue
    const rights = typeof endpoint.allow === 'string' ? [] : endpoint.allow
    if (!isCall(endpoint)) {
      test(`${owner}'s feed "${name}" is refused without a session or without the rights`, async () => {
        const address = `127.0.0.1:${(host.app.server.address() as AddressInfo).port}`
        const closing = async (cookie: string) => {
          const [code, reason] = (await once(
            new WebSocket(`ws://${address}${urlOf(endpoint, sample.request)}`, {
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
      const admin = await as(cluster().admin)
      const created = createFixtures(createAsk(admin.send), fixtures)
      await created.make(requestsOf(sample))
      const before = endpoint.method === 'GET' ? '' : await created.readStates()
      const requests: SampleRequest[] = requestsOf(sample).map((request) => fillNames(request, created.names))
      const [anonymous, withoutRights] = [await host.as(), await holderOf([])]
      for (const request of requests) {
        assert.is((await sendSample(anonymous, endpoint, request)).statusCode, 401)
        if (rights.length === 0) continue
        const response = await sendSample(withoutRights.send, endpoint, request)
        assert.is(
          response.statusCode,
          403,
          `an account without a role: ${JSON.stringify(request)} answered ${response.statusCode} ${response.payload}`,
        )
      }
      if (endpoint.method !== 'GET')
        assert.is(await created.readStates(), before, 'a refused call has changed something')
      if (sample.done) return
      const [request] = requests
      const response = await sendSample(
        (await holderOf([...rights, ...(sample.also ?? [])])).send,
        endpoint,
        request ?? {},
      )
      assert.is(
        response.statusCode,
        endpoint.status,
        `a caller with no more than ${rights.join(', ')}: ${response.payload}`,
      )
    })
  }
})
