import { open } from 'node:fs/promises'

/** Makes files created or renamed in a folder durable. */
export const syncFolder = async (path: string) => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
