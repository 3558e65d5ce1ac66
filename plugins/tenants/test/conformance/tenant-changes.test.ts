import { assert } from '../../../../test/lib/suite.ts'
import { createTenant } from '../../../../test/lib/tenants.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import * as v from 'valibot'
import { kindAt, pathOf } from '../../../../engines/kubernetes/client.ts'
import { ownSecretLabels } from '../../kubernetes/own-secrets.ts'
import { AddedPool, NewPool } from '../../create/payload.ts'
import { onEveryGeneration } from '../../../../test/conformance/clusters.ts'
import { expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'
import { kind, core, label, useTenant } from './tenant.ts'
import { poolSpec } from '../plan-tenant.ts'

onEveryGeneration('changes of a tenant', (test, cluster, generation) => {
  const { port, make } = useTenant(cluster)

  test('a new image changes only the image', async () => {
    const ref = await make()
    const before = await cluster().client.get(pathOf(kind, { namespace: ref.namespace, name: 'prod' }))
    await (await port()).updateTenant(ref, { image: 'minio/minio:two', pullSecret: '', prometheus: true })
    const after = await cluster().client.get(pathOf(kind, { namespace: ref.namespace, name: 'prod' }))
    assert.equal(after.spec, { ...(before.spec as object), image: 'minio/minio:two' })
    assert.is(after.metadata.annotations?.['prometheus.io/port'], '9000')
    assert.is(after.metadata.annotations?.team, 'a')
    assert.is((await (await port()).tenant(ref)).enable_prometheus, true)
  })

  test('metrics annotations are added wherever annotations are, and removed when metrics are disabled', async () => {
    const ref = await make()
    const { client } = cluster()
    const path = pathOf(kind, { namespace: ref.namespace, name: 'prod' })
    const ours = { 'prometheus.io/path': '/x', 'prometheus.io/port': '1', 'prometheus.io/scrape': 'true' }
    const annotations = { ...ours, own: 'a' }
    const pools = ((await client.get(path)).spec as { pools: object[] }).pools.map((pool) => ({ ...pool, annotations }))
    const spec = generation === 'v7' ? { poolsMetadata: { annotations } } : { pools }
    await client.patch(path, { spec })
    const backend = await port()
    assert.is((await backend.tenant(ref)).enable_prometheus, true)
    const change = { image: '', pullSecret: '' }
    await backend.updateTenant(ref, { ...change, prometheus: true })
    assert.is((await client.get(path)).metadata.annotations?.['prometheus.io/port'], undefined, 'it is stated already')
    await backend.updateTenant(ref, { ...change, prometheus: false })
    assert.is((await backend.tenant(ref)).enable_prometheus, false)
    const after = (await client.get(path)).spec as { poolsMetadata?: object; pools: { annotations?: object }[] }
    const remaining = generation === 'v7' ? after.poolsMetadata : after.pools[0]
    assert.equal((remaining as { annotations?: object }).annotations, { own: 'a' })
  })

  test('registry credentials are stored in a secret that the tenant references, and replaced by the next ones', async () => {
    const ref = await make()
    const { client } = cluster()
    const backend = await port()
    const change = { image: '', pullSecret: '', prometheus: undefined }
    for (const password of ['first', 'second']) {
      await backend.updateTenant(ref, { ...change, registry: { registry: 'r.example', username: 'u', password } })
      const { spec } = await client.get(pathOf(kind, { namespace: ref.namespace, name: 'prod' }))
      const { name } = (spec as { imagePullSecret: { name: string } }).imagePullSecret
      const secret = await client.get(core('secrets', { namespace: ref.namespace, name }))
      const { '.dockerconfigjson': data = '' } = secret.data as Record<string, string>
      assert.equal([name, secret.type], ['prod-regcred', 'kubernetes.io/dockerconfigjson'])
      assert.equal(JSON.parse(Buffer.from(data, 'base64').toString()), {
        auths: { 'r.example': { username: 'u', password, auth: Buffer.from(`u:${password}`).toString('base64') } },
      })
    }
  })

  test('a registry secret that this console did not mark as its own is left unchanged, and a new one is used', async () => {
    const { client } = cluster()
    const backend = await port()
    const data = { '.dockerconfigjson': Buffer.from('{"auths":{}}').toString('base64') }
    const type = 'kubernetes.io/dockerconfigjson'
    for (const [owner, metadata, kept] of [
      ['an earlier version of this console', { labels: label }, { type, data }],
      ['another program', {}, { type, data }],
      ['an own secret with an owner', { labels: ownSecretLabels('prod'), ownerReferences: true }, { type, data }],
      ['an own secret of another tenant', { labels: ownSecretLabels('other') }, { type, data }],
      ['an own secret of another type', { labels: ownSecretLabels('prod') }, { type: 'Opaque', data }],
    ] as const) {
      const ref = await make()
      const { namespace } = ref
      const tenantPath = pathOf(kind, { namespace, name: 'prod' })
      const { uid } = (await client.get(tenantPath)).metadata
      const ownerReferences = [{ apiVersion: 'minio.min.io/v2', kind: 'Tenant', name: 'prod', uid }]
      const before = await client.create(core('secrets', { namespace }), {
        ...kept,
        metadata: {
          name: 'prod-regcred',
          ...('labels' in metadata && { labels: metadata.labels }),
          ...('ownerReferences' in metadata && { ownerReferences }),
        },
      })
      await client.patch(tenantPath, { spec: { imagePullSecret: { name: 'prod-regcred' } } })
      for (const password of ['first', 'second']) {
        const registry = { registry: 'r.example', username: 'u', password }
        const change = { image: '', pullSecret: '', prometheus: undefined, registry }
        const stored = await backend.updateTenant(ref, change)
        assert.equal(stored, { pullSecret: 'prod-regcred-2' }, owner)
        const { spec } = await client.get(tenantPath)
        assert.equal((spec as { imagePullSecret: object }).imagePullSecret, { name: 'prod-regcred-2' }, owner)
        const secret = await client.get(core('secrets', { namespace, name: 'prod-regcred-2' }))
        const text = Buffer.from((secret.data as typeof data)['.dockerconfigjson'], 'base64').toString()
        assert.is(JSON.parse(text).auths['r.example'].password, password, owner)
      }
      assert.equal(await client.get(core('secrets', { namespace, name: 'prod-regcred' })), before, owner)
    }
  })

  test('the YAML can be validated and saved, and invalid or outdated documents are refused', async () => {
    const ref = await make()
    const { client } = cluster()
    const backend = await port()
    const { yaml: text, version } = await backend.yaml(ref)
    assert.not.match(text, /managedFields/)
    const unversioned = text.replace(/\s*resourceVersion: .*/, '')
    const changed = text.replace('minio/minio:one', 'minio/minio:three').replace('team: a', 'team: b')
    await backend.setYaml(ref, changed, 'try')
    assert.is((await backend.yaml(ref)).yaml, text, 'validation changes nothing')
    await backend.setYaml(ref, changed, 'save')
    const now = await client.get(pathOf(kind, { namespace: ref.namespace, name: 'prod' }))
    const { image, pools } = now.spec as { image: string; pools: { tolerations: object[] }[] }
    assert.equal([image, now.metadata.annotations?.team, pools[0]?.tolerations.length], ['minio/minio:three', 'b', 1])
    const refusal = await expectFailure(409, backend.setYaml(ref, changed, 'save'), /changed in the meantime/)
    assert.match(refusal.detail ?? '', /The manifest has version \d+/)
    await expectFailure(409, backend.setYaml(ref, unversioned, 'save', version), /changed in the meantime/)
    for (const [wrong, why] of [
      ['{', /./],
      ['kind: Pod', /apiVersion/],
      ['apiVersion: minio.min.io/v2\nkind: Tenant\nmetadata:\n  name: prod\n', /^spec is missing$/],
      [text.replace('name: prod\n', 'name: other\n'), /cannot be changed/],
      [unversioned.replace('minio/minio:one', 'x').replace('servers: 4', 'servers: many'), /spec\.pools\[0\]\.servers/],
    ] as const)
      assert.match((await expectFailure(400, backend.setYaml(ref, wrong, 'try'))).detail ?? '', why)
  })

  test('YAML is parsed like kubectl does, and the saved object is shown', async () => {
    const ref = await make()
    const { client } = cluster()
    const backend = await port()
    const text = (await backend.yaml(ref)).yaml.replace('team: a', 'team: "on"\n    mode: !!str 0400')
    const unusualYaml = text.replace('servers: 4', 'servers: 0o4').replace('spec:\n', 'spec:\n  requestAutoCert: off\n')
    const parsedYaml = await backend.setYaml(ref, unusualYaml, 'try')
    assert.match(parsedYaml, /requestAutoCert: false/)
    assert.match(parsedYaml, /team: "on"/)
    await backend.setYaml(ref, unusualYaml, 'save')
    const { spec, metadata } = await client.get(pathOf(kind, { namespace: ref.namespace, name: 'prod' }))
    const { pools, requestAutoCert } = spec as { pools: { servers: number }[]; requestAutoCert: boolean }
    assert.equal([pools[0]?.servers, requestAutoCert], [4, false])
    assert.equal([metadata.annotations?.team, metadata.annotations?.mode], ['on', '0400'])
  })

  test('the YAML of a user who may only read tenants is not parsed', async () => {
    const ref = await make()
    const read = { verbs: ['get', 'list'], resources: ['tenants'], groups: ['minio.min.io'] }
    const { token } = await cluster().account(ref.namespace, 'reader', { everywhere: [read] })
    const refusal = await expectFailure(403, (await port(token)).setYaml(ref, '{', 'save'))
    assert.match(refusal.detail ?? '', /cannot update resource "tenants"/)
  })

  test('unknown fields are reported with their path before saving, and so are immutable ones', async () => {
    const ref = await make()
    const backend = await port()
    const { yaml: text } = await backend.yaml(ref)
    const unknown = { v4: 'poolsMetadata', v5: 'log', v7: 'credsSecret' }[generation]
    const unusualYaml = text
      .replace('spec:\n', `spec:\n  ${unknown}: { name: x }\n`)
      .replace('servers: 4', 'servers: 4\n      serverz: 4')
    for (const act of ['try', 'save'] as const)
      assert.match(
        (await expectFailure(400, backend.setYaml(ref, unusualYaml, act))).detail ?? '',
        new RegExp(`does not support spec\\.${unknown}, spec\\.pools\\[0\\]\\.serverz`),
      )
    assert.is((await backend.yaml(ref)).yaml, text)
    const larger = backend.setYaml(ref, text.replace('servers: 4', 'servers: 8'), 'try')
    if (generation === 'v7')
      assert.match((await expectFailure(400, larger)).detail ?? '', /^spec\.pools\[0\]\.servers: .*immutable/)
    else await larger
  })

  test('a pool copied from another has all its fields, with the new name and the entered values', async () => {
    const { client, namespace } = cluster()
    const ns = await namespace(uniqueName('like'))
    const term = (pool: string) => ({
      labelSelector: { matchExpressions: [{ key: 'v1.min.io/pool', operator: 'In', values: [pool] }] },
      topologyKey: 'kubernetes.io/hostname',
    })
    const rules = (pool: string) => ({
      podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term(pool)] },
    })
    const first = {
      ...poolSpec,
      name: 'pool-0',
      volumeClaimTemplate: {
        metadata: { name: 'disk', labels: { tier: 'hot' } },
        spec: {
          accessModes: ['ReadWriteOncePod'],
          storageClassName: 'fast',
          resources: { requests: { storage: '10Gi' } },
        },
      },
      nodeSelector: { disk: 'ssd' },
      resources: { requests: { cpu: '2', memory: '4Gi' }, limits: { memory: '8Gi' } },
      securityContext: { runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000, fsGroupChangePolicy: 'OnRootMismatch' },
      affinity: rules('pool-0'),
    }
    await createTenant(client, ns, { metadata: { name: 'prod' }, spec: { image: 'minio/minio:one', pools: [first] } })
    const tenantPath = pathOf(kind, { namespace: ns, name: 'prod' })
    const addedPool = ((await client.get(tenantPath)).spec as { pools: (typeof first)[] }).pools[0] as typeof first
    const backend = await port()
    const typed = { servers: 8, volumes_per_server: 2, volume_configuration: { size: 2 ** 30 }, like: 'pool-0' }
    await backend.addPool(ns, 'prod', v.parse(AddedPool, typed))
    await backend.addPool(ns, 'prod', v.parse(AddedPool, { ...typed, affinity: null }))
    const { pools } = (await client.get(tenantPath)).spec as { pools: (typeof first)[] }
    const volumeClaimTemplate = {
      ...addedPool.volumeClaimTemplate,
      spec: { ...addedPool.volumeClaimTemplate.spec, resources: { requests: { storage: '1Gi' } } },
    }
    const second = { ...addedPool, name: 'pool-1', servers: 8, volumeClaimTemplate, affinity: rules('pool-1') }
    assert.equal(pools[1], second)
    const { affinity: _, nodeSelector: __, ...third } = second
    assert.equal(pools[2], { ...third, name: 'pool-2' })
    await expectFailure(409, backend.addPool(ns, 'prod', { ...typed, like: 'gone' }), /no pool "gone"/)
  })

  test('fields specific to this operator release survive every change', async () => {
    const { client, namespace } = cluster()
    const ref = { namespace: await namespace(uniqueName('kept')), tenant: 'prod' }
    const claim = {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } } },
    }
    const former = { credsSecret: { name: 'prod-secret' } }
    const ownLabels = {
      v4: {
        ...former,
        log: { audit: { diskCapacityGB: 5 } },
        prometheus: { diskCapacityGB: 5 },
        s3: { bucketDNS: true },
      },
      v5: { ...former, initContainers: [{ name: 'first', image: 'a/b:c' }] },
      v7: { poolsMetadata: { labels: { team: 'a' } }, lifecycle: { preStop: { exec: { command: ['true'] } } } },
    }[generation]
    const first = {
      ...(generation === 'v7' && { name: 'pool-0' }),
      servers: 4,
      volumesPerServer: 2,
      volumeClaimTemplate: claim,
      tolerations: [{ key: 'kept', operator: 'Exists' }],
    }
    const spec = { ...ownLabels, image: 'minio/minio:one', mountPath: '/export', pools: [first] }
    await createTenant(client, ref.namespace, { metadata: { name: 'prod' }, spec })
    const backend = await port()
    await backend.updateTenant(ref, { image: 'minio/minio:two', pullSecret: '', prometheus: undefined })
    await backend.setYaml(ref, (await backend.yaml(ref)).yaml.replace('/export', '/drives'), 'save')
    await backend.setSecurity(ref.namespace, 'prod', { autoCert: false })
    await backend.addPool(
      ref.namespace,
      'prod',
      v.parse(NewPool, { servers: 4, volumes_per_server: 2, volume_configuration: { size: 2 ** 30 } }),
    )
    const { pools, ...now } = (await client.get(pathOf(kind, { namespace: ref.namespace, name: 'prod' }))).spec as {
      pools: { name?: string }[]
    }
    assert.equal(now, { ...ownLabels, image: 'minio/minio:two', mountPath: '/drives', requestAutoCert: false })
    assert.equal([pools[0], pools[1]?.name], [first, 'pool-1'])
    assert.equal(
      (await backend.tenant(ref)).pools?.map(({ name }) => name),
      [first.name ?? '', 'pool-1'],
    )
  })

  test('deleting a tenant deletes only secrets that this console created and nothing else uses', async () => {
    const { client } = cluster()
    const ref = await make()
    const { namespace } = ref
    const secret = (name: string, metadata: object = {}) =>
      client.create(core('secrets', { namespace }), {
        metadata: { name, labels: ownSecretLabels('prod'), ...metadata },
      })
    await Promise.all(['prod-idle', 'prod-served', 'prod-mounted', 'prod-basic'].map((name) => secret(name)))
    await secret('prod-managed', { annotations: { 'cert-manager.io/certificate-name': 'prod' } })
    await secret('prod-unlabelled', { labels: {} })
    await secret('prod-by-hand', { labels: label })
    await client.create(pathOf(kindAt('networking.k8s.io/v1', 'ingresses'), { namespace }), {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: { name: 'shop', annotations: { 'nginx.ingress.kubernetes.io/auth-secret': `${namespace}/prod-basic` } },
      spec: {
        defaultBackend: { service: { name: 'minio', port: { number: 443 } } },
        tls: [{ hosts: ['s3.example'], secretName: 'prod-served' }],
      },
    })
    const pod = (name: string, labels: object) =>
      client.create(core('pods', { namespace }), {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name, labels },
        spec: {
          containers: [{ name: 'main', image: 'a/b:c' }],
          volumes: ['prod-idle', 'prod-mounted'].flatMap((secretName, index) =>
            name === 'backup' && index === 0 ? [] : [{ name: `v${index}`, secret: { secretName } }],
          ),
        },
      })
    await pod('prod-pool-0-0', label)
    await pod('backup', { app: 'backup' })
    const secrets = await (await port()).tenantSecrets(ref)
    assert.equal(
      secrets.map(({ name, keeps, used_by: uses }) => [name, keeps, uses]),
      [
        ['prod-basic', undefined, ['Ingress shop metadata.annotations["nginx.ingress.kubernetes.io/auth-secret"]']],
        ['prod-by-hand', 'foreign', undefined],
        ['prod-env', undefined, undefined],
        ['prod-idle', undefined, undefined],
        ['prod-managed', 'foreign', undefined],
        ['prod-mounted', undefined, ['Pod backup spec.volumes[0].secret.secretName']],
        ['prod-served', undefined, ['Ingress shop spec.tls[0].secretName']],
      ],
    )
    const rights = (...kinds: string[]) => [
      { verbs: ['get', 'list', 'delete'], resources: ['tenants'], groups: ['minio.min.io'] },
      { verbs: ['get', 'list', 'delete', 'deletecollection'], resources: kinds },
    ]
    const as = async (name: string, ...kinds: string[]) =>
      port((await cluster().account(namespace, name, { within: { [namespace]: rights(...kinds) } })).token)
    const withoutSecrets = await (await as('blind', 'secrets', 'persistentvolumeclaims')).tenantSecrets(ref)
    assert.equal([...new Set(withoutSecrets.map(({ keeps }) => keeps))], ['unknown', 'foreign'])
    await expectFailure(403, (await as('none', 'pods', 'persistentvolumeclaims')).removeTenant(ref, 'remove'))
    assert.is((await (await port()).tenant(ref)).name, 'prod', 'nothing is deleted while references are unknown')
    await (await port()).removeTenant(ref, 'remove')
    assert.equal((await client.list(core('secrets', { namespace }))).map(({ metadata }) => metadata.name).sort(), [
      'prod-basic',
      'prod-by-hand',
      'prod-managed',
      'prod-mounted',
      'prod-served',
      'prod-unlabelled',
    ])
  })

  test('a tenant is deleted without its volumes, or with its volumes and secrets', async () => {
    const { client } = cluster()
    const backend = await port()
    for (const volumes of ['keep', 'remove'] as const) {
      const ref = await make()
      const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
      const former = {
        'prod-log-prod-log-0': { 'v1.min.io/log-pg': 'prod-log' },
        'prod-prometheus-prod-prometheus-0': { 'v1.min.io/prometheus': 'prod-prometheus' },
        foreign: { 'v1.min.io/log-pg': 'other-log' },
      }
      for (const [name, labels] of Object.entries({ 'data0-prod': label, ...former }))
        await client.create(core('persistentvolumeclaims', { namespace: ref.namespace }), {
          metadata: { name, labels },
          spec,
        })
      assert.equal(
        (await backend.volumes(ref)).map(({ name, status, capacity, storageClass, tenant }) => [
          name,
          status,
          capacity,
          storageClass,
          tenant,
        ]),
        [['data0-prod', 'Pending', '0', '', 'prod']],
      )
      await backend.removeTenant(ref, volumes)
      await expectFailure(404, backend.tenant(ref))
      assert.equal(pluck(await backend.volumes(ref), 'status'), [volumes === 'keep' ? 'Pending' : 'Terminating'])
      const remainingVolumes = await client.list(core('persistentvolumeclaims', { namespace: ref.namespace }))
      assert.equal(
        remainingVolumes.flatMap(({ metadata }) => (metadata.deletionTimestamp ? [] : [metadata.name])).sort(),
        volumes === 'remove' ? ['foreign'] : ['data0-prod', ...Object.keys(former)].sort(),
      )
      assert.is(
        (await client.list(core('secrets', { namespace: ref.namespace }))).filter(
          ({ metadata }) => metadata.name === 'prod-env',
        ).length,
        volumes === 'keep' ? 1 : 0,
      )
    }
  })
})
