/**
 * Merges an edit of a set into its current state: applies the difference between `before` and `chosen`, keeps other
 * changes.
 */
export const mergeEdit = (before: readonly string[], chosen: readonly string[], now: readonly string[]): string[] => {
  const unchanged = now.filter((name) => chosen.includes(name) || !before.includes(name))
  const added = chosen.filter((name) => !before.includes(name) && !unchanged.includes(name))
  return [...unchanged, ...added]
}
