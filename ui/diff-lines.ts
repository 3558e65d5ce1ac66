/** A line of a diff: in both texts, or only before or after. */
export type DiffLine = { side: 'both' | 'before' | 'after'; text: string }

/** Above this number of line pairs nothing is compared: all of one text comes before all of the other. */
const MOST_PAIRS = 4_000_000

const linesOf = (lines: readonly string[], side: DiffLine['side']) => lines.map((text): DiffLine => ({ side, text }))

const diffMiddle = (one: readonly string[], other: readonly string[]): DiffLine[] => {
  if (one.length * other.length > MOST_PAIRS) return [...linesOf(one, 'before'), ...linesOf(other, 'after')]
  // length of the longest common subsequence of the rest, from each pair of lines
  const width = other.length + 1
  const common = new Uint16Array((one.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] as number
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1)
      common[i * width + j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < one.length && j < other.length) {
    if (one[i] === other[j]) {
      lines.push({ side: 'both', text: one[i] as string })
      i += 1
      j += 1
    } else if (at(i + 1, j) >= at(i, j + 1)) lines.push({ side: 'before', text: one[i++] as string })
    else lines.push({ side: 'after', text: other[j++] as string })
  }
  return [...lines, ...linesOf(one.slice(i), 'before'), ...linesOf(other.slice(j), 'after')]
}

/** Line diff of two texts by their longest common subsequence. */
export const diffOf = (before: string, after: string): DiffLine[] => {
  const [all, rest] = [before.split('\n'), after.split('\n')]
  const least = Math.min(all.length, rest.length)
  // a common prefix and suffix are compared only once, however long they are
  let [head, tail] = [0, 0]
  while (head < least && all[head] === rest[head]) head += 1
  while (tail < least - head && all.at(-1 - tail) === rest.at(-1 - tail)) tail += 1
  const middle = diffMiddle(all.slice(head, all.length - tail), rest.slice(head, rest.length - tail))
  return [...linesOf(all.slice(0, head), 'both'), ...middle, ...linesOf(all.slice(all.length - tail), 'both')]
}

/** Changed lines with some context around each; `gap` is the number of lines skipped before one. */
export const hunksOf = (lines: readonly DiffLine[], around = 3): (DiffLine & { gap: number })[] => {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ side }) => side !== 'both'),
  )
  let gap = 0
  return lines.flatMap((line, at) => {
    if (!near[at]) {
      gap += 1
      return []
    }
    const withGap = { ...line, gap }
    gap = 0
    return [withGap]
  })
}
