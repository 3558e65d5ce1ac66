import { openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { redactAddress } from '../engines/lib/redact-address.ts'
import { createFolder } from '../engines/lib/create-folder.ts'
import { StartError } from '../engines/start-error.ts'
import { createLogDestination } from './log-destination.ts'
import type { FinishedRequest } from './request-log.ts'
import { accessLogDropped, accessLogFails, accessLogNotWritable } from './messages.ts'

/** Formats of web servers, and JSON lines. */
export const accessLogFormats = ['common', 'combined', 'json'] as const
export type AccessLogFormat = (typeof accessLogFormats)[number]

export type AccessLogSettings = { format: AccessLogFormat; file: string | undefined }

type Entry = {
  time: Date
  address: string
  account: string | undefined
  method: string
  url: string
  protocol: string
  status: number
  bytes: number | undefined
  milliseconds: number
  referrer: string | undefined
  agent: string | undefined
  request: string
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `10/Oct/2026:13:55:36 +0000` */
const clfTime = (time: Date) => {
  const [date = '', clock = ''] = time.toISOString().split('T')
  const [year, month, day] = date.split('-')
  return `${day}/${months[Number(month) - 1]}/${year}:${clock.slice(0, 8)} +0000`
}

/** Escapes what could end a field or a line, as Apache does. */
const escaped = (text: string | undefined) =>
  text ? text.replace(/["\\]|[^\x20-\x7e]/gu, (one) => JSON.stringify(one === '"' ? '"' : one).slice(1, -1)) : '-'

const escapedWord = (text: string | undefined) => escaped(text).replaceAll(' ', '\\u0020')

const commonLine = ({ time, address, account, method, url, protocol, status, bytes }: Entry) =>
  `${escapedWord(address)} - ${escapedWord(account)} [${clfTime(time)}] "${method} ${escaped(url)} ${protocol}" ${status} ${bytes ?? '-'}`

const formats: Readonly<Record<AccessLogFormat, (entry: Entry) => string>> = {
  common: commonLine,
  combined: (entry) => `${commonLine(entry)} "${escaped(entry.referrer)}" "${escaped(entry.agent)}"`,
  json: (entry) => JSON.stringify(entry),
}

/** The page that a request came from, without its query. */
const referrerOf = (header: string | undefined) => header?.split(/[?#]/)[0]

const entryOf = ({ request, reply, status }: FinishedRequest, isHarmless: (name: string) => boolean): Entry => {
  const length = request.method === 'HEAD' ? 0 : Number(reply.getHeader('content-length') ?? Number.NaN)
  return {
    time: new Date(Date.now() - reply.elapsedTime),
    address: request.ip,
    account: request.credentials?.account,
    method: request.method,
    url: redactAddress(request.originalUrl, isHarmless),
    protocol: `HTTP/${request.raw.httpVersion}`,
    status,
    bytes: Number.isNaN(length) ? undefined : length,
    milliseconds: Math.round(reply.elapsedTime * 10) / 10,
    referrer: referrerOf(request.headers.referer),
    agent: request.headers['user-agent'],
    request: request.id,
  }
}

const openFile = (file: string) => {
  try {
    createFolder(dirname(file))
    return openSync(file, 'a', 0o640)
  } catch (error) {
    throw new StartError(accessLogNotWritable(file, (error as Error).message))
  }
}

/**
 * Writes one line per request, to a file or standard output. Of the query it logs only values that cannot be secret,
 * and of the headers only referrer and user agent. Lines that cannot be written are dropped. Throws `StartError`.
 */
export const createAccessLog = (
  { format, file }: AccessLogSettings,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
) => {
  const to = createLogDestination(file === undefined ? 1 : openFile(file), {
    failed: (error) => log.error({ err: error }, accessLogFails),
    recovered: (lines) => log.warn({ lines }, accessLogDropped),
  })
  return {
    add: (done: FinishedRequest, isHarmless: (name: string) => boolean) =>
      to.write(`${formats[format](entryOf(done, isHarmless))}\n`),
    flush: to.flushSync,
  }
}
