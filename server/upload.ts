import type { IncomingMessage } from 'node:http'
import { finished, PassThrough, type Readable } from 'node:stream'
import { enforceLength } from '../engines/lib/content-length.ts'
import { Failure } from '../core/protocol/failure.ts'
import type { FilePart } from '../core/protocol/serve.ts'
import {
  uploadStalled,
  partWithoutFileName,
  partNameMustBeSize,
  partHeadersTooLarge,
  partNameNotUtf8,
  boundaryMissing,
  uploadNotMultipart,
} from './messages.ts'

/** Maximum size of a part's headers, in bytes. */
const MAX_HEADER_BYTES = 8 * 1024

type Header = Readonly<Record<string, readonly string[] | undefined>>

const broken = (detail?: string) => new Failure(400, uploadNotMultipart, { detail })

const boundaryOf = (type = '') => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (!boundary || boundary.length > 200) throw broken(boundaryMissing)
  return boundary
}

/**
 * Parses the parameters of Content-Disposition in one scan: a value ends at a quote followed by a semicolon or the end.
 */
const parametersOf = (disposition: string): Map<string, string> => {
  const found = new Map<string, string>()
  const [begin, end] = [/;\s*(\w+)="/g, /"\s*(?:;|$)/g]
  for (;;) {
    const name = begin.exec(disposition)?.[1]?.toLowerCase()
    if (name === undefined) return found
    end.lastIndex = begin.lastIndex
    const close = end.exec(disposition)?.index
    if (close === undefined) return found
    if (!found.has(name)) found.set(name, disposition.slice(begin.lastIndex, close))
    begin.lastIndex = close
  }
}

/** Decodes a parameter as browsers encode it: only quotes and line breaks are escaped (RFC 7578). */
const valueOf = (quoted: string | undefined, name: string): string | undefined => {
  if (quoted === undefined) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(quoted, 'latin1'))
    return text.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n')
  } catch {
    throw broken(partNameNotUtf8(name))
  }
}

/** Media type that is safe to send in a header; anything else becomes binary. Empty if none is given. */
const typeOf = (header: Header) => {
  const type = header['content-type']?.[0] ?? ''
  if (!type) return ''
  return /^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(type) ? type : 'application/octet-stream'
}

/** Bytes of a part; throws if the form ends inside it. */
async function* bytesOf(part: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* part as AsyncIterable<Uint8Array>
  } catch (error) {
    throw error instanceof Failure ? error : broken((error as Error).message)
  }
}

const sizeOf = (header: Header) =>
  Object.entries(header).reduce((size, [name, values = []]) => size + name.length + values.join('').length, 0)

const filePart = (part: Readable, header: Header): FilePart => {
  if (sizeOf(header) > MAX_HEADER_BYTES) throw broken(partHeadersTooLarge(MAX_HEADER_BYTES / 1024))
  const parameters = parametersOf(header['content-disposition']?.[0] ?? '')
  const [name, filename] = (['name', 'filename'] as const).map((key) => valueOf(parameters.get(key), key))
  const size = /^\d{1,16}$/.test(name ?? '') ? Number(name) : Number.NaN
  if (!Number.isSafeInteger(size)) throw new Failure(400, partNameMustBeSize)
  if (filename === undefined) throw new Failure(400, partWithoutFileName)
  return { size, filename, type: typeOf(header), body: enforceLength(bytesOf(part), size) }
}

/** Number of checks before a sender counts as stalled; counted instead of timed, because a busy machine checks late. */
const CHECKS = 20

/**
 * Calls `fail` when a sender has been silent for `limit` ms although the request was being read. After everything is
 * sent, only the deadlines of the storage apply.
 */
const watch = (request: IncomingMessage, isTaken: () => boolean, limit: number, fail: () => void) => {
  let [still, readSoFar] = [0, -1]
  const timer = setInterval(() => {
    const { bytesRead } = request.socket
    if (request.complete || bytesRead !== readSoFar || !isTaken()) [still, readSoFar] = [0, bytesRead]
    else if (++still >= CHECKS) fail()
  }, limit / CHECKS)
  return () => clearInterval(timer)
}

/**
 * Files of a multipart upload, one after the other, with backpressure. Throws `Failure` 400 for an invalid form or one
 * without a file, and 408 when nothing arrives for `stall` ms; a file whose length differs from the announced one fails
 * while its body is read.
 */
export async function* readFiles(request: IncomingMessage, stall: number): AsyncGenerator<FilePart> {
  // longer headers are cut off by the parser, and rejected afterwards
  const options = { boundary: boundaryOf(request.headers['content-type']), maxHeaderSize: 2 * MAX_HEADER_BYTES }
  // bundled, the package has only a default export
  const busboy = await import('@fastify/busboy')
  const { Dicer } = busboy.default as unknown as typeof busboy
  const parser = new Dicer(options)
  const parts = new PassThrough({ objectMode: true })
  let current: Readable | undefined
  const fail = (error: Error) => {
    current?.destroy(error)
    parts.destroy(error)
  }
  parser.on('part', (part) => {
    current = part
    part.on('error', () => {})
    part.on('header', (header) => parts.write({ part, header }))
  })
  parser.on('finish', () => parts.end())
  parser.on('error', (error) => fail(broken(error.message)))
  finished(request, (error) => error && fail(new Failure(400, 'the upload was interrupted')))
  request.pipe(parser)
  const late = () => fail(new Failure(408, uploadStalled(stall / 1000)))
  const unwatch = watch(request, () => !parser.writableNeedDrain, stall, late)

  let count = 0
  try {
    for await (const { part, header } of parts as AsyncIterable<{ part: Readable; header: Header }>) {
      yield filePart(part, header)
      count += 1
    }
  } finally {
    unwatch()
    request.unpipe(parser)
    request.resume()
  }
  if (count === 0) throw broken('The form contains no file')
}
