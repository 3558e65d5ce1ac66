import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import type { Pod } from '../details/contract.ts'
import { latestProblemLine } from '../details/pages/latest-problem-line.ts'
import { problemsOf } from '../details/pages/find-problems.ts'

const status = { write_quorum: 3, drives_online: 3, drives_offline: 1, drives_healing: 0, health_status: 'red' }
const pod = (name: string, more: Partial<Pod> = {}): Pod => ({
  name,
  node: 'node-3',
  failure: '',
  status: 'Running',
  reason: 'Running',
  readyContainers: 2,
  totalContainers: 2,
  timeCreated: 0,
  podIP: '',
  restarts: 0,
  containers: [],
  initContainers: [],
  ...more,
})
const event = (kind: string, name: string, message: string, last_seen: number) => ({
  kind,
  name,
  message,
  last_seen,
  first_seen: last_seen,
  count: 1,
  event_type: 'Warning',
  reason: 'Failed',
})
const fault = {
  volume: 'data3-prod-pool-0-2',
  pod: 'prod-pool-0-2',
  path: '/export3',
  state: 'offline',
  reason: '',
} as const
const healthyTenant = { status: { ...status, drives_offline: 0 } }
const input = { tenant: { status }, pods: [pod('prod-pool-0-2')], volumes: [], faults: [], events: [] }
const brief = (problems: ReturnType<typeof problemsOf>) =>
  problems.map(({ tone, what, why, link }) => [tone, what, why, link.part])

test('a lost drive is named with its pod, its node and the latest warning about its volume', () => {
  const events = [
    event('PersistentVolumeClaim', fault.volume, 'slow', 10),
    event('PersistentVolumeClaim', fault.volume, 'input/output error', 20),
    event('PersistentVolumeClaim', 'data0-prod-pool-0-2', 'another one', 30),
  ]
  const problems = problemsOf({ ...input, faults: [fault], events })
  assert.equal(brief(problems), [
    ['danger', 'Drive data3 of prod-pool-0-2 on node-3 is offline', 'Failed: input/output error', 'pods/prod-pool-0-2'],
  ])
  assert.is(problems[0]?.since, 20)
})

test('an unidentified offline drive is counted, and so is the rest of a count', () => {
  const why = 'The cluster does not report which. Check the logs of its pods.'
  assert.equal(brief(problemsOf(input)), [['danger', '1 drive is offline', why, 'pools']])
  const two = { ...input, tenant: { status: { ...status, drives_offline: 3 } }, faults: [fault] }
  assert.equal(brief(problemsOf(two))[1], ['danger', '2 drives are offline', why, 'pools'])
})

test('an unreachable tenant is the reported reason', () => {
  const [first] = problemsOf({ ...input, unread: ['tenant'] })
  assert.is(first?.why, 'The tenant did not report which. Check the logs of its pods.')
})

test('a crashing pod comes before a starting one, each with its warning, and a lost volume is an error', () => {
  const pods = [
    pod('a', { reason: 'Pending', readyContainers: 0 }),
    pod('b', { reason: 'CrashLoopBackOff', readyContainers: 1 }),
    pod('c'),
  ]
  const volume = { name: 'data0-c', status: 'Lost', namespace: '', capacity: '', storageClass: '' }
  const volumes = [{ ...volume, volume: '', tenant: '', age: '' }]
  const events = [event('Pod', 'b', 'Back-off restarting failed container', 5), event('Pod', 'a', 'no node fits', 6)]
  assert.equal(brief(problemsOf({ ...input, tenant: healthyTenant, pods, volumes, events })), [
    ['danger', 'Pod b: CrashLoopBackOff', 'Failed: Back-off restarting failed container', 'pods/b'],
    ['danger', 'Volume data0-c: Lost', undefined, 'volumes'],
    ['warning', 'Pod a: Pending', 'Failed: no node fits', 'pods/a'],
  ])
})

test('the termination reason of a container takes precedence over the warning about it', () => {
  const failure = 'minio ended with exit code 137, OOMKilled'
  const pods = [pod('b', { reason: 'CrashLoopBackOff', readyContainers: 1, failure })]
  const events = [event('Pod', 'b', 'Back-off restarting failed container', 5)]
  assert.equal(brief(problemsOf({ ...input, tenant: healthyTenant, pods, events })), [
    ['danger', 'Pod b: CrashLoopBackOff', failure, 'pods/b'],
  ])
})

test('offline drives of a crashing pod are explained by the pod', () => {
  const pods = [pod('prod-pool-0-2', { reason: 'CrashLoopBackOff', readyContainers: 1 })]
  const volume = { status: 'Bound', namespace: '', capacity: '', storageClass: '', volume: '', tenant: '', age: '' }
  const volumes = [{ ...volume, name: fault.volume }]
  assert.equal(pluck(problemsOf({ ...input, pods, volumes }), 'what'), ['Pod prod-pool-0-2: CrashLoopBackOff'])
})

test('a healthy tenant has no problems', () => {
  assert.equal(problemsOf({ ...input, tenant: { status: { ...status, drives_offline: 0 } } }), [])
})

test('each problem names where its log is, what to do and the action', () => {
  const remediesOf = (more: Partial<Parameters<typeof problemsOf>[0]>) =>
    problemsOf({ ...input, tenant: healthyTenant, ...more }).map(({ log, action }) => [
      log?.previous,
      log?.text,
      action?.kind,
    ])
  assert.equal(remediesOf({ faults: [fault] }), [['no', '/export3', undefined]])
  const broken = (reason: string, more: Partial<Pod> = {}) => ({
    pods: [pod('b', { reason, readyContainers: 0, ...more })],
  })
  assert.equal(remediesOf(broken('CrashLoopBackOff', { unready: { container: 'minio', run: 'previous' } })), [
    ['yes', '', 'deletePod'],
  ])
  assert.equal(remediesOf(broken('Error')), [['no', '', 'deletePod']])
  assert.equal(remediesOf(broken('CrashLoopBackOff', { failure: 'minio ended with exit code 137, OOMKilled' })), [
    ['no', '', 'editYaml'],
  ])
  assert.equal(remediesOf(broken('ImagePullBackOff')), [['no', '', 'updateImage']])
  assert.equal(remediesOf(broken('Pending', { node: '' })), [[undefined, undefined, 'editYaml']])
  assert.equal(remediesOf(broken('ContainerCreating')), [['no', '', undefined]])
  for (const { remedy } of problemsOf({ ...input, faults: [fault] })) assert.ok(remedy)
})

test('the log of a failed pod is that of the container and run that explain it', () => {
  const logOf = (more: Partial<Pod>) =>
    problemsOf({ ...input, tenant: healthyTenant, pods: [pod('b', { reason: 'CrashLoopBackOff', ...more })] })[0]?.log
  const restarts = 3
  assert.equal(logOf({ restarts, unready: { container: 'sidecar', run: 'previous' } }), {
    pod: 'b',
    container: 'sidecar',
    previous: 'yes',
    text: '',
  })
  assert.equal(logOf({ restarts, unready: { container: 'validate-arguments', run: 'this' } }), {
    pod: 'b',
    container: 'validate-arguments',
    previous: 'no',
    text: '',
  })
})

test('a tenant that fills up is to be expanded', () => {
  const tones = [0.74, 0.75, 0.9].map((full) =>
    problemsOf({ ...input, tenant: healthyTenant, full }).map(({ tone }) => tone),
  )
  assert.equal(tones, [[], ['warning'], ['danger']])
  assert.is(problemsOf({ ...input, tenant: healthyTenant, full: 0.91 })[0]?.action?.kind, 'addPool')
})

test('the latest warning about a drive is found in a log, and no line of a stack trace', () => {
  const log = [
    'WARN: drive /export3 still offline',
    'INFO: drive /export3 formatted',
    'Error: drive /export2 failed',
    '       2: cmd/logging.go:145:cmd.storageLogIf(/export2)',
    'INFO: done',
  ].join('\n')
  assert.equal(
    ['/export3', '', '/export9'].map((text) => latestProblemLine(log, text)),
    ['WARN: drive /export3 still offline', 'Error: drive /export2 failed', undefined],
  )
})

test('a certificate that expires, has expired or cannot be read is a problem, with who renews it', () => {
  const now = Date.UTC(2026, 10, 1)
  const ends = (days: number) => new Date(now + days * 86_400_000).toISOString()
  const certificates = [
    { name: 'fine', from: 'people', expiry: ends(30) },
    { name: 'soon', from: 'people', expiry: ends(8) },
    { name: 'urgent', from: 'operator', expiry: ends(0.5) },
    { name: 'over', from: 'people', expiry: ends(-2) },
    { name: 'none', from: 'people', expiry: '', problem: 'The secret does not exist' },
  ] as const
  const problems = problemsOf({ ...input, tenant: healthyTenant, certificates, now })
  assert.equal(
    problems.map(({ tone, what, link }) => [tone, what, link.part]),
    [
      ['danger', 'Certificate urgent expires in 1 day', 'security'],
      ['danger', 'Certificate over expired on 2026-10-30', 'security'],
      ['danger', 'Certificate none: The secret does not exist', 'security'],
      ['warning', 'Certificate soon expires in 8 days', 'security'],
    ],
  )
  assert.match(problems[0]?.remedy ?? '', 'The operator renews it')
  assert.match(problems[1]?.remedy ?? '', 'Replace it in Security')
})

test('a clock that differs is a warning, and an error where S3 refuses requests', () => {
  const clockOf = (skew: number | undefined) => brief(problemsOf({ ...input, tenant: healthyTenant, skew }))
  const later = 'S3 will refuse requests once the difference is 15 minutes.'
  const refused = 'S3 refuses requests whose time differs by 15 minutes or more.'
  assert.equal([clockOf(undefined), clockOf(4.4), clockOf(-4.4)], [[], [], []])
  assert.equal(clockOf(-90), [
    ['warning', "The clock of a server is 1 minute 30 seconds behind the console's", later, 'pods'],
  ])
  assert.equal(clockOf(900), [
    ['danger', "The clock of a server is 15 minutes ahead of the console's", refused, 'pods'],
  ])
})
