import { createBlobs, type Blobs } from './blobs.ts'
import { openFolder } from './folder.ts'
import { type Index, openIndex } from './index.ts'
import { hasBlob } from './versions.ts'

/** An opened data folder. */
export type Store = { index: Index; blobs: Blobs }

/** Opens a data folder for this process alone, and clears up behind a crash in the background. Throws `StartError`. */
export const openStore = async (path: string): Promise<Store & { close(): Promise<void> }> => {
  const folder = await openFolder(path)
  const index = await openIndex(folder)
  const blobs = createBlobs(folder, (name) => hasBlob(index, name))
  const closing = new AbortController()
  // what is left over now is found at the next start
  const sweeping = index.tidy ? undefined : blobs.sweep(closing.signal).catch(() => undefined)
  return {
    index,
    blobs,
    close: async () => {
      closing.abort()
      await sweeping
      await index.close()
    },
  }
}
