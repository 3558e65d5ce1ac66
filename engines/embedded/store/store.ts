import { createBlobs, type Blobs } from './blobs.ts'
import { openFolder } from './folder.ts'
import { type Index, openIndex } from './database.ts'
import { openVault, type Vault } from './vault.ts'
import { hasBlob } from './versions.ts'

/** An opened data folder. */
export type Store = { index: Index; blobs: Blobs; vault: Vault }

/** Opens a data folder for this process alone, and clears up behind a crash in the background. Throws `StartError`. */
export const openStore = async (path: string): Promise<Store & { close(): Promise<void> }> => {
  const folder = await openFolder(path)
  const index = await openIndex(folder)
  const isKnown = (name: string) => {
    try {
      return hasBlob(index, name)
    } catch {
      // closed meanwhile: the next start will look
      return true
    }
  }
  const blobs = createBlobs(folder, isKnown)
  const closing = new AbortController()
  const sweeping = index.tidy ? Promise.resolve(true) : blobs.sweep(closing.signal).catch(() => false)
  return {
    index,
    blobs,
    vault: openVault(folder),
    close: async () => {
      closing.abort()
      const swept = await sweeping
      await index.close(swept && !blobs.isBusy())
    },
  }
}
