import { suite, type Test } from '../lib/suite.ts'
import { createKubernetesEngine } from '../../engines/kubernetes/engine.ts'
import type { Engine } from '../../engines/engine.ts'
import { type Client, createClient, kindAt, pathOf } from '../../engines/kubernetes/client.ts'
import { createApiServer } from '../../engines/kubernetes/demo/api-server.ts'
import { demoTokens } from '../../engines/kubernetes/demo/access-control.ts'
import { type Generation, generations } from '../../engines/kubernetes/demo/tenant-crd.ts'
import { accountsOf, type Roles } from '../lib/accounts.ts'
import { defineTenants } from '../lib/generations.ts'
import { isChosen } from '../lib/chosen-engines.ts'
import { hasKube, missingKube, startKube } from '../lib/kube.ts'
import { describeNode, startKubelet } from '../lib/kubelet.ts'
import { licenseConfig } from '../lib/licenses.ts'
import { openPort } from '../lib/ports.ts'
import { createPodLogs, type PodLogs } from '../lib/pod-logs.ts'

/** Holder of a token of a cluster. */
type TokenHolder = { token: string; account: string }

/** A cluster under test. */
export type Cluster = {
  name: string
  engine: Engine
  /** A client with all rights. */
  client: Client
  /** A token with all rights. */
  admin: string
  namespace(name: string): Promise<string>
  /** Creates a service account with these roles, and a token for it. */
  account(namespace: string, name: string, roles?: Roles): Promise<TokenHolder>
  /** Creates an expired token of an account. */
  expired(namespace: string, name: string): Promise<string>
  /** Addresses of tenants' services, by `namespace/service`. */
  addresses: Map<string, URL>
  /** Logs of the containers, for pods that are on a node. */
  podLogs: PodLogs
  /** Adds a node that serves logs of its pods; `vanish()` stops it without notice. */
  node(name: string): Promise<{ vanish(): Promise<void> }>
  /** Opens a plugin's port for this token. */
  port<Port>(plugin: Parameters<typeof openPort<Port>>[1], token?: string): Promise<Port>
  /** Replaces the engine by one without cached state of the cluster. */
  renew(): void
  /** Restarts the API server, if it is a separate process. */
  restart?(): Promise<void>
  stop(): Promise<void>
}

/** Key for verifying the licenses of these tests. */
const licensed = { publicKey: licenseConfig.publicKey }
export const licensedValues = new Map([['license', licensed]])

const real = async (): Promise<Cluster> => {
  const { api, client, admin, namespace, account, mint, restart, stop } = await startKube()
  const addresses = new Map<string, URL>()
  const podLogs = createPodLogs()
  const kubelets: { stop(): Promise<void> }[] = []
  const createEngine = () => createKubernetesEngine({ api, tenants: { ca: undefined, addresses } })
  let engine = createEngine()
  return {
    name: 'real',
    podLogs,
    node: async (name) => {
      const kubelet = await startKubelet(podLogs)
      kubelets.push(kubelet)
      await describeNode(client, name, kubelet.port)
      return { vanish: kubelet.stop }
    },
    get engine() {
      return engine
    },
    addresses,
    renew: () => void (engine = createEngine()),
    client,
    admin,
    namespace,
    account,
    expired: async (at, name) =>
      mint({ at, name, uid: (await account(at, name)).uid }, Math.floor(Date.now() / 1000) - 60),
    port: async (plugin, token = admin) =>
      (await openPort(engine, plugin, licensed))(await signInWithToken(engine, token)),
    restart,
    stop: async () => {
      await Promise.all(kubelets.map((kubelet) => kubelet.stop()))
      await stop()
    },
  }
}

/** The demonstration's API without its operator, like the real API server. */
const demo = async (): Promise<Cluster> => {
  const podLogs = createPodLogs()
  const { api } = await createApiServer(undefined, { log: podLogs.source })
  const admin = demoTokens.admin
  const client = createClient(api, admin)
  const accounts = accountsOf(client)
  const addresses = new Map<string, URL>()
  const createEngine = () => createKubernetesEngine({ api, tenants: { ca: undefined, addresses } })
  let engine = createEngine()
  return {
    ...accounts,
    name: 'demo',
    client,
    admin,
    podLogs,
    node: async (name) => {
      await describeNode(client, name, 10250)
      return {
        vanish: async () =>
          void (await client.patch(pathOf(kindAt('v1', 'nodes'), { name, sub: 'status' }), {
            status: { conditions: [{ type: 'Ready', status: 'Unknown' }] },
          })),
      }
    },
    get engine() {
      return engine
    },
    addresses,
    renew: () => void (engine = createEngine()),
    expired: async (at, name) => {
      await accounts.account(at, name)
      const response = await client.create(
        pathOf(kindAt('v1', 'serviceaccounts'), { namespace: at, name, sub: 'token' }),
        {
          spec: { expirationSeconds: -60 },
        },
      )
      return (response.status as { token: string }).token
    },
    port: async (plugin, token = admin) =>
      (await openPort(engine, plugin, licensed))(await signInWithToken(engine, token)),
    stop: () => api.close(),
  }
}

export const signInWithToken = ({ loginWithToken }: Engine, token: string) => {
  if (!loginWithToken) throw new Error('This engine takes no tokens')
  return loginWithToken(token)
}

type Define = (test: Test, cluster: () => Cluster, generation: Generation) => void

/** Defines suites on one cluster, with tenant definitions of these operator generations one after the other. */
const onCluster = (
  name: string,
  start: () => Promise<Cluster>,
  titles: readonly [title: string, generation: Generation][],
  define: Define,
) => {
  let cluster: Cluster | undefined
  titles.forEach(([title, generation], index) => {
    const test = suite(title, name === 'demo' ? undefined : missingKube())
    test.before(async () => {
      cluster ??= await start()
      if (titles.length === 1) return
      await defineTenants(cluster.client, generation)
      cluster.renew()
    })
    if (index === titles.length - 1) test.after(() => cluster?.stop())
    define(test, () => cluster as Cluster, generation)
  })
}

const chosenClusters = () =>
  Object.entries({ demo, real }).filter(([name]) => isChosen(name === 'real' ? 'cluster' : name))

/** Titles of a suite for each generation of the operator. */
const ofGenerations = (port: string, cluster: string): [string, Generation][] =>
  generations.map((generation) => [
    `${port} on a ${cluster} cluster, as operators ${generation} define them`,
    generation,
  ])

/**
 * Defines a suite for each generation of the operator: on a real cluster if one is selected and can be started, else on
 * the demonstration's. `isFull` is set if a real one is selected.
 */
export const onBestCluster = (
  port: string,
  define: (test: Test, cluster: () => Cluster, generation: Generation, isFull: boolean) => void,
) => {
  const isFull = isChosen('cluster')
  const [name, start] = isFull && hasKube() ? (['real', real] as const) : (['demo', demo] as const)
  onCluster(name, start, ofGenerations(port, name), (test, cluster, generation) =>
    define(test, cluster, generation, isFull),
  )
}

/** Defines a suite on every cluster; its tests are skipped by name if one is missing. */
export const onEveryCluster = (port: string, define: Define) => {
  for (const [name, start] of chosenClusters()) onCluster(name, start, [[`${port} on a ${name} cluster`, 'v7']], define)
}

/** As `onEveryCluster`, with tenant definitions of each operator generation. */
export const onEveryGeneration = (port: string, define: Define) => {
  for (const [name, start] of chosenClusters()) onCluster(name, start, ofGenerations(port, name), define)
}
