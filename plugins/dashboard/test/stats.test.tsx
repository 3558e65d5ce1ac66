import { assert, test } from '../../../test/lib/suite.ts'
import { parse } from 'valibot'
import { Info } from '../contract.ts'
import { DashboardStats, DashboardStatsSkeleton } from '../pages/stats.tsx'
import { Spark } from '../pages/charts/small-charts.tsx'
import { date } from '../../../core/protocol/format.ts'
import { find, findAll, render, unmount } from '../../../test/lib/react.tsx'

const figure = (label: string) => find(`[aria-label="${label}"]`).textContent
const show = (info: Parameters<typeof parse<typeof Info>>[1]) => render(<DashboardStats info={parse(Info, info)} />)

test('a computed figure shows the time of its computation', async () => {
  const asOf = '2026-11-22T05:00:00.123Z'
  await show({ buckets: 4, objects: 2, usage: 2048, asOf })
  assert.is(figure('All Buckets'), 'All Buckets4 Average size 512 B')
  assert.is(figure('Usage'), `Usage2.0 KiBAs of ${date(asOf)}`)
  assert.is(figure('Total Objects'), 'Total Objects2 Average size 1.0 KiB')
})

test('the statistics have the same labels while they load', async () => {
  const labels = () => findAll('section').map((section) => section.getAttribute('aria-label'))
  await show({ buckets: 4 })
  const loaded = labels()
  await unmount()
  await render(<DashboardStatsSkeleton />)
  assert.equal(labels(), loaded)
})

test('a figure that is not computed yet is not shown as none', async () => {
  await show({ buckets: 4, capacity: 4096, asOf: 'never' })
  assert.is(figure('All Buckets'), 'All Buckets4 ')
  for (const label of ['Usage', 'Total Objects']) assert.match(figure(label), new RegExp(`^${label}— Not scanned yet`))
})

test('used space on the drives is shown with its total, even before the first scan', async () => {
  await show({ buckets: 1, capacity: 4096, used: 1024, asOf: 'never' })
  assert.match(figure('Drives'), /1\.0 KiB of 4\.0 KiB25%$/)
})

test('the chart behind a figure starts at zero, so that one object fewer of many shows no drop', async () => {
  const values = [2352, 2351].map((value, at): [number, string] => [at, String(value)])
  const targets = [{ title: '', legendFormat: '', result: [{ metric: {}, values }] }]
  await render(<Spark widget={{ id: 44, title: 'Objects', type: 'stat', targets } as never} />)
  const [first = 0, second = 0] = (find('polyline').getAttribute('points') ?? '')
    .split(' ')
    .map((point) => Number(point.split(',')[1]))
  assert.ok(Math.abs(first - second) < 0.1, `${first} and ${second} of 40`)
})

test('a current figure shows no time', async () => {
  await show({ buckets: 0, objects: 0, usage: 0 })
  assert.equal(['All Buckets', 'Usage', 'Total Objects'].map(figure), ['All Buckets0 ', 'Usage0 B', 'Total Objects0 '])
})
