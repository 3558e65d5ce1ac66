import { parse } from '@babel/parser'
import type { Source } from './boundaries.ts'

/** A node of the syntax tree of Babel. */
export type Node = {
  type: string
  start: number
  end: number
  loc: { start: { line: number }; end: { line: number } }
  [key: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Calls `visit` with each child of a node and the name of its field. */
export const eachChild = (node: Node, visit: (child: Node, field: string) => void) => {
  for (const field in node) {
    const value = node[field]
    if (Array.isArray(value)) {
      for (const child of value) if (isNode(child)) visit(child, field)
    } else if (isNode(value)) visit(value, field)
  }
}

export const childrenOf = (node: Node): Node[] => {
  const children: Node[] = []
  eachChild(node, (child) => void children.push(child))
  return children
}

/** Parses a source with TypeScript, and JSX if its name ends in x. Comments are only in the list `comments`. */
export const parseSource = ({ path, text }: Source): { program: Node; comments: readonly { value: string }[] } => {
  const { program, comments } = parse(text, {
    sourceType: 'module',
    attachComment: false,
    plugins: ['typescript', ...(path.endsWith('x') ? (['jsx'] as const) : [])],
  })
  return { program: program as unknown as Node, comments: comments ?? [] }
}
