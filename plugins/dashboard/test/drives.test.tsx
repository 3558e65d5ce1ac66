import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { parse } from 'valibot'
import { readingsOf } from '../alerts/readings.ts'
import { Drive, Server } from '../contract.ts'
import { addressOf } from '../pages/alerts.tsx'
import { Drives } from '../pages/servers-and-drives.tsx'
import { Topology } from '../pages/topology.tsx'
import { findAll, render, unmount } from '../../../test/lib/react.tsx'

const placed = (drive: object) => ({ ...parse(Drive, drive), server: 'node-1' })

test('a drive shows its state, and a healing drive its progress if the storage reports it', async () => {
  const rows = [
    { state: 'ok' },
    { state: 'offline' },
    { state: 'ok', healing: true },
    { state: 'ok', healing: true, healed: 0.629 },
  ].map(placed)
  await render(<Drives rows={rows} page={1} onPage={() => {}} />)
  assert.equal(pluck(findAll('[data-status]'), 'textContent'), ['OK', 'Offline', 'Healing', 'Healing, 62%'])
})

test('a drive keeps its number in every state and on every page', async () => {
  const states = Array.from({ length: 12 }, (_, index) => (index % 3 === 2 ? 'offline' : 'ok'))
  const rows = states.map((state, index) => placed({ state, endpoint: `/mnt/disk${index + 1}` }))
  for (const page of [1, 2]) {
    await render(<Drives rows={rows} page={page} onPage={() => {}} />)
    const text = document.body.textContent ?? ''
    const named = [...text.matchAll(/Drive (\d+)\/mnt\/disk(\d+?)(?=OK|Offline|\D)/g)]
    assert.ok(named.length > 0, text)
    for (const [, number, disk] of named) assert.is(number, disk)
    await unmount()
  }
})

test('a link to a drive leads to its row on any page of the table', async () => {
  const rows = Array.from({ length: 12 }, (_, index) => placed({ state: 'ok', drivePath: `/data${index + 1}` }))
  await render(<Drives rows={rows} page={undefined} part="node-1:/data10" onPage={() => {}} />)
  const [row, ...others] = findAll('[aria-current]').filter((one) => one.role === 'row')
  assert.match(row?.textContent ?? '', /^Drive 10\/data10/)
  assert.is(others.length, 0)
})

test('a page with the row of a link can be left, although scroll methods return promises', async () => {
  const rows = [placed({ state: 'ok', drivePath: '/data1' })]
  await render(<Drives rows={rows} page={1} part="node-1:/data1" onPage={() => {}} />)
  await unmount()
  assert.equal(findAll('[role=row]'), [])
})

test('the address of an alert names the drive, also if there are several', async () => {
  const servers = [
    { endpoint: 'node-1', state: 'online', drives: [{ state: 'ok', drivePath: '/data1' }] },
    {
      endpoint: 'node-2',
      state: 'online',
      drives: [
        { state: 'offline', drivePath: '/data1' },
        { state: 'missing', drivePath: '/data2' },
      ],
    },
  ]
  const reading = readingsOf({ servers }, 0)['drives-offline']
  assert.equal(reading, { value: 2, source: 'node-2:/data1 and 1 more', part: 'node-2:/data1' })
  assert.is(
    addressOf({ metric: 'drives-offline', part: reading?.part }),
    '/dashboard?tab=drives&part=node-2%3A%2Fdata1',
  )
  assert.is(addressOf({ metric: 'drives-offline' }), '/dashboard?tab=drives', 'an alert of an earlier version')
})

test('the topology marks each drive, and names lost ones', async () => {
  const server = parse(Server, {
    endpoint: 'node-1',
    state: 'online',
    poolNumber: 1,
    drives: [
      { state: 'ok', drivePath: '/data1' },
      { state: 'offline', drivePath: '/data2' },
      { state: 'ok', healing: true, drivePath: '/data3' },
    ],
  })
  await render(<Topology servers={[server, parse(Server, { endpoint: 'node-2', state: 'offline', poolNumber: 2 })]} />)
  assert.equal(
    findAll('a').map((link) => link.getAttribute('href')?.replace('/dashboard?tab=', '')),
    [
      'servers&part=node-1',
      'drives&part=node-1%3A%2Fdata1',
      'drives&part=node-1%3A%2Fdata2',
      'drives&part=node-1%3A%2Fdata3',
      'servers&part=node-2',
    ],
  )
  assert.equal(pluck(findAll('h3'), 'textContent'), ['Pool 1, 1 server', 'Pool 2, 1 server'])
  const text = document.body.textContent ?? ''
  assert.match(text, /\/data2: offline/)
  assert.match(text, /\/data3: healing/)
  assert.match(text, /Server offline/)
})
