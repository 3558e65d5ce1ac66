import { readFileSync } from 'node:fs'
import { createKubernetesEngine } from '../../engines/kubernetes/engine.ts'
import { type Client, createClient, kindAt, pathOf } from '../../engines/kubernetes/client.ts'
import { createApiServer } from '../../engines/kubernetes/demo/api-server.ts'
import { createCertificate } from '../../engines/kubernetes/demo/certificate.ts'
import { demoTokens } from '../../engines/kubernetes/demo/access-control.ts'
import pLimit from 'p-limit'
import type { TenantsBackend } from '../../plugins/tenants/backend.ts'
import tenantsPlugin from '../../plugins/tenants/server.ts'
import { hasChromium, launch, openTab } from '../lib/browser.ts'
import { hasKube, noKube } from '../lib/kube.ts'
import { atMost, medianTime } from '../lib/measure.ts'
import { startTestConsole } from '../lib/test-console.ts'
import { openPort } from '../lib/ports.ts'
import { signIn } from '../lib/server.ts'

const [TENANTS, PODS, NAMESPACES] = [1000, 10, 100]

const tenants = kindAt('minio.min.io/v2', 'tenants')
const core = (plural: string) => kindAt('v1', plural)

const nameOf = (n: number) => `tenant-${String(n).padStart(4, '0')}`

const tenantOf = (n: number) => {
  const labelSelector = { matchExpressions: [{ key: 'v1.min.io/tenant', operator: 'In', values: [nameOf(n)] }] }
  const affinity = {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector, topologyKey: 'kubernetes.io/hostname' }],
    },
  }
  const claim = {
    metadata: { name: 'data' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'directpv-min-io',
      resources: { requests: { storage: '1Ti' } },
    },
  }
  const resources = { requests: { cpu: '4', memory: '16Gi' } }
  const pool = { name: 'pool-0', servers: PODS, volumesPerServer: 4, volumeClaimTemplate: claim, affinity, resources }
  const spec = {
    image: 'quay.io/minio/minio:RELEASE.2025-04-08T15-41-24Z',
    configuration: { name: `${nameOf(n)}-env` },
    mountPath: '/export',
    podManagementPolicy: 'Parallel',
    pools: [pool],
  }
  return { apiVersion: 'minio.min.io/v2', kind: 'Tenant', metadata: { name: nameOf(n) }, spec }
}

/** A pod as operators create it, of 6 to 8 kB. */
const podOf = (n: number, server: number) => {
  const mounts = Array.from({ length: 4 }, (_, drive) => ({ name: `data${drive}`, mountPath: `/export${drive}` }))
  const env = [
    'MINIO_CONFIG_ENV_FILE',
    'MINIO_PROMETHEUS_JOB_ID',
    'MINIO_SERVER_URL',
    'MINIO_UPDATE',
    'MINIO_UPDATE_MINISIGN_PUBKEY',
    'MINIO_ARGS',
  ].map((name) => ({ name, value: `https://minio.ns.svc.cluster.local/${name.toLowerCase()}` }))
  const container = (name: string) => ({
    name,
    image: 'quay.io/minio/minio:RELEASE.2025-04-08T15-41-24Z',
    env,
    volumeMounts: [...mounts, { name: 'configuration', mountPath: '/tmp/minio/' }],
    resources: { requests: { cpu: '4', memory: '16Gi' } },
    args: ['server', '--certs-dir', '/tmp/certs', '--console-address', ':9443'],
  })
  const volumes = [
    ...mounts.map(({ name }) => ({
      name,
      persistentVolumeClaim: { claimName: `${name}-${nameOf(n)}-pool-0-${server}` },
    })),
    { name: 'configuration', emptyDir: {} },
  ]
  const labels = {
    'v1.min.io/tenant': nameOf(n),
    'v1.min.io/pool': 'pool-0',
    'v1.min.io/console': `${nameOf(n)}-console`,
  }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${nameOf(n)}-pool-0-${server}`, labels, annotations: { 'min.io/revision': '0' } },
    spec: { nodeName: `node-${server}`, containers: ['minio', 'sidecar'].map(container), volumes },
  }
}

const conditions = ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
  type,
  status: 'True',
  lastTransitionTime: '2026-01-01T00:00:00Z',
}))

const podStatus = (n: number) => ({
  phase: 'Running',
  podIP: '10.0.0.9',
  conditions,
  containerStatuses: ['minio', 'sidecar'].map((name) => ({
    name,
    restartCount: n % 50 === 0 ? 3 : 0,
    ready: true,
    image: 'minio',
    imageID: 'sha256:0',
    state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
  })),
})

const tenantStatus = {
  currentState: 'Initialized',
  healthStatus: 'green',
  drivesOnline: 40,
  drivesOffline: 0,
  writeQuorum: 3,
  availableReplicas: PODS,
  revision: 0,
  syncVersion: 'v6.0.0',
  certificates: {},
  pools: [],
  usage: { usage: 30, rawUsage: 60, capacity: 2 ** 45, rawCapacity: 2 ** 46 },
}

/**
 * Fills a cluster with tenants in a hundred namespaces, every tenth degraded, each with its configuration, running
 * pods, and a volume for each pod.
 */
const fill = async (client: Client) => {
  const { certificate } = createCertificate(['minio'], { from: Date.now(), to: Date.now() + 86_400_000 })
  const semaphore = pLimit(32)
  const each = (count: number, work: (n: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, (_, n) => semaphore(() => work(n))))
  const at = (n: number) => `ns-${n % NAMESPACES}`
  await each(NAMESPACES, (n) => client.create(pathOf(core('namespaces')), { metadata: { name: at(n) } }))
  await each(TENANTS, async (n) => {
    const made = await client.create(pathOf(tenants, { namespace: at(n) }), tenantOf(n))
    await client.replace(pathOf(tenants, { namespace: at(n), name: nameOf(n), sub: 'status' }), {
      ...made,
      status: { ...tenantStatus, healthStatus: n % 10 === 0 ? 'yellow' : 'green' },
    })
    const text = `export MINIO_ROOT_USER="root"\nexport MINIO_ROOT_PASSWORD="root-${n}"\n`
    await client.create(pathOf(core('secrets'), { namespace: at(n) }), {
      metadata: { name: `${nameOf(n)}-tls` },
      type: 'Opaque',
      data: { 'public.crt': Buffer.from(certificate).toString('base64') },
    })
    await client.create(pathOf(core('secrets'), { namespace: at(n) }), {
      metadata: { name: `${nameOf(n)}-env` },
      data: { 'config.env': Buffer.from(text).toString('base64') },
    })
  })
  await each(TENANTS * PODS, async (index) => {
    const n = Math.floor(index / PODS)
    const made = await client.create(pathOf(core('pods'), { namespace: at(n) }), podOf(n, index % PODS))
    await client.replace(pathOf(core('pods'), { namespace: at(n), name: made.metadata.name, sub: 'status' }), {
      ...made,
      status: podStatus(n),
    })
    const metadata = { name: `data0-${made.metadata.name}`, labels: { 'v1.min.io/tenant': nameOf(n) } }
    await client.create(pathOf(core('persistentvolumeclaims'), { namespace: at(n) }), {
      metadata,
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'directpv-min-io',
        resources: { requests: { storage: '1Ti' } },
      },
    })
  })
}

const onDemo = async () => {
  const { api } = await createApiServer(undefined)
  await fill(createClient(api, demoTokens.admin))
  const engine = createKubernetesEngine({ api })
  if (!engine.loginWithToken) throw new Error('This engine takes no tokens')
  const backend = (await openPort<TenantsBackend>(engine, tenantsPlugin))(await engine.loginWithToken(demoTokens.admin))
  const list = await medianTime(5, () => backend.list())
  const health = await medianTime(3, () => backend.health('all'))
  await engine.close()
  return [
    atMost('list of 1,000 tenants, demo', list, 'ms', 1000),
    atMost('health of 1,000 tenants with 10,000 pods, demo', health, 'ms', 5000),
  ]
}

const middle = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

/** Resident memory of a process, in MB. */
const heldBy = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const onCluster = async () => {
  if (!hasKube()) {
    console.error(noKube)
    return []
  }
  const { server, cluster, stop } = await startTestConsole('cluster')
  if (!cluster) throw new Error('There is no cluster')
  await fill(cluster.client)
  const send = await signIn(server.url, server.root)
  const read = async (path: string) => {
    const { json, text } = await send('GET', path)
    const { tenants: found = [] } = json as { tenants?: unknown[] }
    if (found.length !== TENANTS) throw new Error(`The list has ${found.length} tenants: ${text.slice(0, 200)}`)
  }
  const idle = heldBy(server.pid())
  await read('/api/v1/tenants')
  const list = await medianTime(11, () => read('/api/v1/tenants'))
  const health = await medianTime(3, () => read('/api/v1/tenants-health'))
  const volumes = await medianTime(5, async () => {
    const { pvcs } = (await send('GET', '/api/v1/list-pvcs')).json as { pvcs: unknown[] }
    if (pvcs.length !== TENANTS * PODS) throw new Error(`The list has ${pvcs.length} volumes`)
  })
  const lines = [
    atMost('list of 1,000 tenants', list, 'ms', 1000),
    atMost('health of 1,000 tenants with 10,000 pods', health, 'ms', 5000),
    atMost('list of 10,000 volumes', volumes, 'ms', 1000),
  ]
  if (hasChromium) {
    const browser = await launch()
    const { page } = await openTab(browser)
    await page.context().request.post(`${server.url}/api/v1/login/operator`, {
      data: { jwt: cluster.admin },
      headers: { origin: server.url },
    })
    const seen = { list: [] as number[], health: [] as number[], volumes: [] as number[] }
    const totals: number[] = []
    for (let round = 0; round < 5; round += 1)
      for (const [kind, path] of [
        ['list', '/tenants'],
        ['health', '/tenants/health'],
        ['volumes', '/storage/volumes'],
      ] as const) {
        await page.goto('about:blank')
        const opened = performance.now()
        await page.goto(`${server.url}${path}`)
        await page.getByText(nameOf(0)).first().waitFor()
        seen[kind].push(performance.now() - opened)
        if (kind !== 'health') continue
        await page.getByText('checking…').first().waitFor({ state: 'detached' })
        totals.push(performance.now() - opened)
      }
    // its watch continues meanwhile
    await page.goto(`${server.url}/tenants`)
    await page.getByText(nameOf(0)).first().waitFor()
    const samples: number[] = []
    for (let round = 0; round < 60; round += 1) {
      await read(round % 6 === 5 ? '/api/v1/tenants-health' : '/api/v1/tenants')
      await cluster.client.patch(pathOf(tenants, { namespace: `ns-${round}`, name: nameOf(round), sub: 'status' }), {
        status: { currentState: `Round ${round}` },
      })
      samples.push(heldBy(server.pid()))
    }
    const [early, late] = [Math.max(...samples.slice(10, 30)), Math.max(...samples.slice(40))]
    lines.push(
      atMost('first of 1,000 tenants on screen', middle(seen.list), 'ms', 1000),
      atMost('first health of 1,000 tenants on screen', middle(seen.health), 'ms', 1000),
      atMost('health of all 1,000 tenants on screen', middle(totals), 'ms', 5500),
      atMost('first of 10,000 volumes on screen', middle(seen.volumes), 'ms', 1000),
      atMost('memory while lists are read and watched, end against start', late / early, 'ratio', 1.15),
      atMost('additional memory for lists of 1,000 tenants and 10,000 pods', late - idle, 'MB', 250),
    )
    await browser.close()
  }
  await stop()
  return lines
}

/**
 * Measures the lists of 1,000 tenants with 10,000 pods and volumes, on the demonstration's API and on a real API
 * server.
 */
export const measure = async () => [...(await onDemo()), ...(await onCluster())]
