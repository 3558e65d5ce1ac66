import { cutNotes, logLimits } from './log-limits.ts'

const MIB = 1024 * 1024

/**
 * Sizes in bytes: the part of a log that is returned, and how much of it is read. Container runtimes split lines at
 * 16 KiB, so the 10,000 lines of one response are read completely.
 */
const limits = { returned: logLimits.returned * MIB, read: logLimits.read * MIB }

const sizeOf = (line = '') => Buffer.byteLength(line) + 1

/** Joins the last lines of a log that fit into a size, at least one. If lines are left out, the first line says so. */
export const lastLines = async (parts: AsyncIterable<{ lines: string[] }>, { returned, read } = limits) => {
  const lines: string[] = []
  let first = 0
  let size = 0
  let total = 0
  for await (const part of parts) {
    for (const line of part.lines) {
      lines.push(line)
      size += sizeOf(line)
      total += sizeOf(line)
    }
    for (; size > returned && first < lines.length - 1; first += 1) size -= sizeOf(lines[first])
    if (first > lines.length / 2) first -= lines.splice(0, first).length
    if (total > read) break
  }
  const rest = lines.slice(first)
  if (total > read) rest.unshift(cutNotes.newer)
  else if (total > size) rest.unshift(cutNotes.older)
  return rest.join('\n')
}
