import { assert, test } from '../../../test/lib/suite.ts'
import type { Rule } from '../alerts/metrics.ts'
import { evaluateReading, type RuleState } from '../alerts/evaluate-reading.ts'

const drives: Rule = {
  id: 'drives',
  metric: 'drives-offline',
  level: 'danger',
  threshold: 0,
  durationSeconds: 60,
  enabled: true,
}
const capacity: Rule = {
  id: 'capacity',
  metric: 'capacity-used',
  level: 'warning',
  threshold: 80,
  durationSeconds: 0,
  enabled: true,
}
const days: Rule = {
  id: 'days',
  metric: 'certificate-days',
  level: 'warning',
  threshold: 30,
  durationSeconds: 0,
  enabled: true,
}

/** Evaluates readings at the given seconds and returns the transitions with their times, such as `60 started 0`. */
const transitions = (
  rule: Rule,
  readings: readonly (readonly [second: number, value: number])[],
  begins: 'running' | 'not' = 'not',
) => {
  let [running, state]: [boolean, RuleState | undefined] = [begins === 'running', undefined]
  return readings.flatMap(([second, value]) => {
    const event = evaluateReading(rule, { value }, running, state, second * 1000)
    state = event.state
    if (event.started !== undefined) running = true
    if (event.ended !== undefined) running = false
    const [word, at] = event.started !== undefined ? ['started', event.started] : ['ended', event.ended]
    return at === undefined ? [] : [`${second} ${word} ${at / 1000}`]
  })
}

/** Returns the same value every 20 seconds of a time range. */
const steady = (from: number, to: number, value: number) =>
  Array.from({ length: (to - from) / 20 + 1 }, (_, index) => [from + index * 20, value] as const)

test('an alert starts after its condition was true for the duration, and ends after five minutes without it', () => {
  assert.equal(transitions(drives, [...steady(0, 100, 1), ...steady(120, 500, 0)]), ['60 started 0', '420 ended 120'])
})

test('a fluctuating metric neither opens nor closes an alert', () => {
  const flapping = Array.from({ length: 200 }, (_, index) => [index * 20, index % 2] as const)
  assert.equal(transitions(drives, flapping), [])
  assert.equal(transitions(drives, flapping, 'running'), [])
})

test('a metric near the threshold neither opens nor closes an alert', () => {
  assert.equal(transitions(capacity, [[0, 80]]), [])
  assert.equal(
    transitions(capacity, [
      [0, 80.1],
      [20, 79.5],
      [40, 80.2],
      [60, 78.5],
      [80, 78.3],
    ]),
    ['0 started 0', '80 ended 80'],
  )
})

test('a rule without a hold time opens and closes with a single reading', () => {
  assert.equal(
    transitions({ ...drives, durationSeconds: 0 }, [
      [0, 1],
      [20, 1],
      [40, 0],
      [60, 0],
    ]),
    ['0 started 0', '40 ended 40'],
  )
})

test('some rules open when the metric is low', () => {
  assert.equal(
    transitions(days, [
      [0, 31],
      [20, 29.9],
      [40, 29.8],
      [60, 365],
    ]),
    ['20 started 20', '60 ended 60'],
  )
})

test('time without readings does not count toward the hold time', () => {
  assert.equal(
    transitions(drives, [
      [0, 1],
      [20, 1],
      [600, 1],
      [660, 1],
    ]),
    ['660 started 600'],
  )
  assert.equal(
    transitions(
      drives,
      [
        [0, 0],
        [20, 0],
        [900, 0],
        [920, 0],
      ],
      'running',
    ),
    [],
  )
})

test('a clock that is set back restarts the hold time', () => {
  assert.equal(
    transitions(drives, [
      [10_000, 1],
      [20, 1],
      [80, 1],
    ]),
    ['80 started 20'],
  )
})
