import { listen } from '../../lib/listen.ts'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { createServer as createSocketServer, Socket } from 'node:net'
import { createClient } from '../../../engines/s3/client.ts'

type Options = Omit<Parameters<typeof createClient>[0], 'url'>
export type Client = ReturnType<typeof createClient>

export const keys = { accessKey: 'anna', secretKey: 'anna-secret-key' }

export const withClient = async (
  server: Server | ReturnType<typeof createSocketServer>,
  protocol: string,
  options: Options,
  run: (client: Client) => Promise<void>,
) => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  const port = await listen(server)
  const client = createClient({
    url: new URL(`${protocol}://127.0.0.1:${port}`),
    ...options,
  })
  try {
    await run(client)
  } finally {
    client.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** Runs against a server that answers each request with the next of these responses, and repeats the last one. */
export const withAnswers = (
  answers: RequestListener[],
  options: Options,
  run: (client: Client, seen: IncomingMessage[]) => Promise<void>,
) => {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    answers[Math.min(seen.length, answers.length) - 1]?.(request, response)
  })
  return withClient(server, 'http', options, (client) => run(client, seen))
}

export const xmlError = (code: string, extra = '') =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Said so</Message>${extra}</Error>`
export const respond =
  (status: number, body = '', headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, headers).end(body)
  }
export const ok = respond(200, 'fine')

export const read = { method: 'GET', path: '/bucket' } as const
export const write = { method: 'PUT', path: '/bucket', body: 'text' } as const

export async function* chunks(count: number, size = 65536, consumed: { bytes: number } = { bytes: 0 }) {
  for (let index = 0; index < count; index++) {
    consumed.bytes += size
    yield Buffer.alloc(size, index)
  }
}
