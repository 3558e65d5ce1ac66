import { useEffect, useState } from 'react'
import { useCall } from 'stowage/web'
import { policies } from '../../contract.ts'
import { requestOf, type Draft, missingIn } from './question.ts'

/** Delay after the last change before the question is sent, in ms. */
const DELAY = 300

/** The draft once it has stopped changing for a moment. */
const useSettled = (draft: Draft): Draft => {
  const text = JSON.stringify(draft)
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), DELAY)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled) as Draft
}

/** Result of the question. A complete draft at the start is sent immediately, later ones after the first submit. */
export const useCheckResult = (draft: Draft) => {
  const settled = useSettled(draft)
  const [live, setLive] = useState(!missingIn(draft))
  const ready = live && !missingIn(settled)
  const result = useCall(policies.check, { body: requestOf(settled) }, { when: ready })
  return { settled, live, ready, result, check: () => setLive(!missingIn(draft)) }
}
