import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartError } from '../engines/start-error.ts'
import type { Config } from './config.ts'
import { addressNotLocal, portInUse, portNotPermitted } from './messages.ts'

type Address = Pick<Config, 'host' | 'port'>

/** The `StartError` for a reason why the console cannot listen at an address; other errors are returned as they are. */
export const listenError = (error: unknown, { host, port }: Address): unknown => {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new StartError(portInUse(port, host))
  if (code === 'EACCES') return new StartError(portNotPermitted(port))
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new StartError(addressNotLocal(host))
  return error
}

/**
 * Throws `StartError` if the console cannot listen at an address. Called before a storage is opened: a first start
 * creates a data folder, and shows the password of its root account only then.
 */
export const assertPortFree = async ({ host, port }: Address) => {
  const server = createServer((socket) => socket.destroy())
  try {
    await once(server.listen({ host, port }), 'listening')
  } catch (error) {
    throw listenError(error, { host, port })
  }
  server.close()
  await once(server, 'close')
}
