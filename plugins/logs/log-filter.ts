import { includesIgnoringCase } from 'stowage'
import type { Filter, LogLine } from './contract.ts'

const levelsFrom: Readonly<Record<Filter['level'], readonly string[]>> = {
  all: [],
  warning: ['WARNING', 'ERROR', 'FATAL'],
  error: ['ERROR', 'FATAL'],
}

/** Whether a line matches every filter that is set. */
export const matchesFilter = ({ node, level, api }: LogLine, filter: Filter): boolean =>
  (filter.level === 'all' || levelsFrom[filter.level].includes(level)) &&
  includesIgnoringCase(node, filter.node.trim()) &&
  includesIgnoringCase(api?.name ?? '', filter.api.trim())

/** Formats a time like log lines: `15:04:05 UTC 01/31/2026`; an invalid one stays as it is. */
export const formatLogTime = (time: string): string => {
  const moment = new Date(time)
  if (!time || Number.isNaN(moment.getTime())) return time
  const [day = '', clock = ''] = moment.toISOString().split('T')
  const [year, month, date] = day.split('-')
  return `${clock.slice(0, 8)} UTC ${month}/${date}/${year}`
}
