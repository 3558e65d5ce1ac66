import { assert, test } from '../../../test/lib/suite.ts'
import { date } from '../../../core/protocol/format.ts'
import { ambiguousOffset, endOfMoment, parseLocalTime } from '../rewind/moment.ts'

/** Runs a function in another time zone. */
const inZone = (zone: string, act: () => void) => {
  const before = process.env.TZ
  process.env.TZ = zone
  try {
    act()
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
}

test('a time without a fraction covers its whole second', () => {
  const iso = (moment: string) => new Date(endOfMoment(moment)).toISOString()
  assert.is(iso('2026-11-25T07:53:48Z'), '2026-11-25T07:53:48.999Z')
  assert.is(iso('2026-11-25T07:53:48+01:00'), '2026-11-25T06:53:48.999Z')
  assert.is(iso('2026-11-25T07:53:48.5Z'), '2026-11-25T07:53:48.500Z')
})

test('the displayed time of a version is accepted as input in every time zone', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'])
    inZone(zone, () => {
      for (const moment of ['2026-10-25T00:30:00.250Z', '2026-10-25T01:30:00.250Z', '2026-11-01T06:30:00.250Z']) {
        const [day = '', clock = ''] = date(moment).split(' ')
        const typed = parseLocalTime({ day, time: `${clock} ${ambiguousOffset(moment)}` })
        assert.is(typed?.toISOString(), moment.replace('250', '999'), `${zone} ${moment}`)
      }
    })
})

test('an hour that occurs twice has its offset, and other hours have none', () => {
  inZone('Europe/Berlin', () => {
    assert.is(ambiguousOffset('2026-10-25T00:30:00Z'), '+02:00')
    assert.is(ambiguousOffset('2026-10-25T01:30:00Z'), '+01:00')
    for (const once of ['2026-10-24T23:59:59Z', '2026-10-25T02:00:00Z', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'])
      assert.is(ambiguousOffset(once), '', once)
  })
  // its offset changes by half an hour
  inZone('Australia/Lord_Howe', () => {
    assert.is(ambiguousOffset('2026-04-04T14:45:00Z'), '+11:00')
    assert.is(ambiguousOffset('2026-04-04T15:15:00Z'), '+10:30')
    assert.is(ambiguousOffset('2026-04-04T14:15:00Z'), '')
  })
  inZone('UTC', () => assert.is(ambiguousOffset('2026-10-25T01:30:00Z'), ''))
})

test('an invalid time is undefined', () => {
  assert.is(parseLocalTime({ day: '2026-13-01', time: '10:00' }), undefined)
  assert.is(parseLocalTime({ day: '2026-01-01', time: '10:00' })?.getMilliseconds(), 999)
})
