import { assert } from '../../../../test/lib/suite.ts'
import { createTenant } from '../../../../test/lib/tenants.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import * as v from 'valibot'
import { pathOf, type Resource } from '../../../../engines/kubernetes/client.ts'
import { ClonedTenant } from '../../create/payload.ts'
import { onEveryGeneration } from '../../../../test/conformance/clusters.ts'
import { expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'
import { poolSpec } from '../plan-tenant.ts'
import { keys, secretKind, useTenants, vault } from './new-tenant.ts'

const firstPool = {
  ...poolSpec,
  resources: { requests: { cpu: '1500m' }, limits: { memory: '8G' } },
  securityContext: { runAsUser: 1000, runAsNonRoot: true, fsGroupChangePolicy: 'OnRootMismatch' },
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: { 'v1.min.io/tenant': 'prod' } }, topologyKey: 'zone' },
      ],
    },
  },
}

const spec = (generation: string) => ({
  image: 'minio/minio:one',
  mountPath: '/data',
  configuration: { name: 'prod-settings' },
  priorityClassName: 'high',
  serviceAccountName: 'runner',
  env: [
    { name: 'MINIO_SITE_NAME', value: 'on' },
    { name: 'SHARED', valueFrom: { secretKeyRef: { name: 'shared', key: 'key' } } },
  ],
  kes: {
    kesSecret: { name: 'prod-keys' },
    keyName: 'own-key',
    tolerations: [{ key: 'storage', operator: 'Exists' }],
  },
  ...(generation === 'v7' && { poolsMetadata: { labels: { team: 'a' } } }),
  pools: [
    firstPool,
    {
      name: 'zone-b',
      servers: 8,
      volumesPerServer: 1,
      volumeClaimTemplate: { spec: { resources: { requests: { storage: 17179869184 } } } },
    },
  ],
})

onEveryGeneration('cloning a tenant', (test, cluster, generation) => {
  const { port, secretsIn, tenantIn } = useTenants(cluster)

  const make = async (more: object = {}) => {
    const namespace = await cluster().namespace(uniqueName('source'))
    const metadata = { name: 'prod', labels: { team: 'a', 'app.kubernetes.io/instance': 'shop' } }
    await createTenant(cluster().client, namespace, { metadata, spec: { ...spec(generation), ...more } })
    return { namespace, tenant: 'prod' }
  }
  const cloneRequest = (namespace: string, more: object = {}) =>
    v.parse(ClonedTenant, { name: 'harbour', namespace, idp: { keys }, ...more })
  const specOf = (tenant: Resource) => tenant.spec as ReturnType<typeof spec> & Record<string, unknown>

  test('a clone has every field of the source, and the fields of the request', async () => {
    const [from, ns] = [await make(), await cluster().namespace(uniqueName('copy'))]
    const request = cloneRequest(ns, {
      encryption: { vault },
      pool: { volume_configuration: { storage_class_name: 'fast' } },
    })
    const dryRun = await (await port()).clone(from, request, true)
    assert.equal(await secretsIn(cluster(), ns), [], 'a dry run creates nothing')
    const clone = await (await port()).clone(from, request, false)
    assert.equal(clone, { console: keys })
    const copy = await tenantIn(ns)
    const [first, second] = specOf(copy).pools
    const source = spec(generation)
    const claim = firstPool.volumeClaimTemplate
    assert.equal(copy.metadata.labels, { team: 'a' })
    assert.equal(specOf(copy), {
      ...source,
      configuration: { name: 'harbour-env-configuration' },
      ...(generation === 'v4' && { credsSecret: { name: 'harbour-secret' } }),
      users: [{ name: 'harbour-user-0' }],
      kes: { ...source.kes, kesSecret: { name: 'harbour-secret-kes-configuration' } },
      pools: [
        {
          ...firstPool,
          volumeClaimTemplate: { ...claim, spec: { ...claim.spec, storageClassName: 'fast' } },
          affinity: JSON.parse(JSON.stringify(firstPool.affinity).replace('prod', 'harbour')),
        },
        source.pools[1],
      ],
    })
    assert.is(first?.name, 'zone-a')
    assert.is(second?.volumeClaimTemplate.spec.resources.requests.storage, 17179869184)
    assert.equal(
      dryRun.differences?.map(({ path }) => path).sort(),
      [
        'configuration.name',
        ...(generation === 'v4' ? ['credsSecret.name'] : []),
        'kes.kesSecret.name',
        'metadata.labels["app.kubernetes.io/instance"]',
        'pools[0].affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchLabels["v1.min.io/tenant"]',
        'pools[0].volumeClaimTemplate.spec.storageClassName',
        'users[0].name',
      ].sort(),
    )
  })

  test('a clone has the settings of the source that the wizard does not know, and those with secrets are named', async () => {
    const [from, ns] = [
      await make({ configuration: { name: 'prod-env' } }),
      await cluster().namespace(uniqueName('copy')),
    ]
    const text = 'export MINIO_DOMAIN="s3.example"\nexport MINIO_LOGGER_WEBHOOK_AUTH_TOKEN_ONE="hidden"\n'
    await cluster().client.create(pathOf(secretKind, { namespace: from.namespace }), {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'prod-env' },
      data: { 'config.env': Buffer.from(text).toString('base64') },
    })
    const { left } = await (await port()).template(from.namespace, 'prod')
    assert.match(left.join('\n'), 'that the wizard does not support: MINIO_LOGGER_WEBHOOK_AUTH_TOKEN_ONE')
    assert.not.match(left.join('\n'), 'MINIO_DOMAIN')
    await (await port()).clone(from, cloneRequest(ns), false)
    const path = pathOf(secretKind, { namespace: ns, name: 'harbour-env-configuration' })
    const { data } = (await cluster().client.get(path)) as unknown as { data: Record<string, string> }
    const written = Buffer.from(data['config.env'] ?? '', 'base64').toString()
    assert.match(written, 'export MINIO_DOMAIN="s3.example"')
    assert.not.match(written, 'hidden')
  })

  test('missing references of a clone are named before it is created', async () => {
    const [from, ns] = [await make(), await cluster().namespace(uniqueName('copy'))]
    const { client } = cluster()
    const needs = async (token?: string) =>
      ((await (await port(token)).clone(from, cloneRequest(ns), true)).needs ?? [])
        .map(({ kind: one, name, paths, state }) => `${state} ${one} ${name} ${paths}`)
        .sort()
    assert.equal(await needs(), [
      'missing Secret shared env[1].valueFrom.secretKeyRef.name',
      'missing ServiceAccount runner serviceAccountName',
    ])
    await client.create(pathOf(secretKind, { namespace: ns }), { metadata: { name: 'shared' } })
    assert.equal(await needs(), ['missing ServiceAccount runner serviceAccountName'])
    const { left } = await (await port()).template(from.namespace, 'prod')
    assert.match(left.join('\n'), 'Secret shared (env[1].valueFrom.secretKeyRef.name)')
    assert.match(left.join('\n'), 'Labels and annotations of its managing tool: app.kubernetes.io/instance')
    assert.not.match(left.join('\n'), /tolerations|priorityClassName|zone-b|MINIO_SITE_NAME/)
  })

  test('only callers who may read a tenant and create one in the namespace can clone it', async () => {
    const [from, ns] = [await make(), await cluster().namespace(uniqueName('copy'))]
    const group = ['minio.min.io']
    const creates = [
      { verbs: ['create', 'list'], resources: ['tenants'], groups: group },
      { verbs: ['create', 'list', 'delete'], resources: ['secrets'] },
    ]
    const reads = [{ verbs: ['get'], resources: ['tenants'], groups: group }]
    const as = async (name: string, within: Record<string, typeof creates>) =>
      port((await cluster().account(ns, name, { within })).token)
    await expectFailure(
      403,
      (await as('maker', { [ns]: creates })).clone(from, cloneRequest(ns), false),
      /cannot get resource/,
    )
    await expectFailure(403, (await as('reader', { [from.namespace]: reads })).clone(from, cloneRequest(ns), false))
    assert.equal(await secretsIn(cluster(), ns), [])
    const both = await as('both', { [ns]: creates, [from.namespace]: reads })
    const { needs = [] } = await both.clone(from, cloneRequest(ns), true)
    assert.equal(pluck(needs, 'state'), ['unknown', 'unknown'])
    await both.clone(from, cloneRequest(ns), false)
    await expectFailure(404, (await port()).clone({ ...from, tenant: 'nobody' }, cloneRequest(ns), false))
    await expectFailure(409, (await port()).clone(from, cloneRequest(ns), false), /one tenant per namespace/)
  })

  test('a tenant by tag and digest, and one without a storage request, are cloned unchanged', async () => {
    const image = `quay.io/minio/minio:RELEASE.2025-04-08T15-41-24Z@sha256:${'ab'.repeat(32)}`
    const [pool] = spec(generation).pools
    const volumeClaimTemplate = { spec: { storageClassName: 'longhorn', accessModes: ['ReadWriteOnce'] } }
    const from = await make({ image, pools: [{ ...pool, volumeClaimTemplate }] })
    const { steps } = await (await port()).template(from.namespace, 'prod')
    assert.equal([steps.images.image, steps.setup.storage_class, steps.setup.size], [image, 'longhorn', undefined])
    const ns = await cluster().namespace(uniqueName('copy'))
    await (await port()).clone(from, cloneRequest(ns, { image }), false)
    const clone = specOf(await tenantIn(ns))
    assert.equal([clone.image, clone.pools[0]?.volumeClaimTemplate], [image, volumeClaimTemplate])
  })
})
