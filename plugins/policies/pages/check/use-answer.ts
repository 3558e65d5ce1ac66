import { useEffect, useState } from 'react'
import { useCall } from '../../../../core/use-call.ts'
import { policies } from '../../contract.ts'
import { asked, type Draft, missingIn } from './question.ts'

/** How long after the last change an answer is asked for by itself, in ms. */
const PAUSE = 300

/** The draft as it was a moment ago, once nothing more changes. */
const useSettled = (draft: Draft): Draft => {
  const text = JSON.stringify(draft)
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled) as Draft
}

/** The answer to a question as it is being put: a whole one is asked at once, others once somebody says so. */
export const useAnswer = (draft: Draft) => {
  const settled = useSettled(draft)
  const [live, setLive] = useState(!missingIn(draft))
  const ready = live && !missingIn(settled)
  const answer = useCall(policies.check, { body: asked(settled) }, { when: ready })
  return { settled, live, ready, answer, check: () => setLive(!missingIn(draft)) }
}
