import { createTransport, type Head, type Target } from '../transport.ts'
import type { Api, Ask } from './api.ts'

const searchOf = (query: Ask['query'] = {}) => {
  const entries = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
}

const parsed = (type: string | string[] | undefined, body: Buffer): unknown => {
  const text = body.toString()
  return String(type).startsWith('application/json') && text !== '' ? JSON.parse(text) : text
}

/**
 * A read has an answer by now. What changes something may wait for webhooks: an API server gives up after a minute, and
 * says so itself, in ms.
 */
const [READ, WRITE] = [30_000, 65_000]

/** A page of a list has at most 500 objects; people can create objects of 1.5 MiB each. */
const LARGEST_RESPONSE = 128 << 20

/**
 * A cluster's API over HTTP. Its address may have a path, as behind a proxy of many clusters. What goes on (a log, a
 * watch) may stand still for as long as it likes: a peer that has vanished is found out by the connection itself.
 */
export const createRealApi = ({ deadline, ...target }: Pick<Target, 'url' | 'ca' | 'deadline'>): Api => {
  const transport = createTransport(
    { deadline: deadline ?? READ, ...target, stall: 0, most: LARGEST_RESPONSE },
    { server: 'API server of the cluster', ca: 'CONSOLE_KUBE_CA' },
  )
  const below = target.url.pathname.replace(/\/$/, '')

  const headOf = (token: string, { method, path, query, type }: Ask, body: Buffer | undefined): Head => ({
    method,
    path: `${below}${path}${searchOf(query)}`,
    headers: {
      host: transport.host,
      accept: 'application/json, */*',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': type ?? 'application/json', 'content-length': String(body.length) }),
    },
  })

  return {
    address: transport.host,

    call: async (token, ask) => {
      const sent = ask.body === undefined ? undefined : Buffer.from(JSON.stringify(ask.body))
      const { status, headers, body } = await transport.call(headOf(token, ask, sent), sent, {
        signal: ask.signal,
        ...(ask.method !== 'GET' && { deadline: deadline ?? WRITE }),
      })
      return { status, body: parsed(headers['content-type'], body) }
    },

    stream: async (token, ask) => {
      const { status, body } = await transport.stream(headOf(token, ask, undefined), { signal: ask.signal })
      return { status, body }
    },

    close: async () => transport.close(),
  }
}
