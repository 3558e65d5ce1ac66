import type { InferOutput } from 'valibot'
import { bytes, count, date, duration } from 'stowage'
import type { Outlook } from './outlook.ts'
import * as messages from './messages.ts'

type OutlookData = InferOutput<typeof Outlook>

const DAY = 86_400_000

/** The date without the time, in local time. */
export const day = (iso: string) => date(iso).slice(0, 10)

/** Whole days until a date. */
export const daysTo = (iso: string) => Math.floor((Date.parse(iso) - Date.now()) / DAY)

/** Inputs of the forecast, see `foresee`. */
const MIN_HISTORY = 3 * DAY

export const days = (number: number) => `${count(number)} ${number === 1 ? 'day' : 'days'}`

/** Days from which an estimate is only "more than". */
const HORIZON = 730

/** Describes the estimate before there is a forecast. */
const describeEstimate = (estimate: Extract<OutlookData['forecast'], { state: 'early' }>['estimate']) => {
  if (!estimate) return 'Not enough history yet'
  if (!estimate.days) return 'Not filling so far'
  const { min, max } = estimate.days
  if (min > HORIZON) return 'Probably more than 2 years'
  return max > HORIZON ? `Roughly ${days(min)} or more` : `Roughly ${count(min)} to ${days(max)}`
}

/** Describes a forecast: headline, note and urgency. */
export const describeForecast = ({
  forecast,
  history,
  durable,
}: Pick<OutlookData, 'forecast' | 'history' | 'durable'>): {
  main: string
  more: string
  tone?: 'warning' | 'danger'
} => {
  const [oldest] = history
  switch (forecast.state) {
    case 'early':
      return {
        main: describeEstimate(forecast.estimate),
        more: [
          forecast.estimate &&
            messages.fromPaceSoFar(bytes(Math.abs(forecast.estimate.perDay)), forecast.estimate.perDay < 0),
          messages.forecastNeedsThreeDays,
          // not since when: the charts below have their own start, and two times look like a contradiction
          oldest
            ? messages.availableIn(duration(Math.max(60, (oldest.time + MIN_HISTORY - Date.now()) / 1000)))
            : messages.noUsageRecorded,
          !durable && messages.recordIsInMemory,
        ]
          .filter(Boolean)
          .join(' '),
      }
    case 'shrinking':
      return {
        main: 'Not filling at this pace',
        more: forecast.perDay < 0 ? `${bytes(-forecast.perDay)} less a day` : messages.sameUsageStored,
      }
    case 'far':
      return { main: 'More than 2 years', more: `at ${bytes(forecast.perDay)} a day` }
    case 'full': {
      const daysLeft = Math.max(0, daysTo(forecast.date))
      const span = forecast.latest
        ? `between ${day(forecast.earliest)} and ${day(forecast.latest)}`
        : `not before ${day(forecast.earliest)}`
      return {
        main: `Full on ${day(forecast.date)}`,
        more: messages.inAtDay(days(daysLeft), bytes(forecast.perDay), span),
        ...(daysLeft <= 60 && { tone: daysLeft <= 14 ? 'danger' : 'warning' }),
      }
    }
  }
}
