import type { Log } from '../engine.ts'

/** A line of the engine's log: level, context with its error, and message. */
export type LogLine = { level: keyof Log; about: object; text: string }

/** A log that also passes its lines to subscribers. */
export const createLogTap = (log: Log) => {
  const listeners = new Set<(line: LogLine) => void>()
  const publishLine =
    (level: keyof Log) =>
    (about: object, text: string): void => {
      log[level](about, text)
      for (const listener of listeners) listener({ level, about, text })
    }
  return {
    log: { info: publishLine('info'), warn: publishLine('warn'), error: publishLine('error') } satisfies Log,
    listen: (listener: (line: LogLine) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
