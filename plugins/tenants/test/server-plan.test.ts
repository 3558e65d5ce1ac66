import { assert, suite } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { NewTenant } from '../create/payload.ts'
import { readConfigEnv as readEnv, writeConfigEnv as writeEnv } from '../../../engines/kubernetes/config-env.ts'
import { shapeOf } from '../kubernetes/create/shape.ts'
import { tenantCrd } from '../../../engines/kubernetes/demo/tenant-crd.ts'
import {
  operator4Shape,
  operator5Shape,
  operator7Shape,
  volumeSize,
  pool,
  toBase64,
  fromBase64,
  planTenant,
  refusalOf,
} from './plan-tenant.ts'

const test = suite('resources of a new tenant')

test('a current operator gets the tenant and its settings without fields it has dropped', () => {
  const { names, env, made, spec } = planTenant({
    logSearchConfiguration: { image: 'minio/logsearchapi:v4' },
    prometheusConfiguration: { storageSize: 9 },
  })
  assert.equal(names, ['harbour-env-configuration'])
  assert.equal(made.metadata, { name: 'harbour', namespace: 'port' })
  assert.equal(spec, {
    configuration: { name: 'harbour-env-configuration' },
    mountPath: '/export',
    pools: [
      {
        name: 'pool-0',
        servers: 4,
        volumesPerServer: 2,
        volumeClaimTemplate: {
          metadata: { name: 'data' },
          spec: {
            accessModes: ['ReadWriteOnce'],
            resources: { requests: { storage: '25Gi' } },
            storageClassName: 'fast',
          },
        },
      },
    ],
    requestAutoCert: true,
    exposeServices: { minio: false, console: false },
  })
  assert.match(env.get('MINIO_ROOT_USER') ?? '', /^[A-Z0-5]{16}$/)
  assert.match(env.get('MINIO_ROOT_PASSWORD') ?? '', /^[A-Z0-5]{32}$/)
  assert.is(env.get('MINIO_BROWSER'), 'on')
  assert.is(env.size, 3)
})

test('an operator of generation 4 gets log search, Prometheus and the secret it requires', () => {
  const { names, secret, spec } = planTenant(
    {
      logSearchConfiguration: { storageSize: 20, storageClass: '', postgres_image: 'library/postgres:13' },
      prometheusConfiguration: null,
    },
    operator4Shape,
  )
  assert.equal(names, ['harbour-secret', 'harbour-env-configuration'])
  assert.equal([secret('secret')?.immutable, secret('secret')?.data], [true, { accesskey: '', secretkey: '' }])
  assert.equal(spec.credsSecret, { name: 'harbour-secret' })
  assert.equal(spec.log, {
    audit: { diskCapacityGB: 10 },
    db: {
      image: 'library/postgres:13',
      volumeClaimTemplate: {
        metadata: { name: 'harbour-log' },
        spec: {
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '20Gi' } },
          storageClassName: 'fast',
        },
      },
    },
  })
  assert.equal(spec.prometheus, { diskCapacityGB: 5, storageClassName: '' })
})

test("the wizard's settings of pools are written to the cluster", () => {
  const antiAffinity = {
    requiredDuringSchedulingIgnoredDuringExecution: [
      {
        labelSelector: { matchExpressions: [{ key: 'v1.min.io/tenant', operator: 'In', values: ['harbour'] }] },
        topologyKey: 'kubernetes.io/hostname',
      },
    ],
  }
  const given = {
    ...pool,
    name: null,
    resources: { requests: { memory: 2 * 1024 ** 3 }, limits: { memory: 1000, cpu: 2 } },
    affinity: {
      podAntiAffinity: antiAffinity,
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } },
    },
    tolerations: [{ key: 'disk', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: { seconds: 30 } }],
    securityContext: { runAsUser: '1000', runAsGroup: '0', fsGroup: '1000', runAsNonRoot: true },
    node_selector: { disk: 'ssd' },
    volume_configuration: { size: volumeSize, storage_class_name: '' },
  }
  const [first] = planTenant({ pools: [given] }).spec.pools as unknown as Record<string, unknown>[]
  assert.is(first?.name, 'pool-0', 'a pool without a name gets one')
  assert.equal(first?.resources, { requests: { memory: '2Gi' }, limits: { cpu: '2', memory: '1000' } })
  assert.equal(
    first?.affinity,
    { podAntiAffinity: antiAffinity },
    'rules without a term, which the cluster refuses, are left out',
  )
  assert.equal(first?.tolerations, [{ key: 'disk', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 30 }])
  assert.equal(first?.securityContext, { runAsUser: 1000, runAsGroup: 0, fsGroup: 1000, runAsNonRoot: true })
  assert.equal(first?.nodeSelector, { disk: 'ssd' })
  assert.not.ok(
    'storageClassName' in (first?.volumeClaimTemplate as { spec: object }).spec,
    "no class is the cluster's own choice",
  )
  assert.is(refusalOf({ pools: [pool, pool] }), '400 pools.1.name: another pool is named "pool-0"')
  assert.match(
    refusalOf({ pools: [{ ...pool, servers: 3, volumes_per_server: 1 }] }),
    /^400 pools.0.servers: 3 servers with 1 drive each are not enough/,
  )
})

test('each identity provider is configured as current servers read it', () => {
  const keys = [
    { access_key: 'first-admin', secret_key: 'secret-0123' },
    { access_key: 'second-admin', secret_key: 'secret-4567' },
  ]
  const builtIn = planTenant({ idp: { keys } })
  assert.equal(builtIn.spec.users, [{ name: 'harbour-user-0' }, { name: 'harbour-user-1' }])
  assert.equal(builtIn.secret('user-1')?.data, {
    CONSOLE_ACCESS_KEY: toBase64('second-admin'),
    CONSOLE_SECRET_KEY: toBase64('secret-4567'),
  })

  const oidc = {
    configuration_url: 'https://id.example/.well-known',
    client_id: 'c',
    secret_id: 's',
    claim_name: 'policy',
    callback_url: '',
    scopes: '',
  }
  const open = planTenant({ idp: { oidc, keys } })
  assert.equal(
    [...open.env.keys()].filter((name) => name.includes('IDENTITY')).map((name) => name.slice(22)),
    ['CLAIM_NAME', 'CLIENT_ID', 'CLIENT_SECRET', 'CONFIG_URL', 'SCOPES'],
  )
  assert.is(open.env.get('MINIO_IDENTITY_OPENID_SCOPES'), 'openid,profile,email')
  assert.is(open.spec.users, undefined)

  const directory = {
    url: 'ldap.example:636',
    lookup_bind_dn: 'cn=reader',
    lookup_bind_password: 'p',
    username_format: 'uid=%s',
    group_name_attribute: 'cn',
    server_insecure: true,
    skip_tls_verification: false,
    user_dns: ['uid=anna,dc=example'],
  }
  const ad = planTenant({ idp: { active_directory: directory } })
  assert.equal(
    [...ad.env.keys()].filter((name) => name.includes('LDAP')).map((name) => name.slice(20)),
    ['LOOKUP_BIND_DN', 'LOOKUP_BIND_PASSWORD', 'SERVER_ADDR', 'SERVER_INSECURE'],
  )
  assert.is(ad.env.get('MINIO_IDENTITY_LDAP_SERVER_INSECURE'), 'on')
  assert.equal(ad.secret('user-0')?.data, { CONSOLE_ACCESS_KEY: toBase64('uid=anna,dc=example') })
  assert.is(
    refusalOf({ idp: { active_directory: { url: 'ldap.example:636' } } }),
    '400 idp.active_directory.lookup_bind_dn: Field cannot be empty',
  )
})

test('settings are sorted, and a value that could inject another one is refused', () => {
  const settings = new Map([
    ['B', 'two words # and more'],
    ['A', "it's=1"],
  ])
  assert.is(writeEnv(settings), 'export A="it\'s=1"\nexport B="two words # and more"\n')
  assert.equal(
    [...readEnv(`# note\n\n${writeEnv(settings)}C='3'\nD=`)],
    [
      ['A', "it's=1"],
      ['B', 'two words # and more'],
      ['C', '3'],
      ['D', ''],
    ],
  )
  for (const wrong of ['a\nexport MINIO_ROOT_PASSWORD=x', 'a\rb', 'a\0b', 'a"b'])
    assert.match(
      refusalOf({ access_key: 'owner-key', secret_key: wrong }),
      /^400 MINIO_ROOT_PASSWORD: a tenant.s configuration cannot contain line breaks/,
    )
  assert.is(
    planTenant({ erasureCodingParity: 4, enable_console: false }).env.get('MINIO_STORAGE_CLASS_STANDARD'),
    'EC:4',
  )
  assert.match(refusalOf({ access_key: 'only-one' }), /^400 secret_key: Enter both/)
})

test('a custom registry is accessed with a secret that the tenant names, and a named secret takes precedence', () => {
  const image_registry = { registry: 'r.example', username: 'u', password: 'p' }
  const { spec, secret } = planTenant({ image_registry })
  assert.equal(spec.imagePullSecret, { name: 'harbour-regcred' })
  assert.equal(JSON.parse(fromBase64(secret('regcred')?.data?.['.dockerconfigjson'])), {
    auths: { 'r.example': { username: 'u', password: 'p', auth: toBase64('u:p') } },
  })
  assert.equal(planTenant({ image_registry, image_pull_secret: 'own' }).spec.imagePullSecret, { name: 'own' })
})

test('metrics are offered if pods receive their setting', () => {
  const annotations = {
    'prometheus.io/path': '/minio/v2/metrics/cluster',
    'prometheus.io/port': '9000',
    'prometheus.io/scrape': 'true',
  }
  assert.equal(planTenant({ enable_prometheus: true }).spec.poolsMetadata, { annotations })
  const { spec } = planTenant({ enable_prometheus: true }, operator4Shape)
  assert.equal((spec.pools as unknown as { annotations: object }[])[0]?.annotations, annotations)
})

test("the features of a cluster's tenants are read from its schema", () => {
  const schemas = (generation: 'v4' | 'v5' | 'v7') => ({
    'io.min.minio.v2.Tenant': tenantCrd(generation).spec.versions[0]?.schema.openAPIV3Schema,
  })
  assert.equal([shapeOf(schemas('v4')), shapeOf(schemas('v7'))], [operator4Shape, operator7Shape])
  assert.equal(shapeOf(schemas('v5')), operator5Shape)
  assert.throws(() => shapeOf({}), /operator is not installed/)
})

test('operator 4.0, which has no configuration, gets root in credsSecret and the settings in env', () => {
  const schema = { 'io.min.minio.v2.Tenant': tenantCrd('4.0').spec.versions[0]?.schema.openAPIV3Schema }
  const shape = shapeOf(schema)
  assert.is(shape.configuration, false)
  const oidc = { configuration_url: 'https://id', client_id: 'c', secret_id: 'hidden', claim_name: 'policy' }
  const { names, spec, secret } = planTenant(
    { access_key: 'owner-key', secret_key: 'owner-secret', erasureCodingParity: 4, idp: { oidc } },
    shape,
  )
  assert.is(spec.configuration, undefined)
  assert.equal(spec.credsSecret, { name: 'harbour-secret' })
  assert.equal(secret('secret')?.data, { accesskey: toBase64('owner-key'), secretkey: toBase64('owner-secret') })
  const env = new Map((spec.env as unknown as { name: string }[]).map(({ name, ...rest }) => [name, rest]))
  assert.equal(env.get('MINIO_STORAGE_CLASS_STANDARD'), { value: 'EC:4' })
  assert.equal(env.get('MINIO_IDENTITY_OPENID_CLIENT_ID'), { value: 'c' })
  assert.equal(env.get('MINIO_IDENTITY_OPENID_CLIENT_SECRET'), {
    valueFrom: {
      secretKeyRef: { name: 'harbour-env-configuration', key: 'MINIO_IDENTITY_OPENID_CLIENT_SECRET' },
    },
  })
  assert.equal(secret('env-configuration')?.data, { MINIO_IDENTITY_OPENID_CLIENT_SECRET: toBase64('hidden') })
  assert.ok(![...env.keys()].some((name) => name.startsWith('MINIO_ROOT')))
  assert.equal(planTenant({}, shape).names, ['harbour-secret'])
  assert.ok(names.includes('harbour-env-configuration'))
})

test('an invalid request is refused with the field', () => {
  const wrong = (more: object) =>
    v
      .safeParse(NewTenant, { name: 'harbour', namespace: 'port', pools: [pool], ...more })
      .issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  assert.equal(wrong({ name: 'Ha' }), [
    "name: Name only can contain lowercase letters, numbers and '-'. Min. Length: 3",
    "name: Name cannot begin or end with '-'",
  ])
  assert.equal(wrong({ pools: [] }), ['pools: Name at least one pool'])
  assert.equal(wrong({ erasureCodingParity: 9 }), ['erasureCodingParity: Enter a parity from 2 to 8'])
  assert.equal(wrong({ idp: { keys: [{ access_key: 'short', secret_key: 'long-enough' }] } }), [
    'idp.keys.0.access_key: Keys must be at least length 8',
  ])
  assert.equal(wrong({ image: 'nothing' }), ["image: Format must be of form: 'minio/minio:VERSION'"])
  assert.equal(wrong({ encryption: { replicas: '0' } }), ['encryption.replicas: Replicas needs to be 1 or greater'])
})
