import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { closeAtEnd } from './close-at-end.ts'

/** Listens on a free port until the end of the test, or of the suite if a `before` hook calls it. Returns the port. */
export const listen = async (server: Server, host = '127.0.0.1'): Promise<number> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await once(server.listen(0, host), 'listening')
  closeAtEnd(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}
