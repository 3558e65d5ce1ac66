import { includesIgnoringCase } from 'stowage'
import type { Filter, LogLine } from './contract.ts'

/** Levels that are at least as severe, as the storage server spells them. */
const levelsFrom: Readonly<Record<Exclude<Filter['level'], 'all'>, readonly string[]>> = {
  warning: ['WARNING', 'ERROR', 'FATAL'],
  error: ['ERROR', 'FATAL'],
}

/** Whether a line is at least as severe as the filter's level. */
export const matchesLevel = (line: Pick<LogLine, 'level'>, level: Filter['level']) =>
  level === 'all' || levelsFrom[level].includes(line.level)

/** Whether a line matches every filter that is set. */
export const matchesFilter = (line: LogLine, filter: Filter): boolean =>
  matchesLevel(line, filter.level) &&
  includesIgnoringCase(line.node, filter.node.trim()) &&
  includesIgnoringCase(line.api?.name ?? '', filter.api.trim())

/** Formats a time like log lines: `15:04:05 UTC 01/31/2026`; an invalid one stays as it is. */
export const formatLogTime = (time: string): string => {
  const moment = new Date(time)
  if (!time || Number.isNaN(moment.getTime())) return time
  const [day = '', clock = ''] = moment.toISOString().split('T')
  const [year, month, date] = day.split('-')
  return `${clock.slice(0, 8)} UTC ${month}/${date}/${year}`
}
