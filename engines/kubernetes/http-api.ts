import { createTransport, type RequestHead, type Target } from '../transport.ts'
import type { Api, ApiRequest } from './api.ts'

const searchOf = (query: ApiRequest['query'] = {}) => {
  const entries = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
}

const parseBody = (type: string | string[] | undefined, body: Buffer): unknown => {
  const text = body.toString()
  return String(type).startsWith('application/json') && text !== '' ? JSON.parse(text) : text
}

/** Timeouts in ms. Writes may wait for webhooks: an API server gives up after a minute and reports it itself. */
const [READ_TIMEOUT, WRITE_TIMEOUT] = [30_000, 65_000]

/** Response limit: list pages have at most 500 objects, and users can create objects of 1.5 MiB each. */
const MAX_RESPONSE_SIZE = 128 << 20

/**
 * A cluster's API over HTTP. The address may have a path, as behind a proxy for several clusters. Streams (logs,
 * watches) have no idle timeout; TCP keep-alive detects a lost peer.
 */
export const createHttpApi = ({ deadline, ...target }: Pick<Target, 'url' | 'ca' | 'deadline'>): Api => {
  const transport = createTransport(
    { deadline: deadline ?? READ_TIMEOUT, ...target, stall: 0, maxBytes: MAX_RESPONSE_SIZE },
    { server: 'API server of the cluster', ca: 'CONSOLE_KUBE_CA' },
  )
  const basePath = target.url.pathname.replace(/\/$/, '')

  const headOf = (token: string, { method, path, query, type }: ApiRequest, body: Buffer | undefined): RequestHead => ({
    method,
    path: `${basePath}${path}${searchOf(query)}`,
    headers: {
      host: transport.host,
      accept: 'application/json, */*',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': type ?? 'application/json', 'content-length': String(body.length) }),
    },
  })

  return {
    address: transport.host,

    call: async (token, request) => {
      const payload = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body))
      const { status, headers, body } = await transport.call(headOf(token, request, payload), payload, {
        signal: request.signal,
        ...(request.method !== 'GET' && { deadline: deadline ?? WRITE_TIMEOUT }),
      })
      return { status, body: parseBody(headers['content-type'], body) }
    },

    stream: async (token, request) => {
      const { status, body } = await transport.stream(headOf(token, request, undefined), { signal: request.signal })
      return { status, body }
    },

    close: async () => transport.close(),
  }
}
