import { resolve } from 'node:path'
import { freePort, startProgram } from '../../testing/process.ts'

/**
 * Starts a minimal Node server that writes to and reads from `target`, a folder or the address of a storage server, as
 * the baseline of measurements. With `synced` it responds once a file would survive a power failure.
 */
export const startPlainServer = async (target: string, synced?: 'synced') => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const ready = () => fetch(address, { method: 'HEAD' }).then(() => true)
  const program = await startProgram(
    process.execPath,
    [resolve('test/bench/plain-server.mjs'), String(port), target, synced ?? ''],
    { env: {}, isReady: ready },
  )
  return { address, stop: () => program.stop() }
}
