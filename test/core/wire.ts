import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'

/** What came in: method, address as sent, and the body. */
export type Sent = { method: string; url: string; body: string; type: string }

/** What goes out: a status and a body, text as it is and anything else as JSON; nothing at all cuts the line. */
export type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | undefined

const read = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

declare const happyDOM: { setURL(url: string): void }

/**
 * A server at the other end of the wire that answers as told, for what the real one does not do on request: odd bodies,
 * broken lines. The document's origin becomes its own, so that the client under test finds it.
 */
export const wire = async (reply: (sent: Sent) => Reply | Promise<Reply>) => {
  const sent: Sent[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = await read(request).catch(() => undefined)
    // the page has called it off
    if (body === undefined) return
    const one = { method, url, type: headers['content-type'] ?? '', body }
    sent.push(one)
    const answer = await reply(one)
    if (!answer) return request.socket.destroy()
    const { status = 200, body: said, headers: more } = answer
    const text = typeof said === 'string' ? said : said === undefined ? '' : JSON.stringify(said)
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(text)
  })
  // live feeds have separate tests
  server.on('upgrade', (_, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  happyDOM.setURL(`http://127.0.0.1:${port}/`)
  return {
    /** Every request so far. */
    sent,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Goes to an address as the address bar would, for the start of a test. */
export const visit = (path: string) => {
  window.history.pushState(null, '', path)
  window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
}
