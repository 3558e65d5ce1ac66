import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { assert, suite } from '../../../../test/lib/suite.ts'
import { kindAt, pathOf, type Resource } from '../../../../engines/kubernetes/client.ts'
import { podStateOf } from '../../kubernetes/pod-state.ts'
import { startKube, missingKube } from '../../../../test/lib/kube.ts'
import { uniqueName } from '../../../../test/conformance/engines.ts'

const pods = kindAt('v1', 'pods')
const images = { image: 'a/b:c', imageID: '' }

const running = { running: { startedAt: '2026-11-20T00:00:00Z' } }
const waiting = (reason: string) => ({ waiting: { reason } })
const ended = (reason: string, exitCode = 1) => ({ terminated: { reason, exitCode, containerID: 'a://b' } })
const container = (name: string, state: object, restartCount = 0) => ({
  ...images,
  name,
  state,
  restartCount,
  ready: 'running' in state,
  started: 'running' in state,
})
const both = (minio: object, restarts = 0) => [container('minio', minio, restarts), container('sidecar', running, 1)]
const initialized = [{ type: 'Initialized', status: 'True' }]
const init = { name: 'validate-arguments', image: 'a/b:c' }
const helper = { name: 'helper', image: 'a/b:c', restartPolicy: 'Always' }

/** Pods as kubelets report them: init containers and status. */
const cases: Record<string, { inits?: object[]; status: object }> = {
  runs: { status: { phase: 'Running', containerStatuses: both(running) } },
  'crashes beside a sidecar': { status: { phase: 'Running', containerStatuses: both(waiting('CrashLoopBackOff'), 9) } },
  'was killed for its memory': { status: { phase: 'Running', containerStatuses: both(ended('OOMKilled', 137), 2) } },
  'ended without a reason': { status: { phase: 'Running', containerStatuses: both(ended('', 3)) } },
  'ended by a signal': {
    status: { phase: 'Running', containerStatuses: both({ terminated: { exitCode: 137, signal: 9 } }) },
  },
  'is not ready': {
    status: { phase: 'Running', containerStatuses: [{ ...container('minio', running), ready: false }] },
  },
  'cannot pull its image': { status: { phase: 'Pending', containerStatuses: both(waiting('ImagePullBackOff')) } },
  'waits for a node': { status: { phase: 'Pending' } },
  'is gated': {
    status: { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] },
  },
  'was evicted': { status: { phase: 'Failed', reason: 'Evicted' } },
  'is done': { status: { phase: 'Succeeded', containerStatuses: [container('minio', ended('Completed', 0))] } },
  'is done with one container': {
    status: {
      phase: 'Running',
      containerStatuses: both(ended('Completed', 0)),
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  },
  'is done with one container and not ready': {
    status: { phase: 'Running', containerStatuses: both(ended('Completed', 0)) },
  },
  'crashes in its init container': {
    inits: [init],
    status: {
      phase: 'Pending',
      initContainerStatuses: [container(init.name, waiting('CrashLoopBackOff'), 5)],
      containerStatuses: [container('minio', waiting('PodInitializing'))],
    },
  },
  'fails in its init container': {
    inits: [init],
    status: { phase: 'Pending', initContainerStatuses: [container(init.name, ended('Error'), 1)] },
  },
  'is in its second init container': {
    inits: [init, { ...init, name: 'second' }],
    status: {
      phase: 'Pending',
      initContainerStatuses: [
        container(init.name, ended('Completed', 0)),
        { ...container('second', running), started: false, ready: false },
      ],
    },
  },
  'runs with a sidecar among its init containers': {
    inits: [init, helper],
    status: {
      phase: 'Running',
      conditions: initialized,
      initContainerStatuses: [container(init.name, ended('Completed', 0), 3), container('helper', running, 4)],
      containerStatuses: both(running, 2),
    },
  },
  'has lost a sidecar among its init containers': {
    inits: [helper],
    status: {
      phase: 'Running',
      conditions: initialized,
      initContainerStatuses: [container('helper', waiting('CrashLoopBackOff'), 4)],
      containerStatuses: both(running, 2),
    },
  },
}

const test = suite('pod states', missingKube())
let kube: Awaited<ReturnType<typeof startKube>>

test.before(async () => void (kube = await startKube()))
test.after(() => kube?.stop())

type Row = { cells: [name: string, ready: string, status: string, restarts: string | number] }

/** Output of `kubectl get pods`, from the table that the cluster returns. */
const tableOf = async ({ url, ca, admin }: typeof kube, path: string) =>
  new Promise<Row[]>((resolve, reject) => {
    const headers = {
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
      authorization: `Bearer ${admin}`,
    }
    request(new URL(path, url), { ca: readFileSync(ca), headers }, (response) =>
      text(response).then((body) => resolve(JSON.parse(body).rows), reject),
    )
      .on('error', reject)
      .end()
  })

test('state, readiness and restarts of a pod are those that `kubectl get pods` prints', async () => {
  const namespace = await kube.namespace(uniqueName('states'))
  const names = new Map<string, string>()
  for (const [title, { inits = [], status }] of Object.entries(cases)) {
    const name = title.replaceAll(' ', '-')
    names.set(name, title)
    const created: Resource = await kube.client.create(pathOf(pods, { namespace }), {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, ...(title === 'runs' && { finalizers: ['example.com/stays'] }) },
      spec: {
        containers: ['minio', 'sidecar'].map((one) => ({ name: one, image: 'a/b:c' })),
        initContainers: inits,
        nodeName: 'node-1',
      },
    })
    await kube.client.replace(pathOf(pods, { namespace, name, sub: 'status' }), { ...created, status })
  }
  const compare = async () => {
    const found = await kube?.client.list(pathOf(pods, { namespace }))
    const ownStates = new Map(
      found?.map((pod) => {
        const { reason, readyContainers, totalContainers, restarts } = podStateOf(pod)
        return [pod.metadata.name, [`${readyContainers}/${totalContainers}`, reason, restarts]]
      }),
    )
    const rows = kube ? await tableOf(kube, pathOf(pods, { namespace })) : []
    assert.is(rows.length, names.size)
    for (const { cells } of rows) {
      const [name, ready, status, restarts] = cells
      assert.equal(ownStates.get(name), [ready, status, Number.parseInt(String(restarts), 10)], names.get(name))
    }
    return new Map(rows.map(({ cells: [name, , status] }) => [name, status]))
  }
  const states = await compare()
  assert.is(states.get('crashes-beside-a-sidecar'), 'CrashLoopBackOff')
  await kube.client.remove(pathOf(pods, { namespace, name: 'runs' }), {})
  assert.is((await compare()).get('runs'), 'Terminating')
})
