import { useEffect } from 'react'
import { showTransfers } from './start.ts'
import { aloneEntries } from './unfinished.ts'

/** Shows the dock where uploads were broken off, before this tab was loaded or in one that is gone. */
export const useUnfinished = () => {
  useEffect(() => {
    if (aloneEntries().length > 0) void showTransfers()
  }, [])
}
