import { setImmediate as turn } from 'node:timers/promises'
import type { Sample } from './samples.ts'

/** Time slice in ms before yielding, and number of lines between two looks at the clock. */
const [TIME_SLICE, LINES_PER_CHECK] = [3, 50]

const unescape = (text: string) => text.replace(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter))

/** Index of the closing quote, or -1. */
const endOf = (text: string, from: number) => {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at
    while (text[before - 1] === '\\') before -= 1
    if ((at - before) % 2 === 0) return at
  }
  return -1
}

/** Parses the labels between braces and their end; `undefined` if they are invalid. */
const readLabels = (line: string, begin: number): { labels: Record<string, string>; end: number } | undefined => {
  const labels: Record<string, string> = {}
  let at = begin
  while (line[at] !== '}') {
    const quote = line.indexOf('="', at)
    const end = quote < 0 ? -1 : endOf(line, quote + 2)
    if (end < 0) return undefined
    const value = line.slice(quote + 2, end)
    labels[line.slice(at, quote).trim()] = value.includes('\\') ? unescape(value) : value
    at = end + 1
    while (line[at] === ',' || line[at] === ' ') at += 1
    if (at >= line.length) return undefined
  }
  return { labels, end: at + 1 }
}

const specialValues: Readonly<Record<string, number>> = { '+Inf': Infinity, Inf: Infinity, '-Inf': -Infinity, NaN: NaN }

/** Parses one line; `undefined` for comments, blank and invalid lines. */
export const readLine = (line: string): Sample | undefined => {
  if (line === '' || line[0] === '#') return undefined
  const brace = line.indexOf('{')
  const space = line.indexOf(' ')
  const labelled = brace >= 0 && (space < 0 || brace < space) ? readLabels(line, brace + 1) : undefined
  if (brace >= 0 && brace < space && !labelled) return undefined
  const name = line.slice(0, labelled ? brace : space).trim()
  const [text = ''] = line
    .slice(labelled ? labelled.end : space)
    .trim()
    .split(/\s+/)
  const value = specialValues[text] ?? (text === '' ? NaN : Number(text))
  if (name === '' || (Number.isNaN(value) && text !== 'NaN')) return undefined
  return { name, labels: labelled?.labels ?? {}, value }
}

/**
 * Parses metrics in Prometheus's text format; drops values that are not finite. Yields to the event loop every few
 * milliseconds.
 */
export const readMetrics = async (text: string): Promise<Sample[]> => {
  const samples: Sample[] = []
  let sliceStart = performance.now()
  let lines = 0
  for (let at = 0; at < text.length; ) {
    const lineEnd = text.indexOf('\n', at)
    const end = lineEnd < 0 ? text.length : lineEnd
    const sample = readLine(text.slice(at, end).trimEnd())
    if (sample && Number.isFinite(sample.value)) samples.push(sample)
    at = end + 1
    lines += 1
    if (lines % LINES_PER_CHECK === 0 && performance.now() - sliceStart > TIME_SLICE) {
      await turn()
      sliceStart = performance.now()
    }
  }
  return samples
}
