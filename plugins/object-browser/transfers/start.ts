import { showDock } from './dock.tsx'
import type { Upload } from './queue.ts'
import { uploads } from './uploads.ts'

/** Starts uploads and shows the dock that follows them. */
export const startUploads = (added: readonly Upload[]) => {
  uploads.add(added)
  showDock()
}
