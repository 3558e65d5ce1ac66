import { assert, suite } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import * as v from 'valibot'
import { LogLine } from '../contract.ts'
import { createEntries, matchesEntry } from '../pages/entries.ts'

const test = suite('entries of the log')

const line = (some: v.InferInput<typeof LogLine>) => v.parse(LogLine, some)
const broken = (second: number, drive = '/mnt/disk2', node = 'node-4') =>
  line({
    level: 'ERROR',
    node,
    at: `2026-11-20T12:40:0${second}Z`,
    api: { name: 'PutObject' },
    error: { message: 'input/output error', source: [], variables: { disk: drive } },
  })

test('equal lines of one node and drive form one entry, which moves to the top when repeated', () => {
  const entries = createEntries()
  for (const one of [
    broken(1),
    broken(2),
    broken(2, '/mnt/disk7'),
    broken(2, '/mnt/disk2', 'node-1'),
    line({ ConsoleMsg: 'Status: 1 Online' }),
    broken(3),
  ])
    entries.push(one)
  const list = entries.list()
  assert.equal(pluck(list, 'count'), [3, 1, 1, 1])
  assert.equal([list[0]?.latest.at, list[0]?.since.at], ['2026-11-20T12:40:03Z', '2026-11-20T12:40:01Z'])
  assert.is(entries.ring.total(), 6)
  entries.clear()
  assert.equal([entries.list(), entries.ring.size()], [[], 0])
})

test('lines repeated after a reconnect count once, and new ones count', () => {
  const entries = createEntries()
  const plain = line({ ConsoleMsg: 'Status: 1 Online' })
  for (const one of [plain, broken(1), broken(2)]) entries.push(one)
  entries.reopened()
  for (const one of [plain, broken(1), broken(2), broken(3), plain]) entries.push(one)
  assert.equal(pluck(entries.list(), 'count'), [2, 3])
})

test('filters combine, and a text may occur anywhere in a line', () => {
  const entries = createEntries()
  entries.push(broken(1))
  const [entry] = entries.list()
  if (!entry) throw new Error('There is no entry')
  const all = { text: '', node: '', level: 'all', api: '' } as const
  for (const some of [
    {},
    { text: 'INPUT/OUTPUT' },
    { text: '/mnt/disk2' },
    { node: 'node-4' },
    { level: 'error' as const },
    { api: 'PutObject' },
  ])
    assert.ok(matchesEntry(entry, { ...all, ...some }), JSON.stringify(some))
  for (const some of [{ text: 'network' }, { node: 'node-1' }, { api: 'GetObject', text: 'input' }])
    assert.not(matchesEntry(entry, { ...all, ...some }), JSON.stringify(some))
  entries.clear()
  entries.push(line({ ConsoleMsg: 'cafe\u0301.txt: 1 Online' }))
  assert.ok(matchesEntry(entries.list()[0] ?? entry, { ...all, text: 'Caf\u00e9.txt' }), 'in the other Unicode form')
  assert.not(matchesEntry(entries.list()[0] ?? entry, { ...all, level: 'warning' }))
})
