import { assert, suite } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { Filter, LogLine } from '../contract.ts'
import { createLogBuffer, lineOf } from '../embedded/log-buffer.ts'
import { formatLogTime, matchesFilter } from '../log-filter.ts'

const test = suite('lines of the log')

const line = (some: v.InferInput<typeof LogLine>) => v.parse(LogLine, some)
const filter = (some: v.InferInput<typeof Filter>) => v.parse(Filter, some)

test('filters combine, and a level includes more severe ones', () => {
  const warned = line({ level: 'WARNING', node: 'node-1:9000', api: { name: 'PutObject' } })
  assert.ok(matchesFilter(warned, filter({ level: 'warning', node: 'NODE-1', api: 'put' })))
  assert.not(matchesFilter(warned, filter({ level: 'error' })))
  assert.not(matchesFilter(warned, filter({ node: 'node-2' })))
  assert.not(matchesFilter(warned, filter({ api: 'get' })))
  assert.ok(matchesFilter(line({ level: 'FATAL' }), filter({ level: 'error' })))
})

test('a plain text line has no level and passes when all levels are selected', () => {
  assert.ok(matchesFilter(line({ ConsoleMsg: 'Status: 1 Online' }), filter({})))
  assert.not(matchesFilter(line({ ConsoleMsg: 'Status: 1 Online' }), filter({ level: 'warning' })))
})

test('a time is formatted as in the former console, and an invalid one stays unchanged', () => {
  assert.is(formatLogTime('2021-01-31T00:35:17.512Z'), '00:35:17 UTC 01/31/2021')
  assert.is(formatLogTime('just now'), 'just now')
  assert.is(formatLogTime(''), '')
})

test('an error line has message, origin and subject, but no object of a caller', () => {
  const logLine = lineOf(
    {
      level: 'warn',
      about: { err: new Error('disk is gone'), files: 3, keys: { secret: 'never' } },
      text: 'not swept',
    },
    0,
  )
  assert.equal(
    [logLine.level, logLine.message, logLine.error?.message, logLine.error?.variables],
    ['WARNING', 'not swept', 'disk is gone', { files: '3' }],
  )
  assert.match(logLine.error?.source?.[0] ?? '', /log-buffer\.test/)
  assert.not(JSON.stringify(logLine).includes('never'))
})

test('a subscriber gets the last hundred lines and then each new one once', async () => {
  const buffer = createLogBuffer()
  const note = (number: number) => buffer.note(line({ message: `line ${number}` }))
  for (let number = 0; number < 150; number++) note(number)
  const controller = new AbortController()
  const seen: string[] = []
  for await (const { message = '' } of buffer.follow(controller.signal)) {
    seen.push(message)
    if (seen.length === 100) note(150)
    if (message === 'line 150') controller.abort()
  }
  assert.equal([seen.length, seen[0], seen.at(-1)], [101, 'line 50', 'line 150'])
})
