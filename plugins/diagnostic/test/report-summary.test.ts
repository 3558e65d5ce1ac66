import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import type { Report } from '../contract.ts'
import { anonymize } from '../pages/anonymize.ts'
import { summarizeReport } from '../pages/report-summary.ts'

const time = (seconds: number) => ({
  config: { 'time-info': { current_time: new Date(Date.UTC(2026, 10, 22) + seconds * 1000).toISOString() } },
})

/** A report of three servers, one with an offline drive and a wrong clock. */
const report: Report = {
  version: '3',
  timestamp: '2026-11-22T00:00:00Z',
  sys: {
    cpus: [{ addr: 'node-1:9000', cpus: [{ cores: 8 }, { cores: 8 }] }],
    meminfo: [
      { addr: 'node-1:9000', total: 100, available: 60 },
      { addr: 'node-2:9000', error: 'permission denied' },
      'no server',
    ],
    config: [
      { addr: 'node-1:9000', ...time(0) },
      { addr: 'node-2:9000', ...time(0.01) },
      { addr: 'node-3:9000', ...time(7200) },
    ],
    errors: [{ addr: 'node-1:9000', errors: ['updatedb is enabled', 'audit is enabled'] }],
    procinfo: [{ addr: 'node-1:9000', cmd_line: 'minio server http://node-{1...3}/mnt/secret-disk' }],
  },
  minio: {
    config: { config: { site: { _: [{ key: 'region', value: 'our-region' }] } } },
    info: {
      servers: ['node-1:9000', 'node-2:9000', 'node-3:9000'].map((endpoint, at) => ({
        endpoint,
        state: at === 1 ? 'offline' : 'online',
        drives: [
          {
            endpoint: `http://${endpoint}/mnt/disk1`,
            path: '/mnt/disk1',
            state: at === 2 ? 'offline' : 'ok',
            healing: at === 0,
          },
        ],
      })),
    },
  },
}

test('a report is summarized: servers, drives, memory, clocks and problems', () => {
  const { servers, drives, memory, wrong } = summarizeReport(report)
  assert.equal(
    servers.map(({ cores, memory: its }) => [cores, its?.used]),
    [
      [16, 40],
      [undefined, undefined],
      [undefined, undefined],
    ],
  )
  assert.equal(
    servers.map(({ clock }) => clock?.toFixed(2)),
    ['-0.01', '0.00', '7199.99'],
  )
  assert.equal(
    [drives, memory],
    [
      { all: 3, ok: 2, healing: 1 },
      { total: 100, used: 40 },
    ],
  )
  assert.equal(
    wrong.map(({ where, what }) => `${where}: ${what}`),
    [
      'node-2:9000: The server is offline',
      'http://node-3:9000/mnt/disk1: The drive is offline',
      'http://node-1:9000/mnt/disk1: The drive is being healed',
      'node-3:9000: Its clock is 7199.99 s ahead: check its time service',
      'node-2:9000: permission denied',
      'node-1:9000: updatedb is enabled',
      'node-1:9000: The audit system of the operating system is enabled, which reduces performance',
    ],
  )
  assert.equal(pluck(wrong.slice(-2), 'tone'), ['warning', 'unknown'], 'what costs speed is no error')
})

test('a report of another form or an older server is no error', () => {
  for (const sys of [undefined, null, 'none', { cpus: 'many', config: [{}] }, { meminfo: { addr: 1 } }])
    assert.equal(summarizeReport({ timestamp: 'now', sys, minio: { info: null } }).servers, [])
})

test('an anonymized report distinguishes the same servers without naming them', () => {
  const text = JSON.stringify(anonymize(report))
  for (const name of ['node-', '/mnt', 'our-region', 'secret-disk']) assert.not(text.includes(name), name)
  assert.equal(
    summarizeReport(anonymize(report)).servers.map(({ name }) => name),
    ['server1:9000', 'server2:9000', 'server3:9000'],
  )
  assert.equal(summarizeReport(anonymize(report)).drives, { all: 3, ok: 2, healing: 1 })
})

test('the memory of a report without a response about memory is unknown, not 0', () => {
  const { meminfo: _, ...sys } = report.sys as Record<string, unknown>
  const { memory, servers } = summarizeReport({ ...report, sys })
  assert.is(memory, undefined)
  assert.ok(servers.length > 0)
})
