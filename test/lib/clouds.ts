import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that simulates Google Cloud Storage and Azure Blob Storage as far as tiers need them. */
export type Clouds = {
  url: string
  /** Objects and blobs, by `/bucket/key`. */
  stored: ReadonlyMap<string, Buffer>
  /** Azure accounts that sent requests. */
  accounts: ReadonlySet<string>
  close(): Promise<void>
}

const read = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Parts of a multipart body. */
const partsOf = (body: Buffer, type: string) => {
  const boundary = `--${/boundary="?([^";]+)/.exec(type)?.[1] ?? ''}`
  const text = body.toString('latin1')
  return text
    .split(boundary)
    .slice(1, -1)
    .map((part) => Buffer.from(part.slice(part.indexOf('\r\n\r\n') + 4, -2), 'latin1'))
}

/** Starts the server: Google with its JSON API and downloads, Azure with its own API; neither checks credentials. */
export const startClouds = async (): Promise<Clouds> => {
  const stored = new Map<string, Buffer>()
  const accounts = new Set<string>()
  const staged = new Map<string, Buffer>()

  const google = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const [, bucket = '', key = ''] = /^(?:\/upload)?\/storage\/v1\/b\/([^/]+)\/o\/?(.*)$/.exec(url.pathname) ?? []
    const path = (name: string) => `/${bucket}/${name}`
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method === 'POST') {
      const [about, content = Buffer.alloc(0)] = partsOf(await read(request), request.headers['content-type'] ?? '')
      const { name } = JSON.parse(String(about)) as { name: string }
      stored.set(path(name), content)
      return respond(200, {
        kind: 'storage#object',
        bucket,
        name,
        size: String(content.length),
        generation: '1',
        metageneration: '1',
      })
    }
    if (request.method === 'GET') {
      const prefix = url.searchParams.get('prefix') ?? ''
      const items = [...stored.keys()]
        .filter((one) => one.startsWith(path(prefix)))
        .map((one) => ({ bucket, name: one.slice(path('').length) }))
      return respond(200, { kind: 'storage#objects', items })
    }
    if (request.method === 'DELETE')
      return response.writeHead(stored.delete(path(decodeURIComponent(key))) ? 204 : 404).end()
    return response.writeHead(405).end()
  }

  const blobs = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const [, account] = /^SharedKey ([^:]+):/.exec(request.headers.authorization ?? '') ?? []
    if (account) accounts.add(account)
    const path = decodeURIComponent(url.pathname)
    const [comp, block = ''] = [url.searchParams.get('comp'), url.searchParams.get('blockid') ?? '']
    if (request.method === 'PUT') {
      const body = await read(request)
      if (comp === 'block') staged.set(block, body)
      else if (comp === 'blocklist')
        stored.set(
          path,
          Buffer.concat(
            Array.from(String(body).matchAll(/<Latest>([^<]+)</g), ([, id = '']) => staged.get(id) ?? Buffer.alloc(0)),
          ),
        )
      else stored.set(path, body)
      return response.writeHead(201, { etag: '"a"', 'last-modified': new Date().toUTCString() }).end()
    }
    if (request.method === 'DELETE') return response.writeHead(stored.delete(path) ? 202 : 404).end()
    if (comp === 'list')
      return response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end('<?xml version="1.0"?><EnumerationResults><Blobs></Blobs><NextMarker/></EnumerationResults>')
    const content = stored.get(path)
    if (!content) return response.writeHead(404).end()
    return response
      .writeHead(200, {
        'content-length': content.length,
        'x-goog-generation': '1',
        'x-goog-metageneration': '1',
        etag: '"a"',
        'last-modified': new Date().toUTCString(),
      })
      .end(content)
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://clouds')
    void (/^(\/upload)?\/storage\/v1\//.test(url.pathname) ? google : blobs)(request, response, url)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stored,
    accounts,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
