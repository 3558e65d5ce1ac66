import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import type { KeyPair } from './server.ts'
import { sessionCookie } from './session-cookie.ts'

export const MiB = 1024 * 1024

const block = randomBytes(MiB)

const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW1'

/** Yields incompressible blocks of `size` bytes in total, a whole number of MiB. */
export const blocks = function* (size: number) {
  for (let sent = 0; sent < size; sent += MiB) yield block
}

/** Sends a body with backpressure, and resolves with the response headers. */
export const send = (address: string, method: string, headers: Record<string, string>, body: Iterable<Uint8Array>) =>
  new Promise<IncomingMessage>((done, fail) => {
    const call = request(address, { method, headers }, done)
    call.once('error', fail)
    pipeline(Readable.from(body, { highWaterMark: 1 }), call).catch(fail)
  })

/** Reads a response to its end. Throws if its status differs, or its size in bytes if one is given. */
export const drain = async (response: IncomingMessage, status: number, size?: number) => {
  let received = 0
  for await (const chunk of response) received += (chunk as Buffer).length
  if (response.statusCode !== status) throw new Error(`Unexpected status ${response.statusCode}`)
  if (size !== undefined && received !== size) throw new Error(`Received ${received} of ${size} bytes`)
}

/** Time that some work takes, in ms. */
export const measureTime = async (work: () => Promise<void>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Median of an odd number of values. */
export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const memory = (field: 'VmHWM' | 'VmRSS') => (pid: number) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Peak memory of a process, in MiB. */
export const peakMemory = memory('VmHWM')

/** Current memory of a process, in MiB. */
export const currentMemory = memory('VmRSS')

/** Uploads and downloads through a console, as a browser does, in a bucket that is created if needed. */
export const consoleTransfers = async ({ url, root }: { url: string; root: KeyPair }, bucket = 'bench') => {
  const headers = { origin: url, 'content-type': 'application/json' }
  const cookie = await sessionCookie(url, root)
  const made = await fetch(`${url}/api/v1/buckets`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: JSON.stringify({ name: bucket }),
  })
  if (![201, 409].includes(made.status))
    throw new Error(`Making a bucket answered ${made.status}: ${await made.text()}`)

  const objects = `${url}/api/v1/buckets/${bucket}/objects`
  const sendForm = async (address: string, key: string, size: number) => {
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
    const form = {
      cookie,
      origin: url,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': length,
    }
    return send(address, 'POST', form, body())
  }
  const upload = async (key: string, size: number) =>
    drain(await sendForm(`${objects}/upload?key=${key}`, key, size), 200)

  const uploads = `${url}/api/v1/buckets/${bucket}/uploads`
  const post = async (address: string, body: object) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
    return response
  }
  /** Uploads in parts of equal size, three at a time, as pages send a large file. */
  const uploadInParts = async (key: string, size: number, part = 16 * MiB) => {
    const { id } = (await (await post(uploads, { key, size })).json()) as { id: string }
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE([...blocks(part)].reduce((before, bytes) => crc32(bytes, before), 0))
    const checksum = sum.toString('base64')
    const all: { etag: string; crc32: string }[] = []
    const numbers = Array.from({ length: size / part }, (_, at) => at + 1)
    const work = async () => {
      for (let number = numbers.shift(); number; number = numbers.shift()) {
        const query = new URLSearchParams({ key, id, number: String(number), crc32: checksum })
        const response = await sendForm(`${uploads}/parts?${query}`, key, part)
        const text = (await response.toArray()).join('')
        if (response.statusCode !== 200) throw new Error(`Part ${number} answered ${response.statusCode}: ${text}`)
        all[number - 1] = { ...(JSON.parse(text) as { etag: string }), crc32: checksum }
      }
    }
    await Promise.all([work(), work(), work()])
    await post(`${uploads}/complete`, { key, id, parts: all })
  }
  /** Downloads a folder as a zip. */
  const zip = async (prefix: string) => drain(await send(`${objects}/zip?prefix=${prefix}`, 'GET', { cookie }, []), 200)
  const download = async (key: string, size: number) =>
    drain(await send(`${objects}/download?prefix=${key}`, 'GET', { cookie }, []), 200, size)
  return { upload, uploadInParts, download, zip }
}
