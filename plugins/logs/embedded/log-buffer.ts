import { hostname } from 'node:os'
import type { LogLine } from '../contract.ts'
import { formatLogTime } from '../log-filter.ts'
import type { LogLine as EngineLogLine } from 'stowage/engines/embedded'
import { createFeed } from 'stowage/server'

/** Number of lines to keep, and to send first. */
const [MAX_LINES, INITIAL_LINES] = [1000, 100]

/** Primitive values of an error; objects of callers are left out. */
const variablesOf = (about: object) =>
  Object.fromEntries(
    Object.entries(about).flatMap(([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
    ),
  )

/** Formats a line of the engine's log. */
export const lineOf = ({ level, about, text }: EngineLogLine, now: number): LogLine => {
  const at = new Date(now).toISOString()
  const error = 'err' in about && about.err instanceof Error ? about.err : undefined
  const variables = variablesOf(about)
  return {
    ConsoleMsg: '',
    node: hostname(),
    level: level === 'warn' ? 'WARNING' : level.toUpperCase(),
    errKind: '',
    time: formatLogTime(at),
    at,
    deploymentid: '',
    remotehost: '',
    host: hostname(),
    requestID: '',
    userAgent: '',
    message: text,
    ...((error || Object.keys(variables).length > 0) && {
      error: {
        message: error?.message ?? '',
        source: (error?.stack ?? '')
          .split('\n')
          .slice(1)
          .map((line) => line.trim().replace(/^at /, '')),
        variables,
      },
    }),
  }
}

/** The last log lines, and a feed of new ones. */
export const createLogBuffer = () => {
  const lines: LogLine[] = []
  const feed = createFeed<LogLine>()
  return {
    note: (line: LogLine) => {
      lines.push(line)
      if (lines.length > MAX_LINES) lines.shift()
      feed.publish(line)
    },
    follow: async function* (signal: AbortSignal) {
      const coming = feed.follow(signal)
      // subscribes before the first yield
      const first = coming.next()
      yield* lines.slice(-INITIAL_LINES)
      for (let { value, done } = await first; !done; { value, done } = await coming.next()) yield value as LogLine
    },
  }
}
