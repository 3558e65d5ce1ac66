/**
 * What a set is to become where somebody changed it from `before` to `chosen`, and it is `now` another one since others
 * changed it too: what was added here is in it, what was taken out is not, and the rest stays as it is now.
 */
export const changed = (before: readonly string[], chosen: readonly string[], now: readonly string[]): string[] => {
  const kept = now.filter((name) => chosen.includes(name) || !before.includes(name))
  const added = chosen.filter((name) => !before.includes(name) && !kept.includes(name))
  return [...kept, ...added]
}
