import { displayName } from 'stowage'
import type { ChartEvent } from 'stowage/ui'
import type { PastChange } from 'stowage/plugins/settings'
import type { Alert } from '../../alerts/contract.ts'
import { sentenceOf } from '../../alerts/alert-texts.ts'
import * as messages from '../../messages.ts'
import type { Widget } from '../../widgets.ts'
import type { Range } from './range.ts'

/** An event of a chart, and the page with its details. */
export type LinkedEvent = ChartEvent & { to?: string }

const seconds = (time: string) => Date.parse(time) / 1000

/** Tolerance of a start time, in seconds: it is computed from an uptime in whole seconds. */
const TOLERANCE = 5

/**
 * Starts of the storage, from its uptime. A start counts if it lies after the last point but one: hours are averaged,
 * so the first uptime after a restart can be between the old one and the new one.
 */
export const restartsIn = (
  uptime: Widget | undefined,
  { start, step }: Pick<Range, 'start' | 'step'>,
): LinkedEvent[] => {
  const points = [...(uptime?.targets?.[0]?.result?.[0]?.values ?? [])].sort(([one], [other]) => one - other)
  const restarts: LinkedEvent[] = []
  let [oldest, before] = [start - step, start - step]
  let last = -Infinity
  for (const [time, value] of points) {
    const at = Math.round(time - Number(value))
    if (at >= start && at > oldest - TOLERANCE && at - last > TOLERANCE) {
      restarts.push({ at, text: messages.storageStarted, tone: 'plain' })
      last = at
    }
    oldest = before
    before = time
  }
  return restarts
}

/** Begins and ends of alerts. */
export const alertEvents = (alerts: readonly Alert[]): LinkedEvent[] =>
  alerts.flatMap((alert): LinkedEvent[] => {
    const to = '/dashboard?tab=alerts'
    return [
      { at: seconds(alert.started), text: sentenceOf(alert), tone: alert.level, to },
      ...(alert.ended
        ? [{ at: seconds(alert.ended), text: messages.alertEnded(sentenceOf(alert)), tone: 'plain' as const, to }]
        : []),
    ]
  })

/** Saved and reset settings. */
export const changeEvents = (entries: readonly PastChange[]): LinkedEvent[] =>
  entries.map(({ time, account, kind, lines }) => {
    const titles = [...new Set(lines.map(({ title }) => title))].join(', ')
    const [first] = lines
    return {
      at: seconds(time),
      text: messages.settingsChanged(titles, kind === 'reset', account && displayName(account)),
      tone: 'plain',
      ...(first && { to: `/settings/${encodeURIComponent(first.section)}` }),
    }
  })

/** Events of a range, newest first. */
export const eventsIn = (events: readonly LinkedEvent[], { start, end }: Pick<Range, 'start' | 'end'>) =>
  events.filter(({ at }) => at >= start && at <= end).sort((one, other) => other.at - one.at)
