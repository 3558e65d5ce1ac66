const NEWLINE = 10

/** Lines of a block's text by ascending row numbers, each with its number. Decodes no other lines. */
export const linesAt = (text: Buffer, rowNumbers: readonly number[]): [number, string][] => {
  const lines: [number, string][] = []
  let [start, row] = [0, 0]
  for (const number of rowNumbers) {
    for (; row < number; row += 1) start = text.indexOf(NEWLINE, start) + 1
    const end = text.indexOf(NEWLINE, start)
    lines.push([number, text.toString('utf8', start, end < 0 ? text.length : end)])
  }
  return lines
}

/** Lines of a block's text that contain a part, each with its row number. Decodes no other lines. */
export const linesWith = (text: Buffer, part: string): [number, string][] => {
  if (!part) return [...text.toString().split('\n').entries()]
  const lines: [number, string][] = []
  const bytes = Buffer.from(part)
  let [start, row] = [0, 0]
  for (let hit = text.indexOf(bytes); hit >= 0; hit = text.indexOf(bytes, start)) {
    let end = text.indexOf(NEWLINE, start)
    for (; end >= 0 && end < hit; row += 1) {
      start = end + 1
      end = text.indexOf(NEWLINE, start)
    }
    lines.push([row, text.toString('utf8', start, end < 0 ? text.length : end)])
    if (end < 0) break
    start = end + 1
    row += 1
  }
  return lines
}
