import type { AddressField, Outbound } from '../outbound/outbound.ts'
import type { Request } from './client.ts'
import { refusalOf } from './refusal.ts'
import { encodePath, encodeQuery, type Keys, sha256, sign } from './sign.ts'

/** Another storage server that somebody names, with keys of theirs; `at` is the field that holds its address. */
export type Remote = { url: string; keys: Keys; region?: string; at: AddressField }

/**
 * Calls of S3 to a server that people name: by the guard, signed, once. Throws `Unreached` where it cannot be had,
 * `Refusal` for what it refuses.
 */
export const createRemote = (outbound: Outbound, { url, keys, region = '', at: named }: Remote) => {
  const { origin, host } = new URL(url)

  const attempt = async ({ method, path, query: plain = {}, headers: more = {}, body = '' }: Request, at: string) => {
    if (method === 'DELETE') throw new TypeError('Nothing is removed at a server that somebody names')
    const [encoded, query] = [encodePath(path), encodeQuery(plain)]
    const headers = sign({ method, path: encoded, query, headers: { ...more, host } }, sha256(body), keys, {
      service: 's3',
      region: at,
      date: new Date(),
    })
    return outbound.request(`${origin}${encoded}${query && `?${query}`}`, {
      ...named,
      method,
      headers,
      most: 4 << 20,
      ...(method === 'PUT' && { body }),
    })
  }

  return async (request: Request) => {
    const first = region || 'us-east-1'
    for (let at = first; ; ) {
      const { status, headers, body } = await attempt(request, at)
      if (status < 300) return { headers, body: body.toString() }
      const refusal = refusalOf(status, headers, body.toString())
      if (refusal.code !== 'AuthorizationHeaderMalformed' || !refusal.region || at !== first) throw refusal
      at = refusal.region
    }
  }
}
