import { useEffect } from 'react'
import { addLeaveGuard } from '../core/web/location.ts'
import { confirm } from './confirm.tsx'
import { notSavedYet } from './messages.ts'

/** Asks before leaving a dirty form, except for paths that keep its values (`keeps`). */
export const useLeaveGuard = (dirty: boolean, keeps?: (path: string) => boolean) => {
  useEffect(() => {
    if (!dirty) return undefined
    return addLeaveGuard((path) =>
      path !== undefined && keeps?.(path)
        ? true
        : confirm({
            title: 'Discard changes?',
            body: notSavedYet,
            verb: 'Discard',
            tone: 'danger',
          }),
    )
  }, [dirty, keeps])
}
