import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { assert, test as all } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { hasMinio, type Minio, noMinio, startMinio } from '../lib/minio.ts'
import { freePort, type Program, startProgram } from '../../testing/process.ts'
import { removeFolder, programPath, hasPrograms } from '../lib/programs.ts'
import { type Send, signIn, startServer, type TestServer } from '../lib/server.ts'
import { until } from '../lib/until.ts'
import { isPresent } from '../runner/components.mjs'
import { sessionCookie } from '../lib/session-cookie.ts'

const canRun = isPresent('nginx', hasPrograms('nginx')) && hasMinio()
if (!canRun) console.log(`A rolling restart is skipped: ${hasPrograms('nginx') ? noMinio : 'there is no nginx'}`)
const test = canRun ? all : all.skip

const folder = temporaryFolder('nginx')
const servers: TestServer[] = []
let minio: Minio | undefined
let nginx: Program | undefined
let address = ''

/** The documented nginx directives of the console's location. */
const documented = () => {
  const [, block = ''] = /location \/ \{\n([\s\S]*?)\n {2}\}/.exec(readFileSync('docs/reverse-proxy.md', 'utf8')) ?? []
  assert.match(block, /proxy_pass http:\/\/127\.0\.0\.1:9090;/)
  return block.replace('127.0.0.1:9090', 'consoles')
}

const upstreamOf = (ports: string[]) => {
  const [text = ''] = /upstream consoles \{[\s\S]*?\n\}/.exec(readFileSync('docs/replicas.md', 'utf8')) ?? []
  const lines = text.match(/server [^;]*;/g) ?? []
  assert.is(lines.length, 2)
  return lines.map((line, at) => line.replace(/\S+:9090/, `127.0.0.1:${ports[at]}`)).join('\n')
}

all.before(async () => {
  if (!canRun) return
  minio = await startMinio()
  const env = {
    CONSOLE_MINIO_SERVER: minio?.url ?? '',
    CONSOLE_PBKDF_PASSPHRASE: 'a passphrase',
    CONSOLE_TRUSTED_PROXY: '127.0.0.1',
    CONSOLE_SHUTDOWN_DELAY: '1s',
  }
  servers.push(...(await Promise.all([startServer({ env }), startServer({ env })])))
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;
    events {}
    http {
      ${paths.join('\n')}
      access_log off;
      map $http_upgrade $connection_upgrade { default upgrade; '' close; }
      upstream consoles { ${upstreamOf(servers.map(({ url }) => new URL(url).port))} }
      server { listen 127.0.0.1:${port}; location / { ${documented()} } }
    }`,
  )
  nginx = await startProgram(programPath('nginx'), ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    env: {},
    isReady: async () => (await fetch(`${address}/readyz`)).ok,
  })
})
all.after(async () => {
  await nginx?.stop()
  await Promise.all(servers.map((server) => server.stop()))
  removeFolder(folder)
})

const PART = 5 * 1024 * 1024
const content = (number: number) => Buffer.alloc(PART, `part ${number} `)
const sumOf = (bytes: Buffer) => {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum.toString('base64')
}

/** Sends the first half of a part; `finish` sends the rest and returns the entity tag. */
const beginPart = async (cookie: string, id: string, number: number) => {
  const bytes = content(number)
  const query = new URLSearchParams({ key: 'film', id, number: String(number), crc32: sumOf(bytes) })
  const request: ClientRequest = httpRequest(`${address}/api/v1/buckets/rolling/uploads/parts?${query}`, {
    method: 'POST',
    agent: false,
    headers: { cookie, origin: address, 'content-type': 'multipart/form-data; boundary=xyz' },
  })
  const responded = once(request, 'response') as Promise<[IncomingMessage]>
  responded.catch(() => undefined)
  request.write(`--xyz\r\ncontent-disposition: form-data; name="${PART}"; filename="a"\r\n\r\n`)
  await new Promise((resolve) => request.write(bytes.subarray(0, PART / 2), resolve))
  return async () => {
    request.end(Buffer.concat([bytes.subarray(PART / 2), Buffer.from('\r\n--xyz--\r\n')]))
    const [response] = await responded
    let text = ''
    for await (const chunk of response) text += String(chunk)
    assert.is(response.statusCode, 200, text)
    return { etag: (JSON.parse(text) as { etag: string }).etag, crc32: sumOf(bytes) }
  }
}

/** Sends requests one after the other until `stop`, which returns how many there were and the refused ones. */
const keepAsking = (send: Send, ask: (at: number) => [method: string, path: string, body?: unknown]) => {
  const refused: string[] = []
  let isOver = false
  let count = 0
  const run = async () => {
    for (; !isOver; count += 1) {
      const [method, path, body] = ask(count)
      const failed = await send(method, path, body).then(
        ({ status, text }) => (status < 300 ? '' : `${method} ${path}: ${status} ${text}`),
        (error: unknown) => `${method} ${path}: ${String(error)}`,
      )
      if (failed) refused.push(failed)
    }
  }
  const running = run()
  return async () => {
    isOver = true
    await running
    return { count, refused }
  }
}

test('a rolling restart behind nginx loses no request and no part of an upload', async () => {
  const { root } = minio as Minio
  const cookie = await sessionCookie(address, root)
  const send = await signIn(address, root)
  assert.is((await send('POST', '/api/v1/buckets', { name: 'rolling' })).status, 201)
  const upload = await send('POST', '/api/v1/buckets/rolling/uploads', { key: 'film', size: 8 * PART, part_size: PART })
  assert.is(upload.status, 201, upload.text)
  const { id } = upload.json as { id: string }

  const requests = [
    ...[1, 2].map(() => keepAsking(send, () => ['GET', '/api/v1/buckets'])),
    keepAsking(send, (at) => ['POST', '/api/v1/buckets', { name: `rolling-${at}` }]),
    keepAsking(send, () => ['PUT', '/api/v1/buckets/rolling/tags', { tags: { a: 'b' } }]),
  ]
  const parts: { etag: string; crc32: string }[] = []
  for (const [at, server] of servers.entries()) {
    const finishers = await Promise.all([1, 2, 3, 4].map((one) => beginPart(cookie, id, at * 4 + one)))
    const restarted = server.restart()
    await until(async () => (await fetch(`${server.url}/readyz`)).status === 503)
    for (const finish of finishers) parts.push(await finish())
    await restarted
  }
  const results = await Promise.all(requests.map((stop) => stop()))
  assert.equal(
    results.flatMap(({ refused }) => refused),
    [],
  )
  assert.ok(results.every(({ count }) => count > 10))

  const joined = await send('POST', '/api/v1/buckets/rolling/uploads/complete', { key: 'film', id, parts })
  assert.is(joined.status, 200, joined.text)
  const download = await fetch(`${address}/api/v1/buckets/rolling/objects/download?prefix=film`, {
    headers: { cookie },
  })
  const expected = Buffer.concat([1, 2, 3, 4, 5, 6, 7, 8].map(content))
  assert.ok(Buffer.from(await download.arrayBuffer()).equals(expected))
})
