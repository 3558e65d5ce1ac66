import { useState } from 'react'
import { Failure } from '../core/protocol/failure.ts'

/** A task that a button starts: what runs, for the button's `busy`, and its failure, for an `ErrorBanner`. */
export const useTask = () => {
  const [busy, setBusy] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  const forget = () => setFailure(undefined)
  /** Runs work, described by a word such as "Saving". Passes a `Failure` on, and throws other errors. */
  const run = async (busyText: string, work: () => unknown, onFailure: (failure: Failure) => void = setFailure) => {
    setBusy(busyText)
    forget()
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      onFailure(error)
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, banner: { error: failure, onClose: forget }, run }
}
