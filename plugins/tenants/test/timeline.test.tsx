import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import type { Pod } from '../details/contract.ts'
import type { TimelineEvent } from '../timeline/contract.ts'
import { Timeline } from '../timeline/pages/timeline.tsx'
import { oftenOf, filterEvents } from '../timeline/pages/event-text.ts'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { findAll, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { callState } from '../../../test/lib/call-state.ts'
import { tenantDetails } from './tenant-details.ts'

const at = { namespace: 'harbour', tenant: 'prod' }
const noon = new Date(2026, 10, 4, 12).getTime() / 1000
const once: TimelineEvent = {
  kind: 'Tenant',
  name: 'prod',
  event_type: 'Normal',
  reason: 'Reconciled',
  message: 'Initialized',
  count: 1,
  first_seen: noon - 86_400,
  last_seen: noon - 86_400,
}
const again: TimelineEvent = {
  kind: 'Pod',
  name: 'prod-pool-0-1',
  event_type: 'Warning',
  reason: 'BackOff',
  message: 'Back-off restarting',
  count: 12,
  first_seen: noon - 7200,
  last_seen: noon,
}
const deletedPod: TimelineEvent = { ...again, name: 'prod-pool-0-9', count: 1, first_seen: noon, last_seen: noon }

let response: { status: number; body: object }

const tenant = tenantDetails()
const pod: Pod = {
  name: 'prod-pool-0-1',
  status: 'Running',
  reason: 'Running',
  readyContainers: 1,
  totalContainers: 1,
  failure: '',
  timeCreated: 0,
  podIP: '',
  restarts: 0,
  node: '',
  containers: [],
  initContainers: [],
}
const show = () =>
  render(
    <Timeline tenant={tenant} at={at} pods={callState([pod])} volumes={callState({})} reload={async () => undefined} />,
  )
const page = () => document.body.textContent ?? ''

test.before.each(async () => {
  await startFakeServer(() => response)
  startTestSession({ operator: true, plugins: ['tenants'] })
})

test('events are grouped by day, repeated ones are counted, and warnings are labeled with a word', async () => {
  response = { status: 200, body: { events: [again, deletedPod, once], total: 700 } }
  await show()
  await until(() => assert.is(findAll('li').length, 3))
  assert.equal(pluck(findAll('h2'), 'textContent'), ['2026-11-04', '2026-11-03'])
  const [first = '', , last = ''] = findAll('li').map((item) => item.textContent)
  for (const text of ['12:00:00', 'Warning: BackOff', '12 times in 2 hours']) assert.match(first ?? '', text)
  assert.not.match(last ?? '', /Warning|times/)
  assert.match(page(), 'The latest 3 of 700')
})

test('an existing pod links to its page, and a deleted one shows its name', async () => {
  response = { status: 200, body: { events: [again, deletedPod], total: 2 } }
  await show()
  await until(() => assert.is(findAll('li').length, 2))
  assert.equal(
    findAll('li a').map((link) => link.getAttribute('href')),
    ['/namespaces/harbour/tenants/prod/pods/prod-pool-0-1'],
  )
  assert.match(page(), 'prod-pool-0-9')
})

test('an account that may not list events sees the reason instead of an empty timeline', async () => {
  response = {
    status: 403,
    body: {
      code: 403,
      message: 'Access denied',
      detailedMessage:
        'events is forbidden: User "jane" cannot list resource "events" in API group "" in the namespace "harbour"',
      missing: [{ action: 'k8s:list:events', resource: 'namespaces/harbour' }],
    },
  }
  await show()
  await until(() => assert.match(page(), 'list events'))
  assert.not.match(page(), /No recent events/)
})

test('events are filtered by name, reason, message and warnings', () => {
  const found = (search: string, what: 'all' | 'warnings' = 'all') =>
    filterEvents([again, once], { search, show: what }).map(({ reason }) => reason)
  assert.equal(
    [found(''), found('initial'), found('POOL-0'), found('', 'warnings'), found('initial', 'warnings')],
    [['BackOff', 'Reconciled'], ['Reconciled'], ['BackOff'], ['BackOff'], []],
  )
  assert.equal(
    [oftenOf(once), oftenOf(again), oftenOf({ ...again, first_seen: noon })],
    [undefined, '12 times in 2 hours', '12 times'],
  )
})
