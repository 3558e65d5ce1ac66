import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import type { Endpoint, Feed } from '../../core/protocol/contract.ts'
import { list, text, textMap } from '../../core/protocol/limits.ts'
import { allCalls, allFeeds } from './samples.ts'

type Node = { type: string } & Readonly<Record<string, unknown>>

/** Actions that may precede a limit, because their cost is linear in the length of the text. */
const harmless = ['title', 'description', 'metadata', 'trim', 'min_length', 'non_empty', 'min_value']
const plain = ['boolean', 'number', 'null', 'literal', 'picklist', 'enum', 'bigint', 'never']

/** Steps of a schema, in order; a pipe may begin with another one. */
const stepsOf = ({ pipe }: Node): Node[] => {
  const [first, ...rest] = (pipe ?? []) as Node[]
  return first ? [...stepsOf(first), ...rest] : []
}

/** Whether a limit of one of these kinds precedes any more expensive step. */
const isLimited = (node: Node, limits: readonly string[]) => {
  const steps = stepsOf(node)
  const at = steps.findIndex(({ type }) => limits.includes(type))
  return at >= 0 && steps.slice(0, at).every(({ type }) => harmless.includes(type))
}

const entriesOf = (node: Node, where: string) =>
  Object.entries(node.entries as Record<string, Node>).flatMap(([name, entry]) =>
    missingLimits(entry, `${where}.${name}`),
  )

/** Paths in a schema that accept an unlimited number of characters or entries. */
const missingLimits = (node: Node, where: string): string[] => {
  if (plain.includes(node.type)) return []
  if (node.wrapped) return missingLimits(node.wrapped as Node, where)
  switch (node.type) {
    case 'string':
      return isLimited(node, ['max_length', 'max_bytes', 'length', 'bytes']) ? [] : [where]
    case 'array':
      return [
        ...(isLimited(node, ['max_length', 'length']) ? [] : [where]),
        ...missingLimits(node.item as Node, `${where}[]`),
      ]
    case 'object':
    case 'strict_object':
      return entriesOf(node, where)
    case 'tuple':
    case 'strict_tuple':
      return (node.items as Node[]).flatMap((item, at) => missingLimits(item, `${where}[${at}]`))
    case 'variant':
    case 'union':
      return (node.options as Node[]).flatMap((option) => missingLimits(option, where))
    case 'custom':
      if (typeof node.entries !== 'number') return [where]
      return [
        ...missingLimits(node.key as Node, `${where} (names)`),
        ...missingLimits(node.value as Node, `${where}[]`),
      ]
    default:
      return [`${where} (nobody can tell what a schema of the kind "${node.type}" takes)`]
  }
}

const lacking = ({ query, body }: Endpoint | Feed, name: string) => [
  ...(query ? missingLimits(query as unknown as Node, `${name}.query`) : []),
  ...(typeof body === 'object' ? missingLimits(body as unknown as Node, `${name}.body`) : []),
]

test('every text in the input of a call or feed has a maximum length, and every list a maximum count', () => {
  const all = [...allCalls, ...allFeeds].flatMap(({ owner, name, endpoint }) => lacking(endpoint, `${owner}.${name}`))
  assert.equal(all, [], 'build these of text() and list() in core/protocol/limits.ts')
})

test('a text, list or tag without a limit, or with a late one, is reported at any depth', () => {
  const found = (schema: v.GenericSchema) => missingLimits(schema as unknown as Node, 'body')
  assert.equal(found(v.object({ a: v.optional(v.string()), b: text(3), c: v.nullish(v.array(text(3))) })), [
    'body.a',
    'body.c',
  ])
  assert.equal(found(list(v.object({ deep: v.string() }), 3)), ['body[].deep'])
  assert.equal(found(v.variant('kind', [v.object({ kind: v.literal('a'), a: v.string() })])), ['body.a'])
  assert.equal(found(v.pipe(v.string(), v.regex(/(a+)+b/), v.maxLength(9))), ['body'])
  assert.equal(found(v.pipe(v.string(), v.trim(), v.maxLength(9), v.regex(/a/))), [])
  assert.equal(found(textMap(v.string(), text(3), 3, { shape: '', count: '' })), ['body (names)'])
  assert.is(found(v.record(v.string(), v.string())).length, 1)
  assert.is(found(v.custom(() => true)).length, 1)
  assert.is(found(v.unknown()).length, 1)
})

test('a limit counts UTF-8 bytes, and the error states it', () => {
  assert.ok(v.is(text(4), 'éab'))
  assert.not(v.is(text(4), 'ééa'))
  assert.is(v.safeParse(text(1024), 'x'.repeat(1025)).issues?.[0].message, 'Enter at most 1,024 bytes')
  assert.is(v.safeParse(list(text(4), 1000), Array(1001).fill('x')).issues?.[0].message, 'Enter at most 1,000 entries')
})

test('a map of texts keeps every name, and reports invalid values', () => {
  const schema = textMap(text(9), text(2), 2, { shape: 'short ones', count: 'two' })
  const tricky: unknown = JSON.parse('{"__proto__":"a","toString":"b"}')
  assert.equal(Object.entries(v.parse(schema, tricky)), [
    ['__proto__', 'a'],
    ['toString', 'b'],
  ])
  assert.is(v.safeParse(schema, { a: 'long' }).issues?.[0].message, 'short ones')
  assert.is(v.safeParse(schema, { a: '', b: '', c: '' }).issues?.[0].message, 'two')
  for (const wrong of [null, 'a', [], { a: 1 }, undefined]) assert.not(v.is(schema, wrong))
})
