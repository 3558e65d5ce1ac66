import { count, date, duration, foldCase } from 'stowage'
import type { TimelineEvent } from '../contract.ts'

/** Filter of the timeline. */
export type EventFilter = { search: string; show: 'all' | 'warnings' }

/** Events that match the filter in any of their texts. */
export const filterEvents = (events: readonly TimelineEvent[], { search, show }: EventFilter) => {
  const searchText = foldCase(search.trim())
  return events.filter(
    (one) =>
      (show === 'all' || one.event_type === 'Warning') &&
      [one.name, one.reason, one.message].some((text) => foldCase(text).includes(searchText)),
  )
}

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Groups events by the day of their last occurrence, in order. */
export const daysOf = (events: readonly TimelineEvent[]) => {
  const days = new Map<string, TimelineEvent[]>()
  for (const one of events) {
    const day = date(isoOf(one.last_seen)).slice(0, 10)
    days.set(day, [...(days.get(day) ?? []), one])
  }
  return [...days]
}

/** Time of day. */
export const timeOf = ({ last_seen: last }: TimelineEvent) => date(isoOf(last)).slice(11)

/** Number of occurrences, if more than one: `12 times in 2 hours`. */
export const oftenOf = ({ count: times, first_seen: first, last_seen: last }: TimelineEvent) =>
  times < 2 ? undefined : `${count(times)} times${last > first ? ` in ${duration(last - first)}` : ''}`

const kinds: Readonly<Record<string, string>> = {
  Pod: 'Pod',
  PersistentVolumeClaim: 'Volume',
  StatefulSet: 'Pool',
  Tenant: 'Tenant',
}

/** Kind of resource in a word. */
export const kindOf = ({ kind }: TimelineEvent) => kinds[kind] ?? kind
