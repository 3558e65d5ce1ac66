type Same = (pattern: string, text: string) => boolean

const match = (pattern: string, text: string, same: Same): boolean => {
  let [at, here] = [0, 0]
  let [star, resume] = [-1, 0]
  while (here < text.length) {
    if (pattern[at] === '*') {
      ;[star, resume] = [at, here]
      at += 1
    } else if (at < pattern.length && same(pattern[at]!, text[here]!)) {
      here += pattern[at] === '?' && text.codePointAt(here)! > 0xffff ? 2 : 1
      at += 1
    } else if (star >= 0) {
      resume += 1
      ;[at, here] = [star + 1, resume]
    } else return false
  }
  while (pattern[at] === '*') at += 1
  return at === pattern.length
}

/** Whether a pattern matches the whole text: `*` stands for any text, `?` for one character, and case counts. */
export const matches = (pattern: string, text: string): boolean =>
  match(pattern, text, (one, character) => one === '?' || one === character)

/** Whether the outer pattern surely matches all that the inner one does. */
export const covers = (outer: string, inner: string): boolean =>
  match(outer, inner, (one, character) => (one === '?' ? character !== '*' : one === character && character !== '?'))

/** Whether some text is matched by both patterns. */
export const overlaps = (one: string, other: string): boolean => {
  let row: boolean[] = []
  for (let i = one.length; i >= 0; i -= 1) {
    const next = row
    row = []
    for (let j = other.length; j >= 0; j -= 1) {
      const [a, b] = [one[i], other[j]]
      const step = a !== undefined && b !== undefined && (a === b || a === '?' || b === '?') && next[j + 1] === true
      row[j] =
        (a === undefined && b === undefined) ||
        step ||
        (a === '*' && (next[j] === true || row[j + 1] === true)) ||
        (b === '*' && (row[j + 1] === true || next[j] === true))
    }
  }
  return row[0] === true
}

/** What of a pattern comes before its first wildcard or unknown variable. */
export const literal = (pattern: string) => pattern.slice(0, /[*?]|\$\{|$/.exec(pattern)?.index)
