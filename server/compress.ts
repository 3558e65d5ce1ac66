import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How a body is written; the build's files lie there in each, `identity` being the plain one. */
export type Encoding = 'br' | 'gz' | 'identity'

/** An encoding's name in headers. */
export const encodingName = { br: 'br', gz: 'gzip' }

/** The encoding that a client likes best (RFC 9110 12.5.3); brotli before gzip when it does not care. */
export const chooseEncoding = (accepted: string, encodings: readonly Encoding[]): Encoding => {
  const weights = new Map(
    accepted.split(',').map((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      // what is no weight says that the encoding is not wanted
      return [name, weight ? Number(weight.slice(2)) || 0 : 1] as const
    }),
  )
  const weigh = (encoding: Encoding) => {
    if (encoding === 'identity') return weights.get('identity') ?? weights.get('*') ?? 0.001
    return weights.get(encodingName[encoding]) ?? weights.get('*') ?? 0
  }
  return encodings.reduce((best, next) => (weigh(next) > weigh(best) ? next : best), encodings[0] ?? 'identity')
}

/** The best encoding for a request of what it may have. */
export const encodingFor = ({ headers }: FastifyRequest, encodings: readonly Encoding[] = ['br', 'gz', 'identity']) =>
  chooseEncoding(String(headers['accept-encoding'] ?? ''), encodings)

/** Compresses what is made for one answer: cheaply, since whoever waits for it pays for both. */
export const compressed = async (bytes: Buffer, encoding: Encoding): Promise<Buffer> => {
  if (encoding === 'br') return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })
  return encoding === 'gz' ? promisify(gzip)(bytes, { level: 3 }) : bytes
}

/** From this size on an answer is compressed, in bytes; most are smaller, and so are all that hold a new secret key. */
const worthwhile = 1024

/** Compresses JSON answers. A stream is never touched: it is somebody's file, or lives from coming piece by piece. */
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
