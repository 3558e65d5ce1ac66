import { useEffect } from 'react'
import { guard } from './location.ts'
import { confirm } from './ui/confirm.tsx'

/** Asks before a dirty form is left. */
export const useLeaveGuard = (dirty: boolean) => {
  useEffect(() => {
    if (!dirty) return undefined
    return guard(() =>
      confirm({ title: 'Discard changes?', body: 'What you entered here is not saved yet.', verb: 'Discard', tone: 'danger' }),
    )
  }, [dirty])
}
