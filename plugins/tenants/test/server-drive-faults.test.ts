import { assert, test } from '../../../test/lib/suite.ts'
import { reportedFaults } from '../kubernetes/drive-faults.ts'
import { skewOf } from '../kubernetes/tenant-info.ts'

const pool = (name: string, template: string) => ({
  name,
  servers: 2,
  volumesPerServer: 4,
  volumeClaimTemplate: { metadata: { name: template } },
})
const tenant = {
  metadata: { name: 'prod', namespace: 'shop' },
  spec: { mountPath: '/data', pools: [pool('pool-0', 'disk'), pool('', 'data')] },
}
const drive = (pod: string, path: string, state: string, healing = false) => ({
  endpoint: `https://${pod}.prod-hl.shop.svc.cluster.local:9000${path}`,
  state,
  healing,
  used: 0,
  total: 0,
})

test('a drive that a tenant reports as offline or healing is named by the claim mounted there', () => {
  const drives = [
    drive('prod-pool-0-1', '/data3', 'offline'),
    drive('prod-pool-0-0', '/data3', 'ok'),
    drive('prod-pool-0-0', '/data2/sub', 'ok', true),
    drive('prod-ss-1-10', '/data', 'faulty'),
  ]
  assert.equal(reportedFaults(tenant, { used: 0, drives, skew: undefined }), [
    {
      pod: 'prod-pool-0-1',
      volume: 'disk3-prod-pool-0-1',
      path: '/data3',
      state: 'offline',
      reason: 'MinIO reports offline',
    },
    { pod: 'prod-pool-0-0', volume: 'disk2-prod-pool-0-0', path: '/data2', state: 'healing', reason: '' },
    {
      pod: 'prod-ss-1-10',
      volume: 'data0-prod-ss-1-10',
      path: '/data',
      state: 'offline',
      reason: 'MinIO reports faulty',
    },
  ])
})

test('a drive at an address outside the tenant is not guessed', () => {
  const drives = [drive('other-0', '/data3', 'offline'), drive('prod-pool-0-1', '/elsewhere', 'offline')]
  assert.equal(
    reportedFaults(tenant, { used: 0, drives: [...drives, { ...drives[0]!, endpoint: '/data1' }], skew: undefined }),
    [],
  )
})

test("the skew of a tenant's clock is measured at the middle of the request", () => {
  const sentAt = Date.parse('2026-11-20T12:00:00Z')
  assert.is(skewOf('Fri, 20 Nov 2026 12:10:00 GMT', sentAt, sentAt + 3000), 599_000)
  assert.is(skewOf('Fri, 20 Nov 2026 11:59:00 GMT', sentAt, sentAt), -59_500)
  for (const date of [undefined, '', 'soon']) assert.is(skewOf(date, sentAt, sentAt), undefined)
})
