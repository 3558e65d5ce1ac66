import { memberOf, type Node, type ObjectNode, treeOf } from './tree.ts'

// Every edit changes only its part of the text and preserves everything else, including formatting and unknown fields.

const splice = (text: string, start: number, end: number, inserted: string) =>
  text.slice(0, start) + inserted + text.slice(end)

/** Whitespace between two entries of a list or object, as used in the text. */
const gapIn = (text: string, open: number, spans: readonly { start: number; end: number }[]) => {
  const [last, before] = [spans.at(-1), spans.at(-2)]
  if (last && before) return text.slice(before.end, last.start)
  const lead = last ? text.slice(open + 1, last.start) : ''
  return lead.includes('\n') ? `,${lead}` : ', '
}

const spansOf = (node: Node) =>
  node.kind === 'object'
    ? node.members.map(({ keyStart, value }) => ({ start: keyStart, end: value.end }))
    : node.kind === 'array'
      ? node.items
      : []

const append = (text: string, node: Node, inserted: string) => {
  const spans = spansOf(node)
  const last = spans.at(-1)
  return last
    ? splice(text, last.end, last.end, gapIn(text, node.start, spans) + inserted)
    : splice(text, node.start + 1, node.end - 1, inserted)
}

const removeItem = (text: string, node: Node, at: number) => {
  const spans = spansOf(node)
  const [before, current, next] = [spans[at - 1], spans[at], spans[at + 1]]
  if (!current) return text
  if (before) return splice(text, before.end, current.end, '')
  if (next) return splice(text, current.start, next.start, '')
  return splice(text, node.start + 1, node.end - 1, '')
}

/** Sets the value of a key, or removes the key. */
export const setMember = (text: string, node: ObjectNode, key: string, value: string | undefined) => {
  const at = node.members.findLastIndex((member) => member.key === key)
  const member = node.members[at]
  if (value === undefined) return member ? removeItem(text, node, at) : text
  return member
    ? splice(text, member.value.start, member.value.end, value)
    : append(text, node, `${JSON.stringify(key)}: ${value}`)
}

const textsIn = (node: Node | undefined): string[] => {
  if (node?.kind === 'plain') return typeof node.value === 'string' ? [node.value] : []
  return node?.kind === 'array'
    ? node.items.flatMap((item) => (item.kind === 'plain' && typeof item.value === 'string' ? [item.value] : []))
    : []
}

/** Adds strings to the list of a key. The key may be missing or have a single string. */
export const addTexts = (text: string, node: ObjectNode, key: string, values: readonly string[]) => {
  const current = memberOf(node, key)?.value
  const present = textsIn(current)
  const added = values.filter((value) => !present.includes(value)).map((value) => JSON.stringify(value))
  if (added.length === 0) return text
  if (current?.kind === 'array') return append(text, current, added.join(gapIn(text, current.start, current.items)))
  if (current?.kind === 'plain')
    return splice(text, current.start, current.end, `[${text.slice(current.start, current.end)}, ${added.join(', ')}]`)
  return setMember(text, node, key, `[${added.join(', ')}]`)
}

/** Removes a string from the list of a key, and the key with the last one. */
export const removeText = (text: string, node: ObjectNode, key: string, value: string) => {
  const current = memberOf(node, key)?.value
  if (current?.kind === 'plain') return current.value === value ? setMember(text, node, key, undefined) : text
  if (current?.kind !== 'array') return text
  const at = current.items.findIndex((item) => item.kind === 'plain' && item.value === value)
  if (at < 0) return text
  return current.items.length === 1 ? setMember(text, node, key, undefined) : removeItem(text, current, at)
}

/** A condition on a card; values other than strings are kept as JSON. */
export type ReadCondition = { operator: string; key: string; values: string[] }

/** Adds a condition, or its values to those that the statement has for the same operator and key. */
export const addCondition = (text: string, node: ObjectNode, { operator, key, values }: ReadCondition) => {
  const conditions = memberOf(node, 'Condition')?.value
  const keys = memberOf(conditions, operator)?.value
  if (keys?.kind === 'object') return addTexts(text, keys, key, values)
  const written = `{ ${JSON.stringify(key)}: ${JSON.stringify(values)} }`
  return conditions?.kind === 'object'
    ? setMember(text, conditions, operator, written)
    : setMember(text, node, 'Condition', `{ ${JSON.stringify(operator)}: ${written} }`)
}

/** Removes a key of a condition operator, and containers left empty. */
export const removeCondition = (text: string, node: ObjectNode, operator: string, key: string) => {
  const conditions = memberOf(node, 'Condition')?.value
  const keys = memberOf(conditions, operator)?.value
  if (conditions?.kind !== 'object' || keys?.kind !== 'object') return text
  const only = (one: ObjectNode, name: string) => one.members.every((member) => member.key === name)
  if (!only(keys, key)) return setMember(text, keys, key, undefined)
  return only(conditions, operator)
    ? setMember(text, node, 'Condition', undefined)
    : setMember(text, conditions, operator, undefined)
}

/** A statement on a card. `rest` is the JSON of the parts that cards do not support. */
export type Card = {
  node: ObjectNode
  effect: 'Allow' | 'Deny' | undefined
  sid: string
  actions: string[]
  /** Whether the statement lists its actions, or those excluded. */
  actionKey: 'Action' | 'NotAction'
  resources: string[]
  resourceKey: 'Resource' | 'NotResource'
  conditions: ReadCondition[]
  rest: string[]
}

const isTexts = (node: Node) =>
  node.kind === 'plain'
    ? typeof node.value === 'string'
    : node.kind === 'array' && textsIn(node).length === node.items.length

const conditionsIn = (node: Node | undefined): ReadCondition[] | undefined => {
  if (node?.kind !== 'object') return undefined
  const found: ReadCondition[] = []
  for (const { key: operator, value: keys } of node.members) {
    if (keys.kind !== 'object') return undefined
    for (const { key, value } of keys.members) {
      const items = value.kind === 'array' ? value.items : [value]
      if (!items.every((item) => item.kind === 'plain')) return undefined
      found.push({ operator, key, values: items.map((item) => String(item.kind === 'plain' ? item.value : '')) })
    }
  }
  return found
}

const parts = ['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource'] as const

const cardOf = (text: string, node: ObjectNode): Card => {
  const valueOf = (key: string) => memberOf(node, key)?.value
  const conditions = conditionsIn(valueOf('Condition'))
  const effect = valueOf('Effect')
  const value = effect?.kind === 'plain' ? effect.value : undefined
  const keyInUse = <A extends string>(one: A, other: A) => (valueOf(one) || !valueOf(other) ? one : other)
  const [actionKey, resourceKey] = [keyInUse('Action', 'NotAction'), keyInUse('Resource', 'NotResource')]
  const isShown = (key: string, of: Node) => {
    if (key === 'Condition') return conditions !== undefined
    if (key === 'Effect') return value === 'Allow' || value === 'Deny'
    if ((key === 'NotAction' && actionKey === 'Action') || (key === 'NotResource' && resourceKey === 'Resource'))
      return false
    return parts.some((one) => one === key) && isTexts(of)
  }
  return {
    node,
    effect: value === 'Allow' || value === 'Deny' ? value : undefined,
    sid: textsIn(valueOf('Sid'))[0] ?? '',
    actions: textsIn(valueOf(actionKey)),
    actionKey,
    resources: textsIn(valueOf(resourceKey)),
    resourceKey,
    conditions: conditions ?? [],
    rest: node.members
      .filter((member) => !isShown(member.key, member.value))
      .map(({ keyStart, value: of }) => text.slice(keyStart, of.end)),
  }
}

/** Statements of a policy's text as cards; `undefined` if it is not a JSON object or a statement is not an object. */
export const cardsOf = (text: string): Card[] | undefined => {
  const root = treeOf(text)
  if (root?.kind !== 'object') return undefined
  const statement = memberOf(root, 'Statement')?.value
  const all = statement?.kind === 'array' ? statement.items : statement ? [statement] : []
  const objects = all.flatMap((node) => (node.kind === 'object' ? [node] : []))
  return objects.length === all.length ? objects.map((node) => cardOf(text, node)) : undefined
}

const emptyStatement = '{ "Effect": "Allow", "Action": [], "Resource": [] }'

const indented = (json: string, text: string) => {
  const [, lead = ''] = /\n([ \t]*)\{[^\n]*\n[^\n]*"(?:Sid|Effect)"/.exec(text) ?? []
  return text.includes('\n') ? JSON.stringify(JSON.parse(json), null, 2).replaceAll('\n', `\n${lead}`) : json
}

/** Appends a statement. */
export const addStatement = (text: string, inserted = indented(emptyStatement, text)) => {
  const root = treeOf(text)
  if (root?.kind !== 'object') return text
  const statement = memberOf(root, 'Statement')?.value
  if (statement?.kind === 'array') return append(text, statement, inserted)
  if (statement?.kind === 'object')
    return splice(text, statement.start, statement.end, `[${text.slice(statement.start, statement.end)}, ${inserted}]`)
  return setMember(text, root, 'Statement', `[${inserted}]`)
}

/** Removes a statement by its index, from 0. */
export const removeStatement = (text: string, at: number) => {
  const statement = memberOf(treeOf(text), 'Statement')?.value
  if (statement?.kind === 'array') return removeItem(text, statement, at)
  return statement?.kind === 'object' && at === 0 ? splice(text, statement.start, statement.end, '[]') : text
}

/** Appends a copy of the statement. */
export const copyStatement = (text: string, { node }: Card) => addStatement(text, text.slice(node.start, node.end))
