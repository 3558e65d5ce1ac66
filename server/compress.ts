import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Encoding of a body; the build's files exist in each of them, `identity` being uncompressed. */
export type Encoding = 'br' | 'gz' | 'identity'

/** Content codings by encoding. */
export const encodingName = { br: 'br', gz: 'gzip' }

/** The client's preferred encoding (RFC 9110 12.5.3); brotli before gzip if it has no preference. */
export const chooseEncoding = (accepted: string, encodings: readonly Encoding[]): Encoding => {
  const weights = new Map(
    accepted.split(',').map((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      // an invalid weight counts as 0, which rejects the encoding
      return [name, weight ? Number(weight.slice(2)) || 0 : 1] as const
    }),
  )
  const weigh = (encoding: Encoding) => {
    if (encoding === 'identity') return weights.get('identity') ?? weights.get('*') ?? 0.001
    return weights.get(encodingName[encoding]) ?? weights.get('*') ?? 0
  }
  return encodings.reduce((best, next) => (weigh(next) > weigh(best) ? next : best), encodings[0] ?? 'identity')
}

/** The best of the available encodings for a request. */
export const encodingFor = ({ headers }: FastifyRequest, encodings: readonly Encoding[] = ['br', 'gz', 'identity']) =>
  chooseEncoding(String(headers['accept-encoding'] ?? ''), encodings)

/** Compresses a response that is generated per request, at a low level, because the client waits for it. */
export const compressed = async (bytes: Buffer, encoding: Encoding): Promise<Buffer> => {
  if (encoding === 'br') return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })
  return encoding === 'gz' ? promisify(gzip)(bytes, { level: 3 }) : bytes
}

/**
 * Minimum size of a compressed response, in bytes. Most responses are smaller, and so are all with a new secret key
 * (BREACH).
 */
const worthwhile = 1024

/**
 * Compresses JSON responses. Streams are never compressed: they are users' files, or have to be delivered piece by
 * piece.
 */
export const addCompression = (app: FastifyInstance) => {
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json')
    if (!isJson || typeof payload !== 'string' || payload.length < worthwhile) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = encodingFor(request)
    if (encoding === 'identity') return payload
    reply.header('content-encoding', encodingName[encoding]).removeHeader('content-length')
    return compressed(Buffer.from(payload), encoding)
  })
}
