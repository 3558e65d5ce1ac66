/** A literal part between two stars; `?` matches one character, including a surrogate pair. */
type Part = { text: string; plain: boolean; masks?: Masks }

/** Positions of each character in a part as bit masks; `free` are those of `?`. */
type Masks = {
  byCharacter: ReadonlyMap<string, Uint32Array>
  free: Uint32Array
  nothing: Uint32Array
  everything: Uint32Array
  last: number
}

/** A compiled pattern: `*` matches any text, `?` one character; case-sensitive. */
export type Glob = {
  text: string
  exact: boolean
  head: Part
  middle: readonly Part[]
  /** `undefined` for a pattern without a star. */
  tail: Part | undefined
  /** Minimum length of a match, in characters. */
  shortest: number
}

/** How to treat wildcards in the text: as plain characters, as everything they match, or as anything they may match. */
type WildcardMode = 'text' | 'all' | 'some'

const partOf = (text: string): Part => ({ text, plain: !text.includes('?') })

/** Compiles a pattern. All operations on it are linear in pattern and text length. */
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

const same = (expected: string, character: string, reading: WildcardMode) => {
  if (reading === 'some' && character === '?') return true
  return expected === '?' ? !(reading === 'all' && character === '*') : expected === character
}

/** Whether a part without `?` can be searched with indexOf. */
const isLiteral = (text: string, reading: WildcardMode) => reading !== 'some' || !text.includes('?')

/** End of a part at the start of the text, or -1. */
const endAtStart = ({ text: part, plain }: Part, text: string, reading: WildcardMode): number => {
  if (plain && isLiteral(text, reading)) return text.startsWith(part) ? part.length : -1
  let position = 0
  for (const expected of part) {
    const character = characterAt(text, position)
    if (character === '' || !same(expected, character, reading)) return -1
    position += character.length
  }
  return position
}

/** Start of a part at the end of the text, or -1. */
const startAtEnd = ({ text: part, plain }: Part, text: string, reading: WildcardMode): number => {
  if (plain && isLiteral(text, reading)) return text.endsWith(part) ? text.length - part.length : -1
  let position = text.length
  for (const expected of [...part].reverse()) {
    const character = characterBefore(text, position)
    if (character === '' || !same(expected, character, reading)) return -1
    position -= character.length
  }
  return position
}

const masksOf = (part: string): Masks => {
  const characters = [...part]
  const words = Math.ceil(characters.length / 32)
  const mark = (mask: Uint32Array, index: number) => {
    mask[index >>> 5] = (mask[index >>> 5] ?? 0) | (1 << (index & 31))
  }
  const free = new Uint32Array(words)
  for (const [index, character] of characters.entries()) if (character === '?') mark(free, index)
  const of = new Map([...new Set(characters)].map((character) => [character, free.slice()] as const))
  for (const [index, character] of characters.entries()) mark(of.get(character) ?? free, index)
  return {
    byCharacter: of,
    free,
    nothing: new Uint32Array(words),
    everything: new Uint32Array(words).fill(~0),
    last: 1 << ((characters.length - 1) & 31),
  }
}

const maskOf = ({ byCharacter: of, free, nothing, everything }: Masks, character: string, reading: WildcardMode) => {
  if (reading === 'some' && character === '?') return everything
  return reading === 'all' && character === '*' ? nothing : (of.get(character) ?? free)
}

/** End of the first occurrence of a part between two positions, or -1. */
const endOfFirst = (part: Part, text: string, from: number, to: number, reading: WildcardMode): number => {
  if (part.plain && isLiteral(text, reading)) {
    const at = text.indexOf(part.text, from)
    return at < 0 || at + part.text.length > to ? -1 : at + part.text.length
  }
  // bit-parallel search, 32 positions per word: with `?` any other search is quadratic
  part.masks ??= masksOf(part.text)
  const { last, free } = part.masks
  const state = free.map(() => 0)
  for (let position = from; position < to; ) {
    const character = characterAt(text, position)
    position += character.length
    const mask = maskOf(part.masks, character, reading)
    let carriedBit = 1
    for (let word = 0; word < state.length; word += 1) {
      const bits = state[word] as number
      state[word] = ((bits << 1) | carriedBit) & (mask[word] as number)
      carriedBit = bits >>> 31
    }
    if (((state.at(-1) as number) & last) !== 0) return position
  }
  return -1
}

const fits = ({ head, middle, tail, shortest }: Glob, text: string, reading: WildcardMode): boolean => {
  if (text.length < shortest) return false
  let position = endAtStart(head, text, reading)
  if (position < 0 || !tail) return position === text.length
  const to = startAtEnd(tail, text, reading)
  if (to < position) return false
  for (const part of middle) {
    position = endOfFirst(part, text, position, to, reading)
    if (position < 0) return false
  }
  return true
}

export const matches = (glob: Glob, text: string): boolean =>
  glob.exact ? glob.text === text : fits(glob, text, 'text')

/** Whether the outer pattern matches everything the inner one matches; may return `false` if in doubt. */
export const covers = (outer: Glob, inner: Glob): boolean => fits(outer, inner.text, 'all')

/** Whether two heads, or tails, agree in their common length. */
const agree = (one: Part, other: Part, where: typeof endAtStart | typeof startAtEnd) =>
  one.text === '' || other.text === '' || where(one, other.text, 'some') >= 0 || where(other, one.text, 'some') >= 0

/**
 * Whether a text exists that both patterns match. Two patterns with stars overlap if their heads and their tails agree
 * in their common length.
 */
export const overlaps = (one: Glob, other: Glob): boolean => {
  if (!one.tail) return fits(other, one.text, 'some')
  if (!other.tail) return fits(one, other.text, 'some')
  return agree(one.head, other.head, endAtStart) && agree(one.tail, other.tail, startAtEnd)
}

/** The part of a pattern before its first wildcard or unknown variable. */
export const literal = (pattern: string) => pattern.slice(0, /[*?]|\$\{|$/.exec(pattern)?.index)
