/** JSON node with its position in the text, from `start` up to `end`. */
export type Node = { start: number; end: number } & (
  | { kind: 'object'; members: Member[] }
  | { kind: 'array'; items: Node[] }
  | { kind: 'plain'; value: string | number | boolean | null }
)
export type Member = { key: string; keyStart: number; value: Node }
export type ObjectNode = Extract<Node, { kind: 'object' }>

/** Nesting limit; no real policy reaches it. */
const MAX_DEPTH = 100

const pattern =
  /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]|[^\s]/g

type Token = { text: string; start: number }

/** Parses JSON with the positions of all nodes; `undefined` if it is invalid. */
export const treeOf = (text: string): Node | undefined => {
  const tokens: Token[] = Array.from(text.matchAll(pattern), (match) => ({ text: match[0], start: match.index }))
  let at = 0
  const take = (mark: string) => (tokens[at]?.text === mark ? tokens[at++] : undefined)

  const container = <Item>(close: string, read: () => Item | undefined): { items: Item[]; end: number } | undefined => {
    const items: Item[] = []
    const first = take(close)
    if (first) return { items, end: first.start + 1 }
    for (;;) {
      const item = read()
      if (item === undefined) return undefined
      items.push(item)
      const last = take(close)
      if (last) return { items, end: last.start + 1 }
      if (!take(',')) return undefined
    }
  }

  const value = (depth: number): Node | undefined => {
    const token = tokens[at++]
    if (!token || depth > MAX_DEPTH) return undefined
    const { start } = token
    if (token.text === '{') {
      const found = container('}', (): Member | undefined => {
        const name = tokens[at++]
        if (!name?.text.startsWith('"') || name.text.length < 2 || !take(':')) return undefined
        const memberValue = value(depth + 1)
        return memberValue && { key: JSON.parse(name.text) as string, keyStart: name.start, value: memberValue }
      })
      return found && { kind: 'object', start, end: found.end, members: found.items }
    }
    if (token.text === '[') {
      const found = container(']', () => value(depth + 1))
      return found && { kind: 'array', start, end: found.end, items: found.items }
    }
    try {
      return { kind: 'plain', start, end: start + token.text.length, value: JSON.parse(token.text) as string }
    } catch {
      return undefined
    }
  }

  const root = value(0)
  return at === tokens.length ? root : undefined
}

/** Member of an object; of duplicates the last, which takes effect. */
export const memberOf = (node: Node | undefined, key: string): Member | undefined =>
  node?.kind === 'object' ? node.members.findLast((member) => member.key === key) : undefined

/** Line of a position in a text, from 1. */
export const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length
