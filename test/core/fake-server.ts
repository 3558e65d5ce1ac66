import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { closeAtEnd } from '../lib/close-at-end.ts'

/** A received request. */
export type ReceivedRequest = { method: string; url: string; body: string; type: string }

/** A response. Text is sent unchanged, other bodies as JSON; `undefined` closes the connection. */
export type FakeResponse = { status?: number; body?: unknown; headers?: Record<string, string> } | undefined

const read = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Servers that are running, which `cleanup()` closes. */
const running = new Set<{ close(): Promise<void> }>()

/** Closes all fake servers. */
export const closeFakeServers = async () => {
  await Promise.all([...running].map((server) => server.close()))
}

declare const happyDOM: { setURL(url: string): void }

/**
 * Starts a server with given responses, for odd bodies and lost connections, which the real server does not produce on
 * request. It becomes the document's origin, so that the client under test finds it.
 */
export const startFakeServer = async (reply: (sent: ReceivedRequest) => FakeResponse | Promise<FakeResponse>) => {
  const sent: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = await read(request).catch(() => undefined)
    // the page aborted the request
    if (body === undefined) return
    const one = { method, url, type: headers['content-type'] ?? '', body }
    sent.push(one)
    const answer = await reply(one)
    if (!answer) return request.socket.destroy()
    const { status = 200, body: responseBody, headers: more } = answer
    const text =
      typeof responseBody === 'string' ? responseBody : responseBody === undefined ? '' : JSON.stringify(responseBody)
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(text)
  })
  // live feeds have separate tests
  server.on('upgrade', (_, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  happyDOM.setURL(`http://127.0.0.1:${port}/`)
  const started = {
    /** Every request so far. */
    sent,
    close: async () => {
      if (!running.delete(started)) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  running.add(started)
  closeAtEnd(started.close)
  return started
}

/** Navigates to an address as the address bar would. */
export const navigate = (path: string) => {
  window.history.pushState(null, '', path)
  window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
}
