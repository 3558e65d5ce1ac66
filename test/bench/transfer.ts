import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { atLeast, atMost } from '../lib/measure.ts'
import { freePort, startProgram } from '../lib/process.ts'
import { startServer, type TestServer } from '../lib/server.ts'

const MiB = 1024 * 1024
const block = randomBytes(MiB)

const blocks = function* (size: number) {
  for (let sent = 0; sent < size; sent += MiB) yield block
}

const send = (address: string, method: string, headers: Record<string, string>, body: Iterable<Uint8Array>) =>
  new Promise<IncomingMessage>((done, fail) => {
    const call = request(address, { method, headers }, done)
    call.once('error', fail)
    pipeline(Readable.from(body, { highWaterMark: 1 }), call).catch(fail)
  })

const drain = async (response: IncomingMessage, status: number, size?: number) => {
  let received = 0
  for await (const chunk of response) received += (chunk as Buffer).length
  if (response.statusCode !== status) throw new Error(`It answered ${response.statusCode}`)
  if (size !== undefined && received !== size) throw new Error(`It sent ${received} of ${size} bytes`)
}

const timed = async (work: () => Promise<void>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const signedIn = async (server: TestServer) => {
  const response = await fetch(`${server.url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify(server.root),
  })
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ')
  const call = (method: string, path: string, body?: object) =>
    fetch(server.url + path, {
      method,
      headers: { cookie, origin: server.url, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  await call('POST', '/api/v1/buckets', { name: 'bench' })
  return cookie
}

/** Uploads and downloads through the console, as a browser does. */
const consoleOf = (server: TestServer, cookie: string) => {
  const objects = `${server.url}/api/v1/buckets/bench/objects`
  const upload = async (key: string, size: number) => {
    const head = Buffer.from(
      `--edge\r\ncontent-disposition: form-data; name="${size}"; filename="${key}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    )
    const tail = Buffer.from('\r\n--edge--\r\n')
    const body = function* () {
      yield head
      yield* blocks(size)
      yield tail
    }
    const headers = {
      cookie,
      origin: server.url,
      'content-type': 'multipart/form-data; boundary=edge',
      'content-length': String(head.length + size + tail.length),
    }
    await drain(await send(`${objects}/upload?key=${key}`, 'POST', headers, body()), 200)
  }
  const download = async (key: string, size: number) =>
    drain(await send(`${objects}/download?prefix=${key}`, 'GET', { cookie }, []), 200, size)
  return { upload, download }
}

const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const peakMemory = (pid: number) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** 1 GiB each way against a plain stream copy in the same run, then 64 transfers of 64 MiB at once on a fresh server. */
export const measure = async () => {
  const size = 1024 * MiB
  const folder = mkdtempSync(join(tmpdir(), 'stowage-bench-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const ready = async () => (await fetch(address, { method: 'PUT', body: 'x' })).ok
  const plain = await startProgram(process.execPath, [resolve('test/bench/plain-server.mjs'), String(port), folder], { env: {}, ready })
  const server = await startServer()
  const console = consoleOf(server, await signedIn(server))
  const ratios = { up: [] as number[], down: [] as number[] }
  for (let round = 0; round < 3; round++) {
    const headers = { 'content-length': String(size) }
    const plainUp = await timed(async () => drain(await send(address, 'PUT', headers, blocks(size)), 200))
    ratios.up.push(plainUp / (await timed(() => console.upload('large', size))))
    const plainDown = await timed(async () => drain(await send(address, 'GET', {}, []), 200, size))
    ratios.down.push(plainDown / (await timed(() => console.download('large', size))))
  }
  await plain.end('SIGTERM')
  await server.stop()
  rmSync(folder, { recursive: true, force: true })

  const crowded = await startServer()
  const crowd = consoleOf(crowded, await signedIn(crowded))
  const keys = Array.from({ length: 32 }, (_, n) => `object-${n}`)
  await Promise.all(keys.map((key) => crowd.upload(key, 64 * MiB)))
  await Promise.all([...keys.map((key) => crowd.download(key, 64 * MiB)), ...keys.map((key) => crowd.upload(`${key}-again`, 64 * MiB))])
  const peak = peakMemory(crowded.pid())
  await crowded.stop()

  return [
    atLeast('upload of 1 GiB against a plain stream copy', middle(ratios.up), 'ratio', 0.7),
    atLeast('download of 1 GiB against a plain stream copy', middle(ratios.down), 'ratio', 0.7),
    atMost('peak memory under 64 parallel transfers of 64 MiB', peak, 'MiB', 200),
  ]
}
