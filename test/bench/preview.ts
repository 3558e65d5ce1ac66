import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hasChromium, launch, openTab, signInOnPage } from '../lib/browser.ts'
import { atMost } from '../lib/measure.ts'
import { startMinio } from '../lib/minio.ts'
import { signIn, startServer } from '../lib/server.ts'

const text = 'The first line\n'.repeat(1000)

/** Forwards requests to a server, with their `Host` header, and records each as `GET /path?query`. */
const recordingProxy = async (target: string) => {
  const requests: string[] = []
  const server = createServer((incoming, response) => {
    const { method = '', url = '', headers } = incoming
    requests.push(`${method} ${url}`)
    const outgoing = request(target, { method, path: url, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, close: () => server.close() }
}

/** Counts how often the content of an object is requested from a MinIO server while its preview opens. */
export const measure = async () => {
  const minio = hasChromium ? await startMinio() : undefined
  if (!minio) return []
  const proxy = await recordingProxy(minio.url)
  const server = await startServer({ env: { CONSOLE_MINIO_SERVER: proxy.url } })
  const browser = await launch()
  try {
    const send = await signIn(server.url, minio.root)
    await send('POST', '/api/v1/buckets', { name: 'previews' })
    const body = new FormData()
    body.append(String(text.length), new Blob([text], { type: 'text/plain' }), 'file')
    await send('POST', '/api/v1/buckets/previews/objects/upload?key=notes.txt', body)
    const { page } = await openTab(browser)
    await signInOnPage(page, { url: server.url, root: minio.root })
    proxy.requests.length = 0
    await page.goto(`${server.url}/buckets/previews/browse/notes.txt?tab=preview`)
    await page.getByText('The first line').first().waitFor()
    await page.waitForLoadState('networkidle')
    const isContent = /^GET \/previews\/notes\.txt(\?x-id=GetObject|\?versionId=[^&]*)?$/

    const gets = proxy.requests.filter((one) => isContent.test(one)).length
    // without one, the pattern above would no longer match what the console sends
    if (gets === 0) throw new Error(`The content was not requested: ${proxy.requests.join(', ')}`)
    return [atMost('requests of the content for a preview on MinIO', gets, 'requests', 1)]
  } finally {
    await browser.close()
    await server.stop()
    proxy.close()
    await minio.stop()
  }
}
