import type { Source } from './boundaries.ts'
import { childrenOf, eachChild, type Node, parseSource } from './boundaries-syntax.ts'

/** Methods that split or search a text. */
const parsers: ReadonlySet<unknown> = new Set([
  'match',
  'matchAll',
  'startsWith',
  'endsWith',
  'includes',
  'indexOf',
  'lastIndexOf',
  'replace',
  'replaceAll',
  'search',
  'slice',
  'split',
  'substring',
])

/** `error.message` and `error.detail`, and the same as variables, which is what destructuring makes of them. */
const isMessage = (node: Node): boolean => {
  const property = node.property as Node | undefined
  if (/^(Optional)?MemberExpression$/.test(node.type)) return /^(message|detail)$/.test(String(property?.name))
  return node.type === 'Identifier' && /^(message|detail)$/.test(String(node.name))
}

/** Whether an expression is a message, or a text that one goes into: `a ?? ''`, `${a}`, `a + b`, `a.trim()`. */
const holdsMessage = (node: Node | undefined): boolean => {
  if (!node) return false
  if (isMessage(node)) return true
  if (/^(Optional)?CallExpression$/.test(node.type)) {
    const callee = node.callee as Node
    return /^(Optional)?MemberExpression$/.test(callee.type) && holdsMessage(callee.object as Node)
  }
  return (
    /^(LogicalExpression|BinaryExpression|TemplateLiteral|TSNonNullExpression|TSAsExpression|ArrayExpression)$/.test(
      node.type,
    ) && childrenOf(node).some(holdsMessage)
  )
}

const isParsing = (node: Node): boolean => {
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node.operator))) {
    const [left, right] = [node.left as Node, node.right as Node]
    const isText = ({ type }: Node) => type === 'StringLiteral' || type === 'TemplateLiteral'
    return (isMessage(left) && isText(right)) || (isMessage(right) && isText(left))
  }
  if (!/^(Optional)?CallExpression$/.test(node.type)) return false
  const callee = node.callee as Node
  if (!/^(Optional)?MemberExpression$/.test(callee.type)) return false
  const method = (callee.property as Node).name
  if (method === 'test' || method === 'exec') return (node.arguments as Node[]).some(holdsMessage)
  return parsers.has(method) && holdsMessage(callee.object as Node)
}

/** Positions at which a source splits an error's message or detail, or compares it with a sentence. */
export const parsedMessages = (source: Source): string[] => {
  const found: string[] = []
  const visit = (node: Node) => {
    if (isParsing(node)) found.push(`${source.path}: ${source.text.slice(node.start, node.end).replace(/\s+/g, ' ')}`)
    eachChild(node, visit)
  }
  visit(parseSource(source).program)
  return found
}
