import { diffArrays } from 'diff'

/** A line of a diff: in both texts, or only before or after. */
export type DiffLine = { side: 'both' | 'before' | 'after'; text: string }

/** Above this number of changed lines nothing is compared: all of one text comes before all of the other. */
const MAX_CHANGED = 2000

/** Line diff of two texts by Myers' algorithm. */
export const diffLines = (before: string, after: string): DiffLine[] => {
  const [one, other] = [before.split('\n'), after.split('\n')]
  const changes = diffArrays(one, other, { maxEditLength: MAX_CHANGED }) ?? [
    { value: one, removed: true, added: false },
    { value: other, removed: false, added: true },
  ]
  return changes.flatMap(({ value, removed, added }) =>
    value.map((text) => ({ side: removed ? 'before' : added ? 'after' : 'both', text }) as const),
  )
}

/** Changed lines with some context around each; `gap` is the number of lines skipped before one. */
export const hunksOf = (lines: readonly DiffLine[], around = 3): (DiffLine & { gap: number })[] => {
  const isNearChange = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ side }) => side !== 'both'),
  )
  let gap = 0
  return lines.flatMap((line, at) => {
    if (!isNearChange[at]) {
      gap += 1
      return []
    }
    const withGap = { ...line, gap }
    gap = 0
    return [withGap]
  })
}
