import { foldCase } from '../core/protocol/fold-case.ts'

/** A piece of a label, and whether it matched the query. */
export type Piece = { text: string; hit: boolean }

const pieces = (label: string, hits: ReadonlySet<number>): Piece[] => {
  const result: Piece[] = []
  for (const [at, char] of [...label].entries()) {
    const hit = hits.has(at)
    const last = result.at(-1)
    if (last?.hit === hit) last.text += char
    else result.push({ text: char, hit })
  }
  return result
}

const range = (from: number, length: number) => new Set(Array.from({ length }, (_, step) => from + step))

/**
 * Matches a query against a label: best at the start of a word, then as a substring, then as a subsequence. A higher
 * `score` is better; `undefined` if the label does not match.
 */
export const fuzzyMatch = (of: string, query: string): { pieces: Piece[]; score: number } | undefined => {
  // pieces are cut from the composed form, whose letters have the same positions as in the folded text
  const label = of.normalize('NFC')
  const text = [...foldCase(label)]
  const queryChars = [...foldCase(query.trim())]
  if (queryChars.length === 0) return { pieces: [{ text: label, hit: false }], score: 0 }
  const starts = text.flatMap((_, at) => (queryChars.every((char, step) => text[at + step] === char) ? [at] : []))
  const wordStart = starts.find((at) => at === 0 || !/\p{L}|\p{N}/u.test(text[at - 1] ?? ''))
  const start = wordStart ?? starts[0]
  if (start !== undefined) {
    return {
      pieces: pieces(label, range(start, queryChars.length)),
      score: start === 0 ? 3 : wordStart !== undefined ? 2 : 1,
    }
  }
  const hits = new Set<number>()
  let from = 0
  for (const char of queryChars) {
    const at = text.indexOf(char, from)
    if (at < 0) return undefined
    hits.add(at)
    from = at + 1
  }
  return { pieces: pieces(label, hits), score: 0 }
}
