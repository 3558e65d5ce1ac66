import { readFileSync, writeFileSync } from 'node:fs'
import { assert, suite } from '../lib/suite.ts'
import { parseAllDocuments, stringify } from 'yaml'
import type { Action } from '../../core/protocol/contract.ts'
import { createKubernetesEngine } from '../../engines/kubernetes/engine.ts'
import { kindAt, pathOf, type Resource } from '../../engines/kubernetes/client.ts'
import { plugins } from '../lib/plugins-of-server.ts'
import { hasHelm, helm, rendered } from '../lib/helm.ts'
import { type Kube, startKube, missingKube } from '../lib/kube.ts'
import { runsOn } from '../lib/plugin-engines.ts'
import { until } from '../lib/until.ts'

const test = suite('what is deployed', missingKube())
const chart = hasHelm ? test : test.skip

let kube: Kube
test.before(async () => {
  kube = await startKube()
})
test.after(() => kube?.stop())

const manifests = (file: string) =>
  parseAllDocuments(readFileSync(`deploy/kubernetes/${file}`, 'utf8')).map((document) => document.toJS() as Resource)

/** API path of an object; its plural is its kind in lower case with an `s`. */
const pathFor = ({ apiVersion = '', kind = '', metadata: { namespace } }: Resource) =>
  pathOf(kindAt(apiVersion, `${kind.toLowerCase()}s`), { namespace })

test('the cluster accepts every manifest without changes and recognizes all its fields', async () => {
  const all = ['console.yaml', 'roles.yaml'].flatMap(manifests)
  assert.equal(
    all.map(({ kind }) => kind),
    ['Namespace', 'ServiceAccount', 'Deployment', 'Service', 'ClusterRole', 'ClusterRole'],
  )
  const [namespace, ...others] = all
  if (namespace) await kube.client.create(pathFor(namespace), namespace, { fieldValidation: 'Strict' })
  for (const one of others) await kube.client.create(pathFor(one), one, { dryRun: 'All', fieldValidation: 'Strict' })
})

/** The object without the fields that differ between installations. */
const withoutNames = ({ apiVersion, kind, metadata: { name }, ...rest }: Resource) => {
  const text = JSON.stringify({ apiVersion, kind, name, ...rest }, (key, value: unknown) =>
    ['app.kubernetes.io/instance', 'imagePullPolicy', 'type'].includes(key) &&
    typeof value === 'string' &&
    value !== 'RuntimeDefault'
      ? undefined
      : value,
  )
  return JSON.parse(text) as object
}

const plurals: Record<string, string> = {
  Ingress: 'ingresses',
  NetworkPolicy: 'networkpolicies',
}

/** Sends objects to the API server, which validates them strictly and stores none. */
const dryRun = async (all: readonly Resource[], namespace: string) => {
  for (const one of all) {
    const { apiVersion = '', kind = '', metadata } = one
    const namespaced = !kind.startsWith('Cluster')
    const path = pathOf(kindAt(apiVersion, plurals[kind] ?? `${kind.toLowerCase()}s`), namespaced ? { namespace } : {})
    await kube.client.create(
      path,
      { ...one, metadata: { ...metadata, ...(namespaced && { namespace }) } },
      { dryRun: 'All', fieldValidation: 'Strict' },
    )
  }
}

chart('the chart creates what the manifests define, with a separate session secret', async () => {
  const [made, plain] = [
    await rendered('mode=operator', 'replicas=2'),
    ['console.yaml', 'roles.yaml'].flatMap(manifests),
  ]
  assert.equal(
    made.filter(({ kind }) => kind === 'Secret').map(({ metadata }) => metadata.name),
    ['stowage-session'],
  )
  const inOrder = (all: readonly Resource[]) =>
    all
      .filter(({ kind }) => !['Secret', 'Namespace'].includes(kind ?? ''))
      .sort((a, b) => `${a.kind}${a.metadata.name}`.localeCompare(`${b.kind}${b.metadata.name}`))
  assert.equal(inOrder(made).map(withoutNames), inOrder(plain).map(withoutNames))
})

chart('with every setting of operator mode, the cluster accepts the chart and recognizes all its fields', async () => {
  const all = await rendered(
    ...[
      'mode=operator',
      'ingress.enabled=true',
      'ingress.host=stowage.example',
      'ingress.tenants=tenants.example',
      'ingress.tlsSecret=tls',
      'ingress.className=nginx',
      'ingress.annotations.a=b',
    ],
    ...[
      'sessionSecret=own',
      'trustedProxy=10.0.0.0/8',
      'env[0].name=CONSOLE_LOG_LEVEL',
      'env[0].value=debug',
      'nodeSelector.a=b',
      'imagePullSecrets[0].name=pull',
      'tolerations[0].operator=Exists',
      'service.type=NodePort',
    ],
    ...[
      'roles.viewers[0].kind=Group',
      'roles.viewers[0].name=people',
      'roles.viewers[0].apiGroup=rbac.authorization.k8s.io',
      'affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution=null',
    ],
  )
  assert.equal(all.map(({ kind }) => kind).sort(), [
    'ClusterRole',
    'ClusterRole',
    'ClusterRoleBinding',
    'Deployment',
    'Ingress',
    'Service',
    'ServiceAccount',
  ])
  await dryRun(all, await kube.namespace('charted'))
  const text = JSON.stringify(all)
  assert.match(text, '"name":"CONSOLE_TENANT_URL","value":"https://*.tenants.example"')
  assert.match(text, '"secretKeyRef":{"name":"own","key":"passphrase"}')
  const failed = await rendered('ingress.enabled=true').then(String, (error: unknown) =>
    String((error as Error).message),
  )
  assert.match(failed, /ingress\.host is the name that people know the console by/)
})

chart('sessions continue after it is installed again', async () => {
  const ns = await kube.namespace('installed')
  const to = [
    '--namespace',
    ns,
    '--kube-apiserver',
    kube.url.origin,
    '--kube-token',
    kube.admin,
    '--kube-ca-file',
    kube.ca,
  ]
  const passphrase = async () =>
    (
      (await kube.client.get(pathOf(kindAt('v1', 'secrets'), { namespace: ns, name: 'mine-session' }))).data as {
        passphrase: string
      }
    ).passphrase
  const install = (...more: string[]) =>
    helm(
      'upgrade',
      '--install',
      'mine',
      'deploy/helm/stowage',
      '--set',
      'mode=operator,roles.create=false',
      ...more,
      ...to,
    )
  await install()
  const first = await passphrase()
  assert.is(Buffer.from(first, 'base64').length, 48)
  await install('--set', 'replicas=3')
  assert.is(await passphrase(), first)
  const deployment = await kube.client.get(pathOf(kindAt('apps/v1', 'deployments'), { namespace: ns, name: 'mine' }))
  assert.is((deployment.spec as { replicas: number }).replicas, 3)
})

const monitored = {
  metadata: { name: 'servicemonitors.monitoring.coreos.com' },
  spec: {
    group: 'monitoring.coreos.com',
    scope: 'Namespaced',
    names: { kind: 'ServiceMonitor', plural: 'servicemonitors', singular: 'servicemonitor' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}

const everything = [
  'sessionSecret=own',
  'replicas=2',
  'podAnnotations.a=b',
  'priorityClassName=high',
  'plugins.disabled[0]=heal',
  'plugins.volume.persistentVolumeClaim.claimName=plugins',
  'envFrom[0].secretRef.name=more',
  'minio.region=eu-west-1',
  'minio.shareUrl=https://s3.example',
  'minio.ca.configMap=authorities',
  'ingress.enabled=true',
  'ingress.host=stowage.example',
  'ingress.path=/console',
  'ingress.tlsSecret=tls',
  'metrics.tokenSecret=scrape',
  'metrics.serviceMonitor.enabled=true',
  'metrics.serviceMonitor.labels.release=p',
  'networkPolicy.enabled=true',
  'networkPolicy.from[0].podSelector.matchLabels.a=b',
  'networkPolicy.egress[0].ports[0].port=9000',
  'podDisruptionBudget.enabled=true',
  'topologySpread[0].maxSkew=1',
  'topologySpread[0].whenUnsatisfiable=ScheduleAnyway',
  'topologySpread[0].topologyKey=topology.kubernetes.io/zone',
  'persistence.storageClass=fast',
]

/** Values of each mode. */
const modes: Record<string, string[]> = {
  embedded: ['mode=embedded', 'rootSecret=root', 'sessionSecret=own'],
  'embedded-claim': ['mode=embedded', 'rootSecret=root', 'sessionSecret=own', 'persistence.existingClaim=objects'],
  minio: ['mode=minio', 'minio.server=https://storage.example:9000', 'sessionSecret=own'],
  'minio-everything': ['mode=minio', 'minio.server=https://storage.example:9000', ...everything],
  'minio-memory': ['mode=minio', 'minio.server=http://s3:9000', 'sessionSecret=own', 'persistence.enabled=false'],
  s3: [
    'mode=s3',
    's3.server=https://storage.example',
    's3.region=eu-west-1',
    's3.style=virtual-host',
    's3.shareUrl=https://s3.example',
    's3.ca.secret=authorities',
    'sessionSecret=own',
  ],
  servers: [
    'mode=servers',
    'servers[0].name=prod',
    'servers[0].url=https://storage.example:9000',
    'servers[0].ca.configMap=authorities',
    'servers[1].name=backup',
    'servers[1].url=https://backup.example',
    'servers[1].kind=s3',
    'servers[1].region=garage',
    'servers[1].style=path',
    'servers[1].shareUrl=https://s3.example',
    'sessionSecret=own',
  ],
  'servers-secret': ['mode=servers', 'serversSecret.name=servers', 'sessionSecret=own', 'persistence.enabled=false'],
  operator: ['mode=operator', 'sessionSecret=own', 'roles.create=false'],
  'operator-ports': [
    'mode=operator',
    'sessionSecret=own',
    'roles.create=false',
    'service.type=LoadBalancer',
    'tenantPorts=https://tenants.example:9100-9102',
  ],
}

chart('each mode renders as recorded, and the cluster recognizes all its fields', async () => {
  const definitions = pathOf(kindAt('apiextensions.k8s.io/v1', 'customresourcedefinitions'))
  await kube.client.create(definitions, monitored)
  const ns = await kube.namespace('modes')
  const path = pathOf(kindAt('monitoring.coreos.com/v1', 'servicemonitors'), { namespace: ns })
  await until(async () => (await kube.api.call(kube.admin, { method: 'GET', path })).status === 200)
  for (const [name, settings] of Object.entries(modes)) {
    const made = await rendered(...settings)
    const file = `test/conformance/manifests/chart-${name}.yaml`
    const text = made.map((one) => stringify(one)).join('---\n')
    if (process.env.STOWAGE_SNAPSHOTS === 'write') writeFileSync(file, text)
    assert.fixture(text, readFileSync(file, 'utf8'), name)
    await dryRun(made, ns)
  }
})

chart('an embedded console keeps its root account when it is installed again', async () => {
  const ns = await kube.namespace('embedded')
  const cluster = ['--kube-apiserver', kube.url.origin, '--kube-token', kube.admin, '--kube-ca-file', kube.ca]
  const install = () => helm('upgrade', '--install', 'mine', 'deploy/helm/stowage', '--namespace', ns, ...cluster)
  const secret = () => kube.client.get(pathOf(kindAt('v1', 'secrets'), { namespace: ns, name: 'mine-root' }))
  assert.match(await install(), /get secret mine-root/)
  const first = (await secret()).data as { user: string; password: string }
  assert.is(Buffer.from(first.user, 'base64').toString(), 'admin')
  assert.is(Buffer.from(first.password, 'base64').length, 32)
  await install()
  assert.equal((await secret()).data, first)
})

/** All actions that calls and pages of operator mode need. */
const required = [
  ...new Set(
    plugins
      .filter(runsOn('kubernetes'))
      .flatMap(({ routes, pages }) => [
        ...routes.flatMap(({ endpoint: { allow } }) => (typeof allow === 'string' ? [] : allow)),
        ...Object.values(pages).flat(),
      ])
      .filter((action) => action.startsWith('k8s:')),
  ),
].sort()

const changes = (action: Action) => !/^k8s:(get|list|watch):/.test(action) || /:secrets$/.test(action)

test('the operator role is sufficient for every call and page, and the viewer role for those without changes or secrets', async () => {
  for (const role of manifests('roles.yaml')) await kube.client.create(pathFor(role), role)
  const engine = createKubernetesEngine({ api: kube.api })
  const missingRules = async (role: string) => {
    const { token } = await kube.account('default', role)
    const bindings = pathOf(kindAt('rbac.authorization.k8s.io/v1', 'clusterrolebindings'))
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role }
    await kube.client.create(bindings, {
      metadata: { name: role },
      subjects: [{ kind: 'ServiceAccount', namespace: 'default', name: role }],
      roleRef,
    })
    const session = await engine.loginWithToken?.(token)
    // the API server sees a new binding some time later
    await until(async () => (await engine.account(session!)).permissions.may('k8s:list:tenants.minio.min.io'))
    const { permissions } = await engine.account(session!)
    return required.filter((action) => !permissions.may(action))
  }
  assert.ok(required.includes('k8s:list:tenants.minio.min.io'))
  assert.equal(await missingRules('stowage-operator'), [])
  assert.equal(await missingRules('stowage-viewer'), required.filter(changes))
})
