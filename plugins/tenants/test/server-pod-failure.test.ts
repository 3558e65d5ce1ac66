import { assert, suite } from '../../../test/lib/suite.ts'
import { podStateOf } from '../kubernetes/pod-state.ts'

const test = suite('why a pod does not run')

const stateOf = (status: object) =>
  podStateOf({ metadata: { name: 'prod-pool-0-0' }, spec: { containers: [{ name: 'minio' }] }, status })
const failureOf = (status: object) => stateOf(status).failure
const minio = (state: object, lastState: object = {}) => ({
  phase: 'Running',
  containerStatuses: [
    { name: 'sidecar', state: { running: {} }, lastState: { terminated: { exitCode: 1, reason: 'Error' } } },
    { name: 'minio', state, lastState },
  ],
})
const ended = (more: object) => ({ terminated: { exitCode: 1, reason: 'Error', ...more } })
const crashing = { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s restarting failed container' } }

test('a container that keeps crashing is explained by its last termination', () => {
  const killed = ended({ exitCode: 137, reason: 'OOMKilled' })
  assert.is(failureOf(minio(crashing, killed)), 'minio ended with exit code 137, OOMKilled')
  assert.is(
    failureOf(minio(crashing, ended({ message: 'FATAL Invalid credentials\n' }))),
    'minio ended with exit code 1: FATAL Invalid credentials',
  )
  assert.is(failureOf(minio(ended({ exitCode: 0, signal: 9, reason: '' }))), 'minio ended with signal 9')
})

test('a container that never started is explained by its waiting reason', () => {
  const message = 'secret "prod-env" not found'
  assert.is(failureOf(minio({ waiting: { reason: 'CreateContainerConfigError', message } })), message)
  assert.is(failureOf(minio(crashing)), crashing.waiting.message)
})

test('a failing init container comes before the containers that wait for it', () => {
  const status = {
    ...minio({ waiting: { reason: 'PodInitializing' } }),
    initContainerStatuses: [{ name: 'validate-arguments', state: ended({ exitCode: 2 }) }],
  }
  assert.is(failureOf(status), 'validate-arguments ended with exit code 2')
})

test('a pod without a node is explained by the scheduler, and an evicted one by its node', () => {
  const conditions = [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes fit' }]
  assert.is(failureOf({ phase: 'Pending', conditions }), '0/3 nodes fit')
  assert.is(failureOf({ phase: 'Failed', reason: 'Evicted', message: 'low on memory' }), 'low on memory')
})

test('a running or completed pod has no failure', () => {
  assert.is(failureOf(minio({ running: {} }, ended({ exitCode: 137 }))), '')
  assert.is(failureOf(minio(ended({ exitCode: 0, reason: 'Completed' }))), '')
  assert.is(failureOf({ phase: 'Pending' }), '')
})

test('the container that fails is named, with the run whose log says why', () => {
  const running = { name: 'minio', ready: true, state: { running: {} }, lastState: ended({}) }
  const sidecar = { name: 'sidecar', state: crashing, lastState: ended({}) }
  const [thisRun, previousRun] = ['this', 'previous'].map((run) => (container: string) => ({ container, run }))
  const unready = (status: object) => stateOf({ phase: 'Running', ...status }).unready
  assert.equal(unready({ containerStatuses: [running, sidecar] }), previousRun?.('sidecar'))
  assert.equal(unready({ containerStatuses: [running, { ...sidecar, state: ended({}) }] }), thisRun?.('sidecar'))
  assert.equal(unready({ containerStatuses: [running, { ...sidecar, lastState: {} }] }), thisRun?.('sidecar'))
  const waiting = { name: 'minio', state: { waiting: { reason: 'PodInitializing' } } }
  const init = { name: 'validate-arguments', state: crashing, lastState: ended({}) }
  assert.equal(
    unready({ initContainerStatuses: [init], containerStatuses: [waiting] }),
    previousRun?.('validate-arguments'),
  )
})

test('a container that runs but is not ready is named, with the run before if it was restarted', () => {
  const [minio, sidecar] = ['minio', 'sidecar'].map((name) => ({ name, ready: true, state: { running: {} } }))
  const unready = (...containerStatuses: object[]) => stateOf({ phase: 'Running', containerStatuses }).unready
  assert.is(unready({ ...minio, lastState: ended({}) }, { ...sidecar }), undefined)
  assert.equal(unready({ ...minio }, { ...sidecar, ready: false }), { container: 'sidecar', run: 'this' })
  assert.equal(unready({ ...minio }, { ...sidecar, ready: false, lastState: ended({}) }), {
    container: 'sidecar',
    run: 'previous',
  })
  assert.is(unready({ name: 'job', ready: false, state: ended({ exitCode: 0 }) }), undefined)
})

test('a long message is truncated', () => {
  assert.is(failureOf(minio(ended({ message: 'x'.repeat(4096) }))).length, 300)
})
