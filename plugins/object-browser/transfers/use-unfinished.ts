import { useEffect } from 'react'
import { showTransfers } from './start.ts'
import { interruptedEntries } from './unfinished.ts'

/** Shows the dock if uploads were interrupted by a reload or a closed tab. */
export const useUnfinished = () => {
  useEffect(() => {
    if (interruptedEntries().length > 0) void showTransfers()
  }, [])
}
