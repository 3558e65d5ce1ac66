import { assert } from '../lib/suite.ts'
import { createTenant } from '../lib/tenants.ts'
import { suiteOn } from './engines.ts'
import { kindAt, pathOf } from '../../engines/kubernetes/client.ts'
import { cluster, inTab } from './console.ts'
import { forEachView, operatorOwners, owners } from './routes.ts'
import { viewFindings } from './view-findings.ts'

const test = suiteOn('cluster', 'what is wrong anywhere in operator mode')

/** A tenant with names of the maximum length, and one that the operator has not processed. */
export const extremeTenant = {
  namespace: 'a-namespace-with-a-name-as-long-as-one-of-the-cluster-may-be-63',
  name: 'archive-of-everything-that-was-ever-stored-here',
}

test.before(async () => {
  const kind = kindAt('minio.min.io/v2', 'tenants')
  const claim = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '12345Gi' } } } }
  const spec = {
    image: 'registry.example/a/very/long/way/to/minio:RELEASE.2026-11-04T10-00-00Z-with-a-tail',
    pools: [{ name: 'pool-0', servers: 16, volumesPerServer: 16, volumeClaimTemplate: claim }],
  }
  await cluster.namespace(extremeTenant.namespace)
  for (const name of [extremeTenant.name, 'new']) {
    const made = await createTenant(cluster.client, extremeTenant.namespace, { metadata: { name }, spec })
    if (name === 'new') continue
    const status = {
      availableReplicas: 0,
      revision: 0,
      syncVersion: '',
      certificates: {},
      pools: [],
      currentState: 'Waiting for MinIO TLS Certificate',
      healthStatus: 'red',
      drivesOnline: 255,
      usage: { capacity: 1000, usage: 995 },
    }
    await cluster.client.replace(pathOf(kind, { ...extremeTenant, sub: 'status' }), { ...made, status })
  }
})

// pages that storages have as well are checked there
for (const owner of operatorOwners.filter(({ id }) => !owners.some((one) => one.id === id))) {
  test(`no page, dialog or menu of ${owner.id} is in anybody's way, overlaps or cuts anything, at any width, in any theme`, async () => {
    const found: string[] = []
    await inTab({}, () =>
      forEachView(owner, async (where, what) => void found.push(...(await viewFindings(where, what)))),
    )
    assert.equal(found, [])
  })
}
