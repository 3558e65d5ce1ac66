import { useEffect, useState } from 'react'
import { call } from 'stowage/web'
import { Failure } from 'stowage'
import type { Finding } from '../../access.ts'
import { policies } from '../../contract.ts'
import { lineAt, memberOf, type Node, treeOf } from './tree.ts'

/** Delay after the last keystroke before the document is checked, in ms. */
const DELAY = 400

/** Findings about a document, updated shortly after each change; the previous ones stay until then. */
export const useFindings = (text: string): readonly Finding[] => {
  const [findings, setFindings] = useState<readonly Finding[]>([])
  useEffect(() => {
    let canceled = false
    const loadFindings = async () => {
      if (!treeOf(text)) return
      const next = await call(policies.findings, { body: { policy: text } })
      if (!canceled) setFindings(next)
    }
    const timer = setTimeout(() => {
      loadFindings().catch((error: unknown) => {
        // saving reports the error
        if (!(error instanceof Failure)) throw error
      })
    }, DELAY)
    return () => {
      canceled = true
      clearTimeout(timer)
    }
  }, [text])
  return findings
}

const findValue = (node: Node | undefined, value: string): Node | undefined => {
  if (node?.kind === 'plain') return node.value === value ? node : undefined
  const within = node?.kind === 'array' ? node.items : (node?.members.map((member) => member.value) ?? [])
  for (const one of within) {
    const range = findValue(one, value)
    if (range) return range
  }
  return undefined
}

/** First and last line of the text that a finding refers to; `undefined` if it refers to the whole document. */
export const linesOf = (text: string, { statement, value }: Finding): [first: number, last: number] | undefined => {
  const statements = memberOf(treeOf(text), 'Statement')?.value
  const node =
    statement === undefined ? undefined : statements?.kind === 'array' ? statements.items[statement - 1] : statements
  const problemNode = (value !== undefined && findValue(node, value)) || node
  return problemNode && [lineAt(text, problemNode.start), lineAt(text, problemNode.end)]
}
