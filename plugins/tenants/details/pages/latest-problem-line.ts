import { isAtLeast, levelsOf } from './log-levels.ts'

const stackFrame = /^(?:\d{4}-\d\d-\d\dT\S+)?\s+\d+: /

/** The latest warning or error in a log that contains the text. Lines of a stack trace are left out. */
export const latestProblemLine = (log: string, text: string) => {
  const lines = log.split('\n')
  const levels = levelsOf(lines)
  return lines.findLast(
    (line, index) => isAtLeast(levels[index] ?? 'info', 'warning') && line.includes(text) && !stackFrame.test(line),
  )
}
