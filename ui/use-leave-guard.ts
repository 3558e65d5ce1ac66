import { useEffect } from 'react'
import { addLeaveGuard, currentLocation } from '../core/web/location.ts'
import { confirm } from './confirm.tsx'
import { notSavedYet } from './messages.ts'

/** What is asked before a page is left, and the label of the button that leaves it. */
type LeaveQuestion = { title: string; body: string; verb: string }

const unsavedInput: LeaveQuestion = { title: 'Discard changes?', body: notSavedYet, verb: 'Discard' }

/**
 * Asks before leaving a dirty form, except for its own path and those that keep its values (`keeps`); `question` must
 * not change.
 */
export const useLeaveGuard = (dirty: boolean, keeps?: (path: string) => boolean, question = unsavedInput) => {
  useEffect(() => {
    if (!dirty) return undefined
    return addLeaveGuard((path) =>
      path !== undefined && (path === currentLocation().path || keeps?.(path))
        ? true
        : confirm({ ...question, tone: 'danger' }),
    )
  }, [dirty, keeps])
}
