import { foldCase, includesIgnoringCase } from 'stowage'

/** Splits a line into matches of a search and the text between them. */
export const piecesOf = (line: string, query: string): { text: string; hit: boolean }[] => {
  if (query === '') return [{ text: line, hit: false }]
  const pieces: { text: string; hit: boolean }[] = []
  const [low, searchText] = [foldCase(line), foldCase(query)]
  let from = 0
  // folded letters of a different length would shift the positions
  if (low.length !== line.length) return [{ text: line, hit: low.includes(searchText) }]
  for (let at = low.indexOf(searchText); at >= 0; at = low.indexOf(searchText, from)) {
    if (at > from) pieces.push({ text: line.slice(from, at), hit: false })
    pieces.push({ text: line.slice(at, at + searchText.length), hit: true })
    from = at + searchText.length
  }
  if (from < line.length) pieces.push({ text: line.slice(from), hit: false })
  return pieces
}

/** Indexes of the lines that contain a text. */
export const linesWith = (lines: readonly string[], query: string) => {
  return query === '' ? [] : lines.flatMap((line, index) => (includesIgnoringCase(line, query) ? [index] : []))
}
