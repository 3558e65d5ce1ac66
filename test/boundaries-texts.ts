import type { Source } from './boundaries.ts'
import { eachChild, isNode, type Node, parseSource } from './boundaries-syntax.ts'

const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode)

/** Stands for a value in a template. */
const VALUE = 'X'

/** Whether a text is longer than a label: a sentence, or at least six words, not counting values alone. */
const isSentence = (text: string): boolean => {
  const plain = text.replace(/\s+/g, ' ').trim()
  const words = plain.split(' ').filter((word) => /[A-Za-z]/.test(word))
  const names = words.filter((word) => /^[a-z]+([-_][a-z]+)+$/.test(word))
  const isPromQl = /\([a-z]+(_[a-z]+)+[$)]/.test(plain)
  const isCode =
    isPromQl || names.length > words.length / 2 || /^[a-z-]+:\/\/|^HTTP\/|[{}<>=;]{2}|=\(\)|^[a-z]+ --|<\//.test(plain)
  const isText = /^["“'(]?[A-Za-z]/.test(plain) && words.filter((word) => word.replace(/\W/g, '') !== VALUE).length >= 2
  return isText && !isCode && words.length >= 4 && (words.length >= 6 || /[.?!]$/.test(plain))
}

/** Functions that search for a text of another program, or whose argument is a value. */
const searching =
  /^(includes|startsWith|endsWith|match|test|replace|replaceAll|split|indexOf|literal|picklist|RegExp|join|has|get|querySelector)$/

/** Parts of a node whose literals are names or values, not texts for users. */
const valuesIn = (node: Node): readonly string[] => {
  if (/^(Import|Export)/.test(node.type)) return ['source']
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node.operator))) return ['left', 'right']
  if (/^(Optional)?CallExpression$|^NewExpression$/.test(node.type)) {
    const callee = node.callee as Node
    const name = (callee.type === 'Identifier' ? callee : (callee.property as Node | undefined))?.name
    return searching.test(String(name)) ? ['arguments'] : []
  }
  const values: Readonly<Record<string, readonly string[]>> = {
    MemberExpression: ['property'],
    ObjectProperty: ['key'],
    SwitchCase: ['test'],
    TaggedTemplateExpression: ['quasi'],
    TSLiteralType: ['literal'],
  }
  return values[node.type] ?? []
}

const textOf = (node: Node): string | undefined => {
  if (node.type === 'StringLiteral' || node.type === 'JSXText') return String(node.value)
  if (node.type !== 'TemplateLiteral') return undefined
  return nodesIn(node.quasis)
    .map(({ value }) => (value as { cooked?: string }).cooked ?? '')
    .join(VALUE)
}

/** Text between elements or values of JSX is in the order of a sentence only there. */
const isMixed = (node: Node) =>
  nodesIn(node.children).some(({ type }) => type === 'JSXElement' || type === 'JSXExpressionContainer')

/** Sentences in a source, as `path:line: text`. */
export const sentencesIn = (source: Source): string[] => {
  const findings: string[] = []
  const visit = (node: Node, isValue: boolean) => {
    const words = isValue ? undefined : textOf(node)
    if (words && isSentence(words))
      findings.push(`${source.path}:${node.loc.start.line}: ${words.replace(/\s+/g, ' ').trim()}`)
    const values = valuesIn(node)
    const mixed = isMixed(node)
    eachChild(node, (child, field) =>
      visit(child, values.includes(field) || (mixed && field === 'children' && child.type === 'JSXText')),
    )
  }
  visit(parseSource(source).program, false)
  return findings
}
