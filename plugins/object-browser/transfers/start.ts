import type { Upload } from './queue.ts'
import { uploads } from './uploads.ts'

/** Starts uploads and shows the dock that follows them. */
export const startUploads = async (added: readonly Upload[]) => {
  uploads.add(added)
  const { showDock } = await import('./dock.tsx')
  showDock()
}
