import { parse } from '@babel/parser'

const swaps = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

const isNode = (value) => typeof value === 'object' && value !== null && typeof value.type === 'string'

/** Calls `visit` for every node of a program except types. */
const walk = (value, visit) => {
  if (Array.isArray(value)) for (const one of value) walk(one, visit)
  if (!isNode(value) || (/^TS/.test(value.type) && !('expression' in value))) return
  visit(value)
  for (const [key, part] of Object.entries(value))
    if (!/Comments$|^typeAnnotation$|^typeParameters$/.test(key)) walk(part, visit)
}

/** Whether another mutant of this condition is its negation. */
const hasNegation = ({ type, operator }) =>
  type === 'BooleanLiteral' || (type === 'BinaryExpression' && /^[!=]==$/.test(operator))

/**
 * Mutants of a file: each replaces the text from `start` to `end` and describes the replacement in `change`. No two are
 * equivalent.
 */
export const mutantsOf = (path, text) => {
  const mutants = new Map()
  const add = (start, end, put, { loc }) => {
    const whole = text.slice(0, start) + put + text.slice(end)
    const place = `${loc.start.line}:${loc.start.column + 1}`
    mutants.set(whole, { path, start, end, put, place, change: `${text.slice(start, end)} -> ${put}` })
  }
  const negate = ({ test }) =>
    test && !hasNegation(test) && add(test.start, test.end, `!(${text.slice(test.start, test.end)})`, test)
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript'] })
  // a comparator is the same whichever positive number it returns, and whatever it returns for equal values
  const orders = []
  walk(program, ({ type, callee, arguments: [order] = [] }) => {
    if (type === 'CallExpression' && /^(sort|toSorted)$/.test(callee.property?.name)) orders.push(order ?? {})
  })
  const isInOrder = ({ start }) => orders.some((order) => order.start <= start && start < order.end)
  walk(program, (node) => {
    const put = swaps[node.operator]
    if (/^(Binary|Logical)Expression$/.test(node.type) && put && !(/^[<>]/.test(node.operator) && isInOrder(node))) {
      const at = text.indexOf(node.operator, node.left.end)
      add(at, at + node.operator.length, put, { loc: { start: node.left.loc.end } })
    }
    if (node.type === 'BooleanLiteral') add(node.start, node.end, String(!node.value), node)
    if (node.type === 'NumericLiteral' && !isInOrder(node)) add(node.start, node.end, String(node.value + 1), node)
    // a call like .trim() or .sort()
    if (node.type === 'CallExpression' && node.arguments.length === 0 && node.callee.type === 'MemberExpression')
      add(node.callee.object.end, node.end, '', node.callee.property)
    if (['IfStatement', 'ConditionalExpression', 'WhileStatement'].includes(node.type)) negate(node)
    if (node.type === 'ExpressionStatement' && node.expression.type !== 'StringLiteral')
      add(node.start, node.end, 'void 0', node)
    if (node.type === 'ThrowStatement') add(node.start, node.end, 'void 0', node)
  })
  return [...mutants.values()]
}

/** Selects this many elements of a list, the same ones for the same seed. */
export const sample = (list, count, seed) => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const left = [...list]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(Math.floor(next() * left.length), 1)[0])
}
