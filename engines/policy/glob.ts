/** Some characters between two stars; `?` stands for one of them, be it a surrogate pair. */
type Part = { text: string; plain: boolean; masks?: Masks }

/** Where in a part each character stands, a bit for each place; `free` those of each `?`. */
type Masks = {
  of: ReadonlyMap<string, Uint32Array>
  free: Uint32Array
  nothing: Uint32Array
  everything: Uint32Array
  last: number
}

/** A pattern taken apart: `*` stands for any text, `?` for one character, and case counts. */
export type Glob = {
  text: string
  /** Whether it is only itself. */
  exact: boolean
  head: Part
  middle: readonly Part[]
  /** Nothing in a pattern without a star. */
  tail: Part | undefined
  /** The least that it matches, in characters. */
  shortest: number
}

/** What the text's own wildcards count for: nothing, all that they match, or anything that they may match. */
type Reading = 'text' | 'all' | 'some'

const partOf = (text: string): Part => ({ text, plain: !text.includes('?') })

/** Takes a pattern apart. All that follows costs no more than the lengths of pattern and text. */
export const globOf = (text: string): Glob => {
  const [head = '', ...rest] = text.split('*')
  const tail = rest.pop()
  const middle = rest.filter(Boolean)
  return {
    text,
    exact: tail === undefined && !text.includes('?'),
    head: partOf(head),
    middle: middle.map(partOf),
    tail: tail === undefined ? undefined : partOf(tail),
    shortest: [...text.replaceAll('*', '')].length,
  }
}

const characterAt = (text: string, at: number) => {
  const point = text.codePointAt(at)
  return point !== undefined && point > 0xffff ? text.slice(at, at + 2) : (text[at] ?? '')
}

const characterBefore = (text: string, at: number) => {
  const point = at > 1 ? text.codePointAt(at - 2) : undefined
  return point !== undefined && point > 0xffff ? text.slice(at - 2, at) : (text[at - 1] ?? '')
}

const same = (wanted: string, character: string, reading: Reading) => {
  if (reading === 'some' && character === '?') return true
  return wanted === '?' ? !(reading === 'all' && character === '*') : wanted === character
}

/** Whether a part without `?` can be looked for as it is. */
const isLiteral = (text: string, reading: Reading) => reading !== 'some' || !text.includes('?')

/** Where the text goes on behind a part that it begins with, or -1. */
const behind = ({ text: part, plain }: Part, text: string, reading: Reading): number => {
  if (plain && isLiteral(text, reading)) return text.startsWith(part) ? part.length : -1
  let here = 0
  for (const wanted of part) {
    const character = characterAt(text, here)
    if (character === '' || !same(wanted, character, reading)) return -1
    here += character.length
  }
  return here
}

/** Where the part begins that the text ends with, or -1. */
const before = ({ text: part, plain }: Part, text: string, reading: Reading): number => {
  if (plain && isLiteral(text, reading)) return text.endsWith(part) ? text.length - part.length : -1
  let here = text.length
  for (const wanted of [...part].reverse()) {
    const character = characterBefore(text, here)
    if (character === '' || !same(wanted, character, reading)) return -1
    here -= character.length
  }
  return here
}

const masksOf = (part: string): Masks => {
  const characters = [...part]
  const words = Math.ceil(characters.length / 32)
  const mark = (mask: Uint32Array, place: number) => {
    mask[place >>> 5] = (mask[place >>> 5] ?? 0) | (1 << (place & 31))
  }
  const free = new Uint32Array(words)
  for (const [place, character] of characters.entries()) if (character === '?') mark(free, place)
  const of = new Map([...new Set(characters)].map((character) => [character, free.slice()] as const))
  for (const [place, character] of characters.entries()) mark(of.get(character) ?? free, place)
  return {
    of,
    free,
    nothing: new Uint32Array(words),
    everything: new Uint32Array(words).fill(~0),
    last: 1 << ((characters.length - 1) & 31),
  }
}

const maskOf = ({ of, free, nothing, everything }: Masks, character: string, reading: Reading) => {
  if (reading === 'some' && character === '?') return everything
  return reading === 'all' && character === '*' ? nothing : (of.get(character) ?? free)
}

/** Where the text goes on behind the first place between two others where a part stands, or -1. */
const after = (part: Part, text: string, from: number, to: number, reading: Reading): number => {
  if (part.plain && isLiteral(text, reading)) {
    const at = text.indexOf(part.text, from)
    return at < 0 || at + part.text.length > to ? -1 : at + part.text.length
  }
  // all beginnings of the part that end here at once, 32 in a word: with `?` any other search is quadratic
  part.masks ??= masksOf(part.text)
  const { last, free } = part.masks
  const state = free.map(() => 0)
  for (let here = from; here < to; ) {
    const character = characterAt(text, here)
    here += character.length
    const mask = maskOf(part.masks, character, reading)
    let carry = 1
    for (let word = 0; word < state.length; word += 1) {
      const bits = state[word] as number
      state[word] = ((bits << 1) | carry) & (mask[word] as number)
      carry = bits >>> 31
    }
    if (((state.at(-1) as number) & last) !== 0) return here
  }
  return -1
}

const fits = ({ head, middle, tail, shortest }: Glob, text: string, reading: Reading): boolean => {
  if (text.length < shortest) return false
  let here = behind(head, text, reading)
  if (here < 0 || !tail) return here === text.length
  const to = before(tail, text, reading)
  if (to < here) return false
  for (const part of middle) {
    here = after(part, text, here, to, reading)
    if (here < 0) return false
  }
  return true
}

/** Whether a pattern matches the whole text. */
export const matches = (glob: Glob, text: string): boolean =>
  glob.exact ? glob.text === text : fits(glob, text, 'text')

/** Whether the outer pattern surely matches all that the inner one does. */
export const covers = (outer: Glob, inner: Glob): boolean => fits(outer, inner.text, 'all')

/** Whether two beginnings, or ends, are alike as far as both go. */
const alike = (one: Part, other: Part, where: typeof behind | typeof before) =>
  one.text === '' || other.text === '' || where(one, other.text, 'some') >= 0 || where(other, one.text, 'some') >= 0

/**
 * Whether some text is matched by both patterns: two with stars share one if they begin and end alike, as far as both
 * go.
 */
export const overlaps = (one: Glob, other: Glob): boolean => {
  if (!one.tail) return fits(other, one.text, 'some')
  if (!other.tail) return fits(one, other.text, 'some')
  return alike(one.head, other.head, behind) && alike(one.tail, other.tail, before)
}

/** What of a pattern comes before its first wildcard or unknown variable. */
export const literal = (pattern: string) => pattern.slice(0, /[*?]|\$\{|$/.exec(pattern)?.index)
