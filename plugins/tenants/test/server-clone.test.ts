import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import * as v from 'valibot'
import type { Resource } from '../../../engines/kubernetes/client.ts'
import { ClonedTenant } from '../create/payload.ts'
import { cloneOf, differencesOf } from '../kubernetes/create/clone.ts'
import { furtherSettings } from '../kubernetes/create/template.ts'
import { referencesOf } from '../kubernetes/references.ts'
import { fromBase64, operator4Shape, operator7Shape, poolSpec } from './plan-tenant.ts'

const apart = (tenant: string, pool: string) => ({
  podAntiAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: [
      {
        labelSelector: {
          matchExpressions: [
            { key: 'v1.min.io/tenant', operator: 'In', values: [tenant] },
            { key: 'v1.min.io/pool', operator: 'In', values: [pool] },
          ],
        },
        topologyKey: 'kubernetes.io/hostname',
      },
    ],
  },
  nodeAffinity: { preferred: [{ matchExpressions: [{ key: 'team', operator: 'In', values: ['prod'] }] }] },
})
const pool = {
  ...poolSpec,
  affinity: apart('prod', 'zone-a'),
  nodeSelector: { disk: 'ssd' },
  resources: { requests: { cpu: '500m', memory: '1.5Gi' }, limits: { memory: '8Gi' } },
  securityContext: { runAsUser: 1000, fsGroupChangePolicy: 'OnRootMismatch' },
  containerSecurityContext: { capabilities: { drop: ['ALL'] } },
}
const spec = {
  image: 'minio/minio:one',
  configuration: { name: 'prod-env' },
  users: [{ name: 'prod-user' }],
  priorityClassName: 'prod',
  requestAutoCert: false,
  externalCertSecret: [{ name: 'web', type: 'kubernetes.io/tls' }],
  env: [{ name: 'KEY', valueFrom: { secretKeyRef: { name: 'shared', key: 'key' } } }],
  pools: [pool, { ...pool, name: 'zone-b', servers: 8 }],
  unheardOf: { deep: [{ on: null }], list: [] },
}
const source = (more: object = {}): Resource => ({
  apiVersion: 'minio.min.io/v2',
  kind: 'Tenant',
  metadata: {
    name: 'prod',
    namespace: 'shop',
    uid: 'u',
    resourceVersion: '7',
    labels: { team: 'a', 'app.kubernetes.io/instance': 'shop' },
    annotations: { 'meta.helm.sh/release-name': 'shop', note: 'kept' },
  },
  scheduler: { name: 'other' },
  spec: { ...spec, ...more },
  status: { currentState: 'Initialized' },
})
const clone = (answers: object = {}, from = source(), shape = operator7Shape) =>
  cloneOf(from, v.parse(ClonedTenant, { name: 'copy', namespace: 'lab', ...answers }), shape)
const specOf = ({ tenant }: ReturnType<typeof clone>) => tenant.spec as typeof spec & Record<string, unknown>

test('a copy has the whole definition except for its name, state and secrets', () => {
  const copy = clone()
  const { configuration: _, users: __, externalCertSecret: ___, ...rest } = spec
  const renamed = spec.pools.map((one) => ({ ...one, affinity: apart('copy', 'zone-a') }))
  assert.equal(copy.tenant, {
    apiVersion: 'minio.min.io/v2',
    kind: 'Tenant',
    metadata: { name: 'copy', namespace: 'lab', labels: { team: 'a' }, annotations: { note: 'kept' } },
    scheduler: { name: 'other' },
    spec: { ...rest, configuration: { name: 'copy-env-configuration' }, pools: renamed },
  })
  assert.equal(
    differencesOf(source(), copy.tenant).map(({ path, before, after }) => `${path}: ${before} ${after}`),
    [
      'configuration.name: prod-env copy-env-configuration',
      'users[0].name: prod-user undefined',
      'externalCertSecret[0].name: web undefined',
      'externalCertSecret[0].type: kubernetes.io/tls undefined',
      ...[0, 1].map(
        (place) =>
          `pools[${place}].affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchExpressions[0].values[0]: prod copy`,
      ),
      'metadata.labels["app.kubernetes.io/instance"]: shop undefined',
      'metadata.annotations["meta.helm.sh/release-name"]: shop undefined',
    ],
  )
})

test('fields of the request replace those of the first pool, and all others stay as written', () => {
  const [first, second] = specOf(
    clone({
      pool: {
        volume_configuration: { size: 5, storage_class_name: 'fast' },
        resources: { requests: { memory: 4 * 2 ** 30 } },
        securityContext: { runAsUser: '7', runAsGroup: '8', fsGroup: '9', runAsNonRoot: true },
        affinity: null,
      },
    }),
  ).pools
  const { affinity: _, nodeSelector: __, ...others } = pool
  assert.equal(first, {
    ...others,
    volumeClaimTemplate: {
      metadata: { name: 'data', labels: { tier: 'hot' } },
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'fast',
        resources: { requests: { storage: '5' } },
      },
    },
    resources: { requests: { cpu: '500m', memory: '4Gi' }, limits: { memory: '8Gi' } },
    securityContext: {
      runAsUser: 7,
      runAsGroup: 8,
      fsGroup: 9,
      runAsNonRoot: true,
      fsGroupChangePolicy: 'OnRootMismatch',
    },
  })
  assert.equal(second?.resources, pool.resources)
  assert.is(specOf(clone({ pool: { securityContext: null } })).pools[0]?.securityContext, undefined)
  assert.is(specOf(clone({ image: null })).image, undefined)
  assert.throws(() => clone({ pool: { servers: 1 } }), /pool\.servers: 1 server with 2 drives each are not enough/)
})

const kes = {
  image: 'minio/kes:v0.17.6',
  keyName: 'own-key',
  kesSecret: { name: 'prod-kes' },
  tolerations: [{ operator: 'Exists' }],
  affinity: { labelSelector: { matchLabels: { 'v1.min.io/kes': 'prod-kes' } } },
  clientCertSecret: { name: 'prod-client' },
}

test('a key server keeps its settings and gets the secrets of the request', () => {
  const from = source({ kes, requestAutoCert: true })
  const vault = { endpoint: 'https://vault', approle: { id: 'a', secret: 'b' } }
  const copy = clone({ encryption: { vault } }, from)
  assert.equal(specOf(copy).kes, {
    image: 'minio/kes:v0.17.6',
    keyName: 'own-key',
    kesSecret: { name: 'copy-secret-kes-configuration' },
    tolerations: [{ operator: 'Exists' }],
    affinity: { labelSelector: { matchLabels: { 'v1.min.io/kes': 'copy-kes' } } },
  })
  const secret = copy.secrets.find(({ metadata }) => metadata.name === 'copy-secret-kes-configuration')
  const written = fromBase64((secret?.data as Record<string, string>)['server-config.yaml'])
  assert.match(written, '/v1/key/generate/own-key')
  assert.match(written, /\nkeys:/, 'its image reads the old format')
  assert.is(specOf(clone({}, from)).kes, undefined, 'without secrets there is none')
  assert.throws(() => clone({ encryption: { vault } }, source({ kes })), /encryption: TLS is required/)
})

test('metrics are turned on or off if the operator supports them', () => {
  const scraped = Object.fromEntries(['path', 'port', 'scrape'].map((name) => [`prometheus.io/${name}`, 'x']))
  const on = specOf(clone({ enable_prometheus: true }))
  assert.is((on.poolsMetadata as { annotations: Record<string, string> }).annotations['prometheus.io/port'], '9000')
  const former = specOf(clone({ enable_prometheus: true }, source(), operator4Shape)) as {
    pools: { annotations?: object }[]
  }
  assert.equal(
    former.pools.map(({ annotations }) => Object.keys(annotations ?? {}).length),
    [3, 3],
  )
  const off = specOf(
    clone({ enable_prometheus: false }, source({ poolsMetadata: { annotations: { ...scraped, own: 'a' } } })),
  )
  assert.equal(off.poolsMetadata, { annotations: { own: 'a' } })
  const same = specOf(clone({ enable_prometheus: true }, source({ poolsMetadata: { annotations: scraped } })))
  assert.equal(same.poolsMetadata, { annotations: scraped })
})

test('log search of former operators changes only on request', () => {
  const log = { image: 'a/b:c', audit: { diskCapacityGB: 3 }, db: { image: 'd/e:f', tolerations: [{ key: 'x' }] } }
  const former = (answers: object) => specOf(clone(answers, source({ log }), operator4Shape)).log
  assert.equal(former({}), log)
  assert.equal(former({ logSearchConfiguration: { postgres_image: 'd/e:new', storageSize: 2 } }), {
    ...log,
    db: {
      image: 'd/e:new',
      tolerations: [{ key: 'x' }],
      volumeClaimTemplate: { spec: { resources: { requests: { storage: '2Gi' } } } },
    },
  })
})

test('a pool without a name gets one if the operator requires it', () => {
  const { name: _, ...unnamed } = pool
  const from = source({ pools: [unnamed, pool] })
  assert.equal(pluck(specOf(clone({}, from)).pools, 'name'), ['pool-0', 'zone-a'])
  assert.equal(pluck(specOf(clone({}, from, operator4Shape)).pools, 'name'), [undefined, 'zone-a'])
})

test('all references of a spec are found, except optional ones', () => {
  const found = referencesOf({
    configuration: { name: 'settings' },
    serviceAccountName: 'runner',
    externalClientCertSecrets: [{ name: 'client', type: 'Opaque' }],
    env: [
      { name: 'A', valueFrom: { secretKeyRef: { name: 'keys', key: 'a' } } },
      { name: 'B', valueFrom: { configMapKeyRef: { name: 'lax', key: 'b', optional: true } } },
      { name: 'C', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    ],
    additionalVolumes: [
      { name: 'a', configMap: { name: 'files' } },
      { name: 'b', secret: { secretName: 'pem' } },
      { name: 'c', projected: { sources: [{ secret: { name: 'projected' } }] } },
      { name: 'd', persistentVolumeClaim: { claimName: 'disk' } },
    ],
    kes: { kesSecret: { name: 'kes' }, gcpCredentialSecretName: 'gcp' },
  })
  assert.equal(
    found.map(({ kind, name, path }) => `${kind} ${name} ${path}`),
    [
      'Secret settings configuration.name',
      'ServiceAccount runner serviceAccountName',
      'Secret client externalClientCertSecrets[0].name',
      'Secret keys env[0].valueFrom.secretKeyRef.name',
      'ConfigMap files additionalVolumes[0].configMap.name',
      'Secret pem additionalVolumes[1].secret.secretName',
      'Secret projected additionalVolumes[2].projected.sources[0].secret.name',
      'PersistentVolumeClaim disk additionalVolumes[3].persistentVolumeClaim.claimName',
      'Secret kes kes.kesSecret.name',
      'Secret gcp kes.gcpCredentialSecretName',
    ],
  )
})

test('a copy keeps settings that the wizard does not know, without secrets, overridden by the request', () => {
  const settings = new Map([
    ['MINIO_DOMAIN', 's3.example'],
    ['MINIO_BROWSER', 'off'],
    ['MINIO_NOTIFY_WEBHOOK_AUTH_TOKEN_ONE', 'hidden'],
    ['MINIO_LOGGER_WEBHOOK_ENDPOINT_ONE', 'a"b'],
    ['FROM_MANIFEST', 'copied with it'],
  ])
  const stored = new Set([...settings.keys()].filter((name) => name !== 'FROM_MANIFEST'))
  const { carried, left } = furtherSettings({ settings, stored })
  assert.equal(
    [...carried],
    [
      ['MINIO_DOMAIN', 's3.example'],
      ['MINIO_BROWSER', 'off'],
    ],
  )
  assert.equal(left, ['MINIO_NOTIFY_WEBHOOK_AUTH_TOKEN_ONE', 'MINIO_LOGGER_WEBHOOK_ENDPOINT_ONE'])
  const written = (more: object) => {
    const request = v.parse(ClonedTenant, { name: 'harbour', namespace: 'port', ...more })
    const { secrets } = cloneOf(source(), request, operator7Shape, carried)
    const configuration = secrets.find(({ metadata }) => metadata.name === 'harbour-env-configuration')
    return fromBase64((configuration?.data as Record<string, string>)['config.env'])
  }
  assert.match(written({}), 'export MINIO_DOMAIN="s3.example"')
  assert.match(written({}), 'export MINIO_BROWSER="off"')
  assert.match(written({ enable_console: true }), 'export MINIO_BROWSER="on"')
})

test('on operator 4.0 a copy keeps the variables of the source, replaced by its own of the same name', () => {
  const shape = { ...operator4Shape, configuration: false }
  const env = [
    { name: 'MINIO_BROWSER', value: 'off' },
    { name: 'MINIO_DOMAIN', value: 's3.example' },
  ]
  const request = v.parse(ClonedTenant, { name: 'harbour', namespace: 'port' })
  const { tenant } = cloneOf(source({ env, configuration: undefined }), request, shape)
  assert.equal((tenant.spec as { env: object[] }).env, [
    { name: 'MINIO_DOMAIN', value: 's3.example' },
    { name: 'MINIO_BROWSER', value: 'off' },
  ])
})
