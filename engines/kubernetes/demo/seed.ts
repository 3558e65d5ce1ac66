import type { ApiRequest } from '../api.ts'
import type { Resource } from '../client.ts'
import type { ApiServer } from './api-server.ts'
import { driveObjects } from './seed-drives.ts'
import { demoTokens, viewerGroup } from './access-control.ts'
import type { OperatorSimulator } from './operator-simulator.ts'
import { seedProblems } from './seed-problems.ts'
import { demoAnnotations } from './tenant-resources.ts'
import { seedRefused } from '../messages.ts'

const DAY = 86_400_000
const IMAGE = 'quay.io/minio/minio:RELEASE.2026-11-04T10-00-00Z'
const OLD_IMAGE = 'quay.io/minio/minio:RELEASE.2026-06-02T08-15-00Z'
const STORAGE_CLASS = 'directpv-min-io'
const UNNAMED_POOL_TENANT = 'legacy-store'

type Shape = {
  servers: number
  drives: number
  size: string
  pools?: number
  image?: string
  annotations?: Record<string, string>
  more?: object
}

const tenant = (
  namespace: string,
  name: string,
  { servers, drives: volumesPerServer, size, pools = 1, image = IMAGE, annotations = {}, more = {} }: Shape,
) => ({
  apiVersion: 'minio.min.io/v2',
  kind: 'Tenant',
  metadata: { name, namespace, annotations },
  spec: {
    image,
    configuration: { name: `${name}-env-configuration` },
    requestAutoCert: true,
    mountPath: '/export',
    pools: Array.from({ length: pools }, (_, index) => ({
      name: `pool-${index}`,
      servers,
      volumesPerServer,
      volumeClaimTemplate: {
        metadata: { name: 'data' },
        spec: {
          accessModes: ['ReadWriteOnce'],
          storageClassName: STORAGE_CLASS,
          resources: { requests: { storage: size } },
        },
      },
      resources: { requests: { cpu: '4', memory: '16Gi' } },
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            {
              labelSelector: { matchExpressions: [{ key: 'v1.min.io/tenant', operator: 'In', values: [name] }] },
              topologyKey: 'kubernetes.io/hostname',
            },
          ],
        },
      },
    })),
    ...more,
  },
})

const tenants = [
  tenant('harbour', 'harbour-prod', {
    servers: 4,
    drives: 4,
    size: '1536Gi',
    pools: 2,
    annotations: {
      [demoAnnotations.health]: 'red',
      [demoAnnotations.offline]: '1',
      [demoAnnotations.used]: '0.74',
      'prometheus.io/path': '/minio/v2/metrics/cluster',
      'prometheus.io/port': '9000',
      'prometheus.io/scrape': 'true',
    },
    more: { exposeServices: { minio: true, console: true }, prometheusOperator: true },
  }),
  tenant('archive', 'archive-eu', {
    servers: 4,
    drives: 4,
    size: '4Ti',
    pools: 3,
    annotations: { [demoAnnotations.health]: 'yellow', [demoAnnotations.used]: '0.91' },
  }),
  tenant('docs', 'docs', {
    servers: 4,
    drives: 1,
    size: '1Ti',
    image: OLD_IMAGE,
    annotations: { [demoAnnotations.used]: '0.21' },
    more: { externalCertSecret: [{ name: 'docs-example', type: 'kubernetes.io/tls' }] },
  }),
  tenant('edge', 'edge-lab', {
    servers: 4,
    drives: 1,
    size: '512Gi',
    annotations: {
      [demoAnnotations.pending]: '0/10 nodes are available: 10 node(s) did not match the node selector of the pool',
    },
  }),
  tenant('media', 'media-web', {
    servers: 4,
    drives: 2,
    size: '1Ti',
    annotations: { [demoAnnotations.health]: 'yellow', [demoAnnotations.offline]: '2', [demoAnnotations.used]: '0.35' },
    more: { externalCaCertSecret: [{ name: 'media-ca', type: 'cert-manager.io/v1' }] },
  }),
  // its pool loses its name below: operators up to 4 allowed unnamed pools
  tenant('legacy', UNNAMED_POOL_TENANT, {
    servers: 4,
    drives: 1,
    size: '256Gi',
    image: OLD_IMAGE,
    annotations: { [demoAnnotations.used]: '0.5' },
  }),
]

const configEnvLines: Readonly<Record<string, string>> = {
  'harbour-prod':
    'export MINIO_IDENTITY_OPENID_CONFIG_URL="https://sso.harbour.example/.well-known/openid-configuration"\nexport MINIO_KMS_SECRET_KEY="harbour:ZGVtb25zdHJhdGlvbi1rZXktb2YtMzItYnl0ZXMhISE="\n',
  'media-web':
    'export MINIO_IDENTITY_OPENID_CONFIG_URL_STAFF="https://sso.media.example/.well-known/openid-configuration"\nexport MINIO_IDENTITY_OPENID_CONFIG_URL_PARTNERS="https://partners.media.example/.well-known/openid-configuration"\n',
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

const node = (index: number) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: `node-${index}`,
    labels: {
      'kubernetes.io/hostname': `node-${index}`,
      'kubernetes.io/os': 'linux',
      'topology.kubernetes.io/zone': `zone-${'abc'[index % 3]}`,
      'node.example/drives': index > 8 ? 'none' : 'nvme',
    },
  },
  spec: index > 8 ? { taints: [{ key: 'dedicated', value: 'gpu', effect: 'NoSchedule' }] } : {},
})

const controlPlaneNode = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: 'control-plane-1',
    labels: {
      'kubernetes.io/hostname': 'control-plane-1',
      'kubernetes.io/os': 'linux',
      'node-role.kubernetes.io/control-plane': '',
    },
  },
  spec: { taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }] },
}

const capacity = { cpu: '16', memory: '64Gi', 'ephemeral-storage': '200Gi', pods: '110' }

const storageClasses = [
  {
    metadata: { name: STORAGE_CLASS, annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
    provisioner: STORAGE_CLASS,
    volumeBindingMode: 'WaitForFirstConsumer',
    allowVolumeExpansion: true,
  },
  {
    metadata: { name: 'standard' },
    provisioner: 'rancher.io/local-path',
    volumeBindingMode: 'WaitForFirstConsumer',
    allowVolumeExpansion: false,
  },
]

const quota = (namespace: string, limit: string) => ({
  metadata: { name: `${namespace}-storagequota`, namespace },
  spec: { hard: { [`${STORAGE_CLASS}.storageclass.storage.k8s.io/requests.storage`]: limit } },
})

const readVerbs = ['get', 'list', 'watch']

/** Permissions of the viewer, who can read tenants and change nothing. */
const viewerRules = [
  { apiGroups: ['minio.min.io'], resources: ['tenants'], verbs: readVerbs },
  {
    apiGroups: [''],
    resources: ['namespaces', 'pods', 'persistentvolumeclaims', 'services', 'events', 'resourcequotas', 'nodes'],
    verbs: readVerbs,
  },
  { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
  { apiGroups: ['networking.k8s.io'], resources: ['ingresses'], verbs: ['get', 'list'] },
  { apiGroups: ['storage.k8s.io'], resources: ['storageclasses'], verbs: ['get', 'list'] },
  {
    apiGroups: ['directpv.min.io'],
    resources: ['directpvdrives', 'directpvvolumes', 'directpvnodes'],
    verbs: readVerbs,
  },
]

type SeedContext = Pick<ApiServer, 'api' | 'store'> & {
  simulator: OperatorSimulator
  now: number
  setTime: (ms: number) => void
}

/**
 * Fills a new demonstration cluster: healthy, degraded and unhealthy tenants, one waiting for nodes, one with a
 * crashing pod, one with an unnamed pool, and their dependencies.
 */
export const seed = async ({ api, store, simulator, now, setTime }: SeedContext) => {
  const request = async (method: ApiRequest['method'], path: string, body: object) => {
    const { status, body: response } = await api.call(demoTokens.admin, { method, path, body })
    if (status >= 400) throw new Error(seedRefused(path, JSON.stringify(response)))
    return response as Resource
  }
  const rbac = '/apis/rbac.authorization.k8s.io/v1'
  setTime(now - 41 * DAY)
  for (const name of ['harbour', 'archive', 'docs', 'edge', 'media', 'legacy', 'lab'])
    await request('POST', '/api/v1/namespaces', { metadata: { name } })
  for (const one of [controlPlaneNode, ...Array.from({ length: 9 }, (_, index) => node(index + 1))]) {
    const created = await request('POST', '/api/v1/nodes', one)
    const status = {
      capacity,
      allocatable: { ...capacity, memory: '60Gi' },
      conditions: [{ type: 'Ready', status: 'True' }],
      nodeInfo: { kubeletVersion: 'v1.33.0' },
    }
    await request('PUT', `/api/v1/nodes/${one.metadata.name}/status`, { ...created, status })
  }
  for (const one of storageClasses) await request('POST', '/apis/storage.k8s.io/v1/storageclasses', one)
  for (const one of [quota('harbour', '64Ti'), quota('lab', '8Ti')])
    await request('POST', `/api/v1/namespaces/${one.metadata.namespace}/resourcequotas`, one)
  await request('POST', `${rbac}/clusterroles`, { metadata: { name: 'stowage-viewer' }, rules: viewerRules })
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'stowage-viewer' }
  await request('POST', `${rbac}/clusterrolebindings`, {
    metadata: { name: 'stowage-viewer' },
    subjects: [{ kind: 'Group', name: viewerGroup }],
    roleRef,
  })
  for (const { path, body } of driveObjects()) await request('POST', path, body)

  for (const { metadata, ...rest } of tenants) {
    const { name, namespace } = metadata
    // the operator's certificate is valid for a year from now
    setTime(name === 'harbour-prod' ? now - 343 * DAY : now - 41 * DAY)
    const text = `export MINIO_ROOT_USER="demonstration"\nexport MINIO_ROOT_PASSWORD="demonstration"\n${configEnvLines[name] ?? ''}`
    await request('POST', `/api/v1/namespaces/${namespace}/secrets`, {
      metadata: {
        name: `${name}-env-configuration`,
        labels: { 'v1.min.io/tenant': name, 'app.kubernetes.io/managed-by': 'stowage' },
      },
      data: { 'config.env': base64(text) },
    })
    const created = await request('POST', `/apis/minio.min.io/v2/namespaces/${namespace}/tenants`, {
      metadata,
      ...rest,
    })
    if (name === UNNAMED_POOL_TENANT) {
      const spec = { ...rest.spec, pools: rest.spec.pools.map(({ name: _, ...pool }) => pool) }
      // bypasses the API, which rejects pools without a name
      store.put({ group: 'minio.min.io', plural: 'tenants' }, { ...created, spec })
    }
    for (let step = 0; step < 16; step += 1) simulator.step()
  }
  await seedProblems({ request, store, simulator, now, setTime })
  setTime(now)
}
