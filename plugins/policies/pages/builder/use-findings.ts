import { useEffect, useState } from 'react'
import { call } from '../../../../core/client.ts'
import { Failure } from '../../../../core/failure.ts'
import type { Finding } from '../../access.ts'
import { policies } from '../../contract.ts'
import { lineAt, memberOf, type Node, treeOf } from './tree.ts'

/** How long after the last key a document is looked through, in ms. */
const PAUSE = 400

/** What is worth a look in a document, a moment after it was changed; what was found stays until then. */
export const useFindings = (text: string): readonly Finding[] => {
  const [found, setFound] = useState<readonly Finding[]>([])
  useEffect(() => {
    let over = false
    const look = async () => {
      if (!treeOf(text)) return
      const next = await call(policies.findings, { body: { policy: text } })
      if (!over) setFound(next)
    }
    const timer = setTimeout(() => {
      look().catch((error: unknown) => {
        // whoever saves is told what is wrong
        if (!(error instanceof Failure)) throw error
      })
    }, PAUSE)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [text])
  return found
}

const holding = (node: Node | undefined, value: string): Node | undefined => {
  if (node?.kind === 'plain') return node.value === value ? node : undefined
  const within = node?.kind === 'array' ? node.items : (node?.members.map((member) => member.value) ?? [])
  for (const one of within) {
    const found = holding(one, value)
    if (found) return found
  }
  return undefined
}

/** The lines of a text that a finding is about, the first and the last; nothing where it is about the whole. */
export const linesOf = (text: string, { statement, value }: Finding): [first: number, last: number] | undefined => {
  const held = memberOf(treeOf(text), 'Statement')?.value
  const node = statement === undefined ? undefined : held?.kind === 'array' ? held.items[statement - 1] : held
  const place = (value !== undefined && holding(node, value)) || node
  return place && [lineAt(text, place.start), lineAt(text, place.end)]
}
