import type { AddressField, Outbound } from '../outbound/outbound.ts'
import type { Request } from './client.ts'
import { toS3Error } from './s3-error.ts'
import { encodePath, encodeQuery, type Keys, sha256, sign } from './sign.ts'
import { remoteMethodNotAllowed } from './messages.ts'

/** Another storage server, with user-supplied address and keys; `at` is the form field of the address. */
export type Remote = { url: string; keys: Keys; region?: string; at: AddressField }

/**
 * S3 client for a user-supplied server: restricted to allowed destinations, signed, without retries. Throws
 * `Unreachable` if there is no response, `S3Error` for an error response.
 */
export const createRemote = (outbound: Outbound, { url, keys, region = '', at: named }: Remote) => {
  const { origin, host } = new URL(url)

  const attempt = async ({ method, path, query: plain = {}, headers: more = {}, body = '' }: Request, at: string) => {
    if (method === 'DELETE' || method === 'PATCH') throw new TypeError(remoteMethodNotAllowed)
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
      maxBytes: 4 << 20,
      ...(method === 'PUT' && { body }),
    })
  }

  return async (request: Request) => {
    const first = region || 'us-east-1'
    for (let at = first; ; ) {
      const { status, headers, body } = await attempt(request, at)
      if (status < 300) return { headers, body: body.toString() }
      const refusal = toS3Error(status, headers, body.toString())
      if (refusal.code !== 'AuthorizationHeaderMalformed' || !refusal.region || at !== first) throw refusal
      at = refusal.region
    }
  }
}
