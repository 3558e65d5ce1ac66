const distance = (from: string, to: string) => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1]
    for (let index = 0; index < to.length; index += 1) {
      const replaced = (row[index] ?? 0) + (letter === to[index] ? 0 : 1)
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Suggests a word for a misspelled one: at most a third of its letters may differ. */
export const suggest = (word: string, words: Iterable<string>): string | undefined => {
  const ranked = [...words].map((candidate) => ({ candidate, wrong: distance(word, candidate) }))
  const best = ranked.sort((a, b) => a.wrong - b.wrong)[0]
  return best && best.wrong <= word.length / 3 ? best.candidate : undefined
}
