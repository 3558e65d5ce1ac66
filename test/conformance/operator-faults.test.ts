import { assert, suite } from '../lib/suite.ts'
import * as v from 'valibot'
import { createKubernetesEngine } from '../../engines/kubernetes/engine.ts'
import { kindAt, pathOf } from '../../engines/kubernetes/client.ts'
import type { TenantsBackend } from '../../plugins/tenants/backend.ts'
import { NewTenant } from '../../plugins/tenants/create/payload.ts'
import tenants from '../../plugins/tenants/server.ts'
import { type Kube, startKube, missingKube } from '../lib/kube.ts'
import { openPort } from '../lib/ports.ts'
import { until } from '../lib/until.ts'
import { startAdmissionWebhook } from '../lib/admission-webhook.ts'
import { signInWithToken } from './clusters.ts'
import { expectFailure, uniqueName } from './engines.ts'

// the demonstration has no admission rules
const test = suite('rules of a cluster beside its roles', missingKube())

const kind = kindAt('minio.min.io/v2', 'tenants')
const core = (plural: string, namespace?: string) => pathOf(kindAt('v1', plural), { namespace })
const pool = {
  name: 'pool-0',
  servers: 4,
  volumes_per_server: 2,
  volume_configuration: { size: 26843545600, storage_class_name: 'fast' },
}
const tenant = (namespace: string) => v.parse(NewTenant, { name: 'harbour', namespace, pools: [pool] })

let kube: Kube
let backend: TenantsBackend

test.before(async () => {
  kube = await startKube()
  const engine = createKubernetesEngine({ api: kube.api })
  backend = (await openPort<TenantsBackend>(engine, tenants))(await signInWithToken(engine, kube.admin))
})
test.after(() => kube?.stop())

const secretsIn = async (at: string) =>
  (await kube.client.list(core('secrets', at))).map(({ metadata }) => metadata.name)

test("a webhook's refusal or missing response is reported in its words and leaves nothing behind, and a slow one is awaited", async () => {
  const ns = await kube.namespace(uniqueName('forbidden'))
  await kube.client.patch(`${core('namespaces')}/${ns}`, { metadata: { labels: { webhook: ns } } })
  let verdict: () => string | undefined | Promise<undefined> = () => 'no tenants on Fridays'
  const webhook = await startAdmissionWebhook(kube.client, { label: ns, seconds: 2, verdict: () => verdict() })
  const claim = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }
  const bare = {
    apiVersion: 'minio.min.io/v2',
    kind: 'Tenant',
    metadata: { name: 'tried' },
    spec: { pools: [{ name: 'pool-0', servers: 4, volumesPerServer: 2, volumeClaimTemplate: claim }] },
  }
  const isTaken = () =>
    kube.client.create(pathOf(kind, { namespace: ns }), bare, { dryRun: 'All' }).then(
      () => true,
      () => false,
    )
  // a webhook takes effect some time after it was created
  await until(async () => !(await isTaken()))

  await expectFailure(
    403,
    backend.create(tenant(ns), false),
    /^The tenant harbour could not be created: A rule of the cluster does not allow this .*no tenants on Fridays\. Resources created before were deleted/,
  )
  assert.equal(await secretsIn(ns), [])
  verdict = () => new Promise(() => undefined)
  await expectFailure(502, backend.create(tenant(ns), false), /failed calling webhook/)
  assert.equal(await secretsIn(ns), [])

  let respond: (value: undefined) => void = () => undefined
  const requested = new Promise<void>((resolve) => {
    verdict = () => {
      resolve()
      return new Promise((later) => (respond = later))
    }
  })
  const creation = backend.create(tenant(ns), false)
  await requested
  assert.equal(await secretsIn(ns), ['harbour-env-configuration'])
  respond(undefined)
  await creation
  verdict = () => 'nothing changes any more'
  await expectFailure(
    403,
    backend.updateTenant(
      { namespace: ns, tenant: 'harbour' },
      { image: 'a/b:c', pullSecret: '', prometheus: undefined },
    ),
    /^A rule of the cluster does not allow this .*nothing changes any more/,
  )
  await webhook.stop()
})

test('an exhausted quota is not reported as a missing role', async () => {
  const ns = await kube.namespace(uniqueName('full'))
  const quota = await kube.client.create(core('resourcequotas', ns), {
    metadata: { name: 'few' },
    spec: { hard: { 'count/secrets': '0' } },
  })
  await kube.client.replace(`${core('resourcequotas', ns)}/few/status`, {
    ...quota,
    status: { hard: { 'count/secrets': '0' }, used: { 'count/secrets': '0' } },
  })
  const { token } = await kube.account(ns, 'nobody')
  await expectFailure(
    403,
    backend.create(tenant(ns), false),
    /A rule of the cluster does not allow this .*exceeded quota: few/,
  )
  const engine = createKubernetesEngine({ api: kube.api })
  const nobody = (await openPort<TenantsBackend>(engine, tenants))(await signInWithToken(engine, token))
  await expectFailure(
    403,
    nobody.pods({ namespace: ns, tenant: 'harbour' }),
    /^Access denied .*cannot list resource "pods"/,
  )
})
