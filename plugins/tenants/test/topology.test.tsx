import { assert, test } from '../../../test/lib/suite.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import type { CallState } from '../../../core/web/use-call.ts'
import type { Pod, Volume } from '../details/contract.ts'
import { podTone } from '../pages/pod-tone.ts'
import { placePods } from '../topology/pages/shape.ts'
import { Topology } from '../topology/pages/topology.tsx'
import { type FakeResponse, startFakeServer } from '../../../test/core/fake-server.ts'
import { findAll, render, unmount, until } from '../../../test/lib/react.tsx'
import { callState } from '../../../test/lib/call-state.ts'
import { status, tenantDetails } from './tenant-details.ts'

const pool = { servers: 2, volumes_per_server: 2, volume_configuration: { size: 1, storage_class_name: '' } }
const tenant = tenantDetails({
  pools: [
    { ...pool, name: 'pool-0', stateful_set: 'prod-pool-0' },
    { ...pool, name: '', stateful_set: 'prod-ss-1' },
  ],
})
const podOn = (name: string, node: string): Pod => ({
  name,
  node,
  status: 'Running',
  reason: 'Running',
  readyContainers: 2,
  totalContainers: 2,
  failure: '',
  timeCreated: 0,
  podIP: '',
  restarts: 0,
  containers: [],
  initContainers: [],
})
const volume = (name: string, state = 'Bound'): Volume => ({
  name,
  status: state,
  namespace: '',
  capacity: '',
  storageClass: '',
  volume: '',
  tenant: '',
  age: '',
})
const pods = [podOn('prod-pool-0-0', 'node-1'), podOn('prod-pool-0-1', 'node-1'), podOn('prod-ss-1-0', 'node-1')]
const volumes = [
  'data10-prod-pool-0-0',
  'data2-prod-pool-0-0',
  'data0-prod-pool-0-1',
  'data0-prod-ss-1-10',
  'data0-other-prod-ss-1-0',
].map((name) => volume(name))

const show = (of: CallState<Pod[]>, claims: CallState<{ pvcs: Volume[] }>) =>
  render(<Topology tenant={tenant} at={{ namespace: 'harbour', tenant: 'prod' }} pods={of} volumes={claims} />)
const page = () => document.body.textContent ?? ''

const pod = 'prod-pool-0-0'
const offline = { volume: `data2-${pod}`, pod, state: 'offline', reason: 'input/output error' }
let faults: FakeResponse
test.before.each(async () => {
  faults = { body: { faults: [offline] } }
  await startFakeServer(() => faults)
})

test('a lost drive is red although its volume is bound', async () => {
  await show(callState(pods), callState({ pvcs: volumes }))
  const label = 'data2-prod-pool-0-0: offline (input/output error)'
  await until(() => assert.ok(findAll('[role=img]').some((sign) => sign.getAttribute('aria-label') === label)))
  assert.match(page(), 'data2 offline')
})

test('unidentified offline drives are counted above the pools', async () => {
  faults = { body: { faults: [], unread: ['tenant'] } }
  const withOfflineDrives = { ...tenant, status: { ...status, drives_offline: 2 } }
  const at = { namespace: 'harbour', tenant: 'prod' }
  await render(
    <Topology tenant={withOfflineDrives} at={at} pods={callState(pods)} volumes={callState({ pvcs: volumes })} />,
  )
  await until(() => assert.match(page(), '2 drives are offline, but it is unknown which'))
})

test('drives that could not be checked are not shown as checked', async () => {
  faults = { status: 502, body: { message: 'The cluster does not answer' } }
  await show(callState(pods), callState({ pvcs: volumes }))
  await until(() => assert.match(page(), 'Drives could not be checked: The cluster does not answer'))
})

test('each pool shows its expected pods, each with its drives in order, and nodes with several pods', () => {
  const [first, second] = placePods(tenant, pods, volumes)
  assert.equal(
    first?.pods.map(({ name, found, drives }) => [name, found?.node, drives.map((one) => one.name)]),
    [
      ['prod-pool-0-0', 'node-1', ['data2-prod-pool-0-0', 'data10-prod-pool-0-0']],
      ['prod-pool-0-1', 'node-1', ['data0-prod-pool-0-1']],
    ],
  )
  assert.equal(first?.crowded, [{ node: 'node-1', pods: 2 }])
  assert.equal(
    [second?.name, second?.crowded, second?.pods.map(({ found, drives }) => [!!found, drives.length])],
    [
      'ss-1',
      [],
      [
        [true, 0],
        [false, 0],
      ],
    ],
  )
})

test('a drive announces its name and state to a screen reader, and a missing pod is shown', async () => {
  await show(callState(pods), callState({ pvcs: [...volumes, volume('data1-prod-pool-0-1', 'Lost')] }))
  const labels = findAll('[role=img]').map((sign) => sign.getAttribute('aria-label'))
  assert.ok(labels.includes('data1-prod-pool-0-1: Lost'), labels.join())
  assert.match(page(), '2 of its pods run on node-1 and would fail together')
  assert.match(page(), 'prod-ss-1-1Pod does not exist')
  assert.equal(
    findAll('a').map((link) => link.getAttribute('href')),
    pods.map(({ name }) => `/namespaces/harbour/tenants/prod/pods/${name}`),
  )
})

test('a pod that crashes next to a running sidecar is an error with its reason, an unready one a warning', async () => {
  const crashing = { ...podOn('prod-pool-0-0', 'node-1'), reason: 'CrashLoopBackOff', readyContainers: 1 }
  const slow = { ...podOn('prod-pool-0-1', 'node-2'), readyContainers: 1 }
  await show(callState([crashing, slow]), callState({ pvcs: volumes }))
  assert.match(page(), 'CrashLoopBackOff')
  assert.match(page(), 'Running, 1 of 2 ready')
  assert.equal([podTone(crashing), podTone(slow)], ['danger', 'warning'])
})

test('data that a role may not see is named and is not shown as an empty pool', async () => {
  const refused = new Failure(403, 'Access denied', { detail: 'cannot list it' })
  await show(callState(pods), callState<{ pvcs: Volume[] }>(undefined, refused))
  assert.match(page(), 'Drives unknown')
  await unmount()
  await show(callState<Pod[]>(undefined, refused), callState({ pvcs: volumes }))
  assert.match(page(), 'The location of its pods is unknown: cannot list it')
  assert.is(findAll('li').length, 0)
})
