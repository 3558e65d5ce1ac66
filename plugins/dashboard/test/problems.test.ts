import { assert, test } from '../../../test/lib/suite.ts'
import { parse } from 'valibot'
import { Info } from '../contract.ts'
import { Outlook } from '../outlook.ts'
import { problemsOf } from '../pages/problems.ts'

const now = Date.parse('2026-11-26T00:00:00Z')
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString()

const info = (...servers: object[]) => parse(Info, { servers })
const drive = (drivePath: string, rest: object = {}) => ({ drivePath, endpoint: drivePath, state: 'ok', ...rest })
const outlook = (rest: object = {}) =>
  parse(Outlook, { forecast: { state: 'early' }, history: [], durable: true, certificates: [], ...rest })

test('a healthy storage has no problems', () => {
  const healthy = info({ state: 'online', endpoint: 'node-1', drives: [drive('/data1')] })
  assert.equal(
    problemsOf(healthy, outlook({ skew: 2, certificates: [{ owner: 'storage', expires: inDays(90) }] }), now),
    [],
  )
  assert.equal(problemsOf(healthy, undefined, now), [])
})

test('each failed part is named with its state, remedy, log lines and action, the urgent ones first', () => {
  const state = info(
    {
      state: 'online',
      endpoint: 'node-1',
      drives: [drive('/data1', { healing: true }), drive('/data2', { state: 'offline' })],
    },
    { state: 'offline', endpoint: 'node-2', drives: [drive('/data3', { state: 'offline' })] },
  )
  const certificates = [
    { owner: 'console', expires: inDays(20) },
    { owner: 'storage', expires: inDays(-1) },
  ]
  const problems = problemsOf(state, outlook({ skew: -90, certificates }), now)
  assert.equal(
    problems.map(({ level, title, name, action, log }) => [
      level,
      title,
      name,
      action && [action.to, action.part].filter(Boolean).join(' '),
      log,
    ]),
    [
      ['danger', 'Server offline', 'node-2', 'servers node-2', 'node-2'],
      ['danger', 'Drive offline', '/data2 on node-1', 'drives /data2', '/data2'],
      ['danger', 'Storage certificate expired', '', undefined, undefined],
      ['danger', 'Storage clock 1 minute 30 seconds slow', '', undefined, undefined],
      ['warning', 'Drive healing', '/data1 on node-1', 'heal', '/data1'],
      ['warning', 'Console certificate expires in 20 days', '', undefined, undefined],
    ],
  )
  assert.ok(problems.every(({ remedy }) => remedy.endsWith('.')))
})

test('a pool whose decommission failed needs attention', () => {
  const pool = { used: 1, usable: 2, forecast: { state: 'early' } }
  const pools = [
    { ...pool, name: 'Pool 1' },
    { ...pool, name: 'Pool 2', decommission: 'failed' },
    { ...pool, name: 'Pool 3', decommission: 'running' },
  ]
  const problems = problemsOf(info({ state: 'online', endpoint: 'node-1' }), outlook({ pools }), now)
  assert.equal(
    problems.map(({ level, title, name }) => [level, title, name]),
    [['warning', 'Decommission failed', 'Pool 2']],
  )
})
