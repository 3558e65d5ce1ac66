import { assert, test } from '../../../test/lib/suite.ts'
import type { TenantHealth } from '../health/contract.ts'
import { findingsOf, withheldOf } from '../health/pages/findings.ts'

const now = Date.parse('2026-11-22T00:00:00Z')
const tenant = {
  name: 'prod',
  namespace: 'shop',
  pool_count: 1,
  instance_count: 4,
  volume_count: 16,
  total_size: 16,
  creation_date: '',
  currentState: 'Initialized',
  health_status: 'green',
  image: 'a/minio:RELEASE.2026-11-04T10-00-00Z',
}
const healthy: TenantHealth = { tenant, drives: { offline: 0, healing: 0 }, certificates: [], pods: [] }
const reported = (...all: TenantHealth[]) =>
  findingsOf(all, now).map(
    ({ level, text, details, part }) => `${level} ${part}: ${text}${details ? ` (${details})` : ''}`,
  )

test('a healthy tenant has no findings', () => {
  assert.equal(reported(healthy), [])
})

test('urgent findings come first, and each names the page to fix it', () => {
  const full = { ...healthy, tenant: { ...tenant, used: 80, usable: 100, health_status: 'yellow' } }
  assert.equal(reported(full, { ...healthy, drives: { offline: 1, healing: 2 } }), [
    'danger summary: 1 of 16 drives is offline',
    'warning summary: Operator reports: degraded',
    'warning pools: 80% of its capacity is used',
    'warning summary: 2 of 16 drives are healing',
  ])
})

test('a certificate is reported from 30 days before its expiry, and an unreadable one always', () => {
  const ends = (expiry: string, more: object = {}) =>
    reported({ ...healthy, certificates: [{ name: 'web', from: 'people', expiry, ...more }] })
  assert.equal(ends('2026-12-23T00:00:00Z'), [])
  assert.equal(ends('2026-12-10T00:00:00Z'), ['warning security: web expires in 18 days (2026-12-10)'])
  assert.equal(ends('2026-12-10T00:00:00Z', { from: 'operator' }), [
    'warning security: web expires in 18 days (2026-12-10; the operator renews it)',
  ])
  assert.equal(ends('2026-11-23T00:00:00Z'), ['danger security: web expires in 1 day (2026-11-23)'])
  assert.equal(ends('2026-11-01T00:00:00Z'), ['danger security: web expired on 2026-11-01'])
  assert.equal(ends('', { problem: 'The secret does not exist' }), ['danger security: web: The secret does not exist'])
})

test('a version older than the newest among the tenants is reported, and other tags are not compared', () => {
  const runs = (image: string) => ({ ...healthy, tenant: { ...tenant, image } })
  assert.equal(reported(healthy, runs('a/minio:RELEASE.2026-06-02T08-15-00Z'), runs('a/minio:latest')), [
    'warning summary: Outdated version 2026-06-02 (Newest: 2026-11-04 on prod)',
  ])
  const later = { ...healthy, tenant: { ...tenant, name: 'other', image: 'a/minio:RELEASE.2026-11-04T18-00-00Z' } }
  assert.equal(
    reported(healthy, later),
    ['warning summary: Outdated version 2026-11-04T10-00-00Z (Newest: 2026-11-04T18-00-00Z on other)'],
    'for releases of one day the hours are shown',
  )
})

test('waiting pods are reported together, and restarting pods one by one', () => {
  const pods = [
    { name: 'a', restarts: 0, status: 'Pending', failure: '', readyContainers: 0, totalContainers: 2 },
    { name: 'b', restarts: 0, status: 'Pending', failure: '', readyContainers: 0, totalContainers: 2 },
    { name: 'c', restarts: 1, status: 'Running', failure: '', readyContainers: 2, totalContainers: 2 },
    {
      name: 'd',
      restarts: 9,
      status: 'CrashLoopBackOff',
      failure: 'minio ended with exit code 1',
      readyContainers: 1,
      totalContainers: 2,
    },
    { name: 'e', restarts: 0, status: 'Running', failure: '', readyContainers: 1, totalContainers: 2 },
  ]
  assert.equal(reported({ ...healthy, pods }), [
    'danger pods/d: d: CrashLoopBackOff (minio ended with exit code 1)',
    'warning pods: 2 pods: Pending',
    'warning pods/e: e: Running, 1 of 2 ready',
    'warning pods/c: c has restarted (Once)',
    'warning pods/d: d has restarted (9 times)',
  ])
})

test('a tenant that is being deleted has no findings', () => {
  assert.equal(
    reported({ ...healthy, tenant: { ...tenant, deletion_date: '2026-11-21T00:00:00Z', health_status: 'red' } }),
    [],
  )
})

test('data that a role may not see is named, tenant by tenant if it can see others', () => {
  const { pods: _, certificates: __, ...withoutPods } = healthy
  const named = (name: string) => ({ ...withoutPods, tenant: { ...tenant, name }, pods: [] })
  assert.equal(withheldOf([healthy]), [])
  assert.equal(withheldOf([withoutPods]), [
    'Your role cannot list the pods of any tenant, so their restarts are unknown.',
    'Your role cannot read the secrets of any tenant, so the expiration of certificates is unknown.',
  ])
  assert.equal(withheldOf([healthy, ...['a', 'b', 'c', 'd'].map(named)]), [
    'Your role cannot read the secrets of a, b, c and 1 more, so the expiration of certificates is unknown.',
  ])
})
