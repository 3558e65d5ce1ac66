import type { Job } from './jobs.ts'
import { uploads } from './uploads.ts'

/** Starts transfers and shows the dock. */
export const startTransfers = (added: readonly Job[]) => {
  uploads.add(added)
  void showTransfers()
}

/** Shows the dock, whose code is loaded with the first transfer. */
export const showTransfers = async () => (await import('./dock.tsx')).showDock()
