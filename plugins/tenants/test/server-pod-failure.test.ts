import { assert, suite } from '../../../test/lib/suite.ts'
import { podStateOf } from '../kubernetes/pod-state.ts'

const test = suite('why a pod does not run')

const failureOf = (status: object) =>
  podStateOf({ metadata: { name: 'prod-pool-0-0' }, spec: { containers: [{ name: 'minio' }] }, status }).failure
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

test('a long message is truncated', () => {
  assert.is(failureOf(minio(ended({ message: 'x'.repeat(4096) }))).length, 300)
})
