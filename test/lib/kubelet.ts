import { once } from 'node:events'
import { createServer } from 'node:https'
import { createCertificate } from '../../engines/kubernetes/demo/certificate.ts'
import { type Client, kindAt, pathOf } from '../../engines/kubernetes/client.ts'
import type { PodLogs } from './pod-logs.ts'

const nodes = kindAt('v1', 'nodes')
const known = ['follow', 'limitBytes', 'previous', 'tailLines', 'timestamps']

/** Creates a node in a cluster, with the status that its kubelet reports; the kubelet listens at a port of loopback. */
export const describeNode = async (client: Client, name: string, port: number) => {
  const made = await client.create(pathOf(nodes), { apiVersion: 'v1', kind: 'Node', metadata: { name } })
  const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }]
  const status = {
    addresses,
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
    conditions: [{ type: 'Ready', status: 'True' }],
  }
  await client.replace(pathOf(nodes, { name, sub: 'status' }), { ...made, status })
}

/**
 * Simulates a kubelet that only serves logs to an API server; a real API server uses HTTPS, and accepts any
 * certificate.
 */
export const startKubelet = async ({ logOf }: PodLogs) => {
  const { certificate, key } = createCertificate(['kubelet'], {
    from: Date.now() - 60_000,
    to: Date.now() + 86_400_000,
  })
  const server = createServer({ cert: certificate, key }, async ({ url = '' }, reply) => {
    const refuse = (status: number, text: string) =>
      void reply.writeHead(status, { 'content-type': 'text/plain' }).end(text)
    const { pathname, searchParams: query } = new URL(url, 'https://kubelet')
    const [, kind, namespace = '', pod = '', container = ''] = pathname.split('/').map(decodeURIComponent)
    const unsupported = [...query.keys()].find((one) => !known.includes(one))
    if (kind !== 'containerLogs') return refuse(404, '404 page not found')
    if (unsupported) return refuse(400, `this kubelet does not know ${unsupported}`)
    const previous = query.get('previous') === 'true'
    const { lines, next } = logOf({ namespace, pod, container, run: previous ? 'previous' : 'this' })
    if (previous && lines.length === 0)
      return refuse(400, `previous terminated container "${container}" in pod "${pod}" not found`)
    const over = new AbortController()
    reply.once('close', () => over.abort())
    reply.writeHead(200, { 'content-type': 'text/plain' })
    reply.flushHeaders()
    const tail = query.get('tailLines')
    const text = lines
      .slice(tail === null ? 0 : Math.max(0, lines.length - Number(tail)))
      .map((line) => `${line}\n`)
      .join('')
    reply.write(Buffer.from(text).subarray(0, Number(query.get('limitBytes') ?? Infinity)))
    for (let index = lines.length; query.get('follow') === 'true' && !previous && !over.signal.aborted; index += 1) {
      const line = await next(index, over.signal).catch(() => undefined)
      if (line !== undefined) reply.write(`${line}\n`)
    }
    reply.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    port,
    stop: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
