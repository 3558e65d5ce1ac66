import { createServer, type IncomingMessage, request } from 'node:http'
import { closeAtEnd } from './close-at-end.ts'
import { freePort } from '../../testing/process.ts'

/**
 * Starts a proxy that forwards requests unchanged, including `Host`, once `before` has finished; it does not support
 * WebSockets.
 */
export const startProxy = async (target: string, before: (incoming: IncomingMessage) => Promise<void>) => {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, response) => {
    void before(incoming).then(() => {
      const { method, url, headers } = incoming
      const forwarded = request({ hostname, port, method, path: url, headers }, (upstream) => {
        response.writeHead(upstream.statusCode ?? 502, upstream.headers)
        upstream.pipe(response)
      })
      forwarded.on('error', (error) => response.destroy(error))
      incoming.pipe(forwarded)
    })
  })
  server.on('upgrade', (_, socket) =>
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
  )
  const own = await freePort()
  await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${own}`,
    close: closeAtEnd(
      () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve())
          server.closeAllConnections()
        }),
    ),
  }
}
