import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pair } from './server.ts'

export const MiB = 1024 * 1024

const block = randomBytes(MiB)

const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW1'

/** So many bytes, a whole number of MiB, of what no one can compress. */
export const blocks = function* (size: number) {
  for (let sent = 0; sent < size; sent += MiB) yield block
}

/** Sends a body as fast as the other side takes it, and resolves with the head of the answer. */
export const send = (address: string, method: string, headers: Record<string, string>, body: Iterable<Uint8Array>) =>
  new Promise<IncomingMessage>((done, fail) => {
    const call = request(address, { method, headers }, done)
    call.once('error', fail)
    pipeline(Readable.from(body, { highWaterMark: 1 }), call).catch(fail)
  })

/** Reads an answer to its end. Throws when its status, or its size in bytes where one is given, is another. */
export const drain = async (response: IncomingMessage, status: number, size?: number) => {
  let received = 0
  for await (const chunk of response) received += (chunk as Buffer).length
  if (response.statusCode !== status) throw new Error(`It answered ${response.statusCode}`)
  if (size !== undefined && received !== size) throw new Error(`It sent ${received} of ${size} bytes`)
}

/** How long something took, in ms. */
export const timed = async (work: () => Promise<void>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The middle one of an odd number of values. */
export const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const memory = (field: 'VmHWM' | 'VmRSS') => (pid: number) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** The most memory that a program of this machine ever held, in MiB. */
export const peakMemory = memory('VmHWM')

/** The memory that a program of this machine holds now, in MiB. */
export const currentMemory = memory('VmRSS')

/** Uploads and downloads through a console, as a browser does, in a bucket that is made where there is none. */
export const consoleTransfers = async ({ url, root }: { url: string; root: Pair }, bucket = 'bench') => {
  const headers = { origin: url, 'content-type': 'application/json' }
  const login = await fetch(`${url}/api/v1/login`, { method: 'POST', headers, body: JSON.stringify(root) })
  const cookie = login.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ')
  const made = await fetch(`${url}/api/v1/buckets`, { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify({ name: bucket }) })
  if (![201, 409].includes(made.status)) throw new Error(`Making a bucket answered ${made.status}: ${await made.text()}`)

  const objects = `${url}/api/v1/buckets/${bucket}/objects`
  const upload = async (key: string, size: number) => {
    const head = Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${size}"; filename="${key}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    )
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
    const body = function* () {
      yield head
      yield* blocks(size)
      yield tail
    }
    const length = String(head.length + size + tail.length)
    const form = { cookie, origin: url, 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': length }
    await drain(await send(`${objects}/upload?key=${key}`, 'POST', form, body()), 200)
  }
  const download = async (key: string, size: number) =>
    drain(await send(`${objects}/download?prefix=${key}`, 'GET', { cookie }, []), 200, size)
  return { upload, download }
}
