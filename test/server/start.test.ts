import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import { connect } from 'node:net'
import { assert, test } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { dist } from '../lib/dist.ts'
import { freePort, type Program, startProgram } from '../../testing/process.ts'
import { signIn, startServer } from '../lib/server.ts'
import { until } from '../lib/until.ts'
import { digestsOf, writeLock } from '../../server/plugin-lock.ts'
import { certificateFor, hasOpenssl } from '../lib/certificates.ts'
import { sessionCookie } from '../lib/session-cookie.ts'

const program = join(dist, 'server/main.mjs')
const folder = temporaryFolder('start')
const pair = { CONSOLE_ROOT_USER: 'admin', CONSOLE_ROOT_PASSWORD: 'correct-horse-battery' }
const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }

/** Runs the console until it exits, with only the given environment. */
const run = (args: string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    timeout: 20_000,
    cwd: folder,
  })
  return { status, stdout, stderr }
}

const failsWith = (line: RegExp, args: string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = run(['--port', '0', ...args], env)
  assert.is(status, 1, stdout + stderr)
  assert.is(stderr.trimEnd().split('\n').length, 1, stderr)
  assert.match(stderr, line)
  assert.is(stdout, '')
}

const start = async (args: string[], env: Record<string, string>, url: string): Promise<Program> =>
  startProgram(process.execPath, [program, ...args], { env, isReady: async () => (await fetch(`${url}/readyz`)).ok })

test('--help and --version print and exit with 0', () => {
  const help = run(['--help'])
  assert.equal([help.status, help.stderr], [0, ''])
  for (const flag of ['--port', '--host', '--data', '--certs-dir']) assert.ok(help.stdout.includes(flag))
  const { version } = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
  assert.equal(run(['--version']), { status: 0, stdout: `${version}\n`, stderr: '' })
})

test('a failed start is reported in one line', async () => {
  failsWith(/^stowage: --prot is not known; did you mean --port\?$/m, ['--prot', '1'])
  failsWith(
    /^stowage: CONSOLE_PLUGINS_DISABLED names "identty", did you mean "identity"\?$/m,
    ['--data', join(folder, 'a')],
    { CONSOLE_PLUGINS_DISABLED: 'identty' },
  )
  failsWith(/^stowage: .*203\.0\.113\.1/m, ['--host', '203.0.113.1', '--data', join(folder, 'b')], pair)
})

test('a used port is reported before a data folder and its root account are created', async () => {
  const server = await startServer()
  const { port } = new URL(server.url)
  const data = join(folder, 'in-use')
  const several = { CONSOLE_SERVERS: 'a=http://127.0.0.1:9', CONSOLE_DATA: data }
  for (const env of [{}, several]) {
    const { status, stdout, stderr } = run(['--port', port, ...(env === several ? [] : ['--data', data])], env)
    assert.equal([status, stdout], [1, ''])
    assert.is(stderr, `stowage: Port ${port} of 127.0.0.1 is in use; choose another with --port or CONSOLE_PORT\n`)
    assert.not(existsSync(data))
  }
})

test('an unusable data folder is reported with its path', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  failsWith(new RegExp(`^stowage: .*${file}`, 'm'), ['--data', join(file, 'data')], pair)
  const link = join(folder, 'dangling')
  symlinkSync('/nowhere/backups', link)
  const s3 = { CONSOLE_S3_SERVER: 'http://127.0.0.1:9' }
  for (const [data, env] of [
    [link, pair],
    [join(link, 'data'), pair],
    [link, s3],
  ] as const)
    failsWith(new RegExp(`^stowage: ${link} is a link to /nowhere/backups, which`, 'm'), ['--data', data], env)
})

test('a data folder of another version or program is reported with its path', () => {
  const [newer, photos] = [join(folder, 'newer'), join(folder, 'photos')]
  mkdirSync(newer)
  mkdirSync(photos)
  writeFileSync(join(newer, 'format.json'), '{"version":99}')
  writeFileSync(join(photos, 'beach.jpg'), '')
  failsWith(new RegExp(`^stowage: ${newer} has data of format 99`), ['--data', newer], pair)
  failsWith(new RegExp(`^stowage: ${photos} is not a data folder: it contains "beach.jpg"`), ['--data', photos], pair)
})

test('a console of a storage server waits for its data folder while another console uses it', async () => {
  const [one = 0, two = 0] = [await freePort(), await freePort()]
  const url = (port: number) => `http://127.0.0.1:${port}`
  const env = { CONSOLE_MINIO_SERVER: 'http://127.0.0.1:9', CONSOLE_DATA: join(folder, 'locked-by-one') }
  const open = (port: number) =>
    startProgram(process.execPath, [program, '--port', String(port)], {
      env,
      isReady: async () => (await fetch(`${url(port)}/healthz`)).ok,
    })
  const first = await open(one)
  const second = spawn(process.execPath, [program, '--port', String(two)], { env: { PATH: process.env.PATH, ...env } })
  try {
    let logs = ''
    second.stdout.on('data', (chunk) => (logs += chunk))
    await until(() => logs.includes('Stowage is at') || logs.includes('waiting for another Stowage'))
    assert.match(logs, new RegExp(`waiting for another Stowage \\(process ${first.pid()}\\) to leave the data folder`))
    await first.stop()
    await until(() => logs.includes('Stowage is at'))
  } finally {
    second.kill('SIGKILL')
  }
})

test('a read-only data folder is reported with its path', () => {
  if (process.getuid?.() === 0) {
    // only a file system of the kernel itself refuses writes of root
    return failsWith(/^stowage: .*\/sys\/stowage-data/m, ['--data', '/sys/stowage-data'], pair)
  }
  const locked = join(folder, 'locked')
  mkdirSync(locked)
  chmodSync(locked, 0o500)
  failsWith(new RegExp(`^stowage: .*${locked}`, 'm'), ['--data', locked], pair)
})

test('the first start creates root credentials and prints them once, and they stay the same', async () => {
  const data = join(folder, 'fresh')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const first = await start(['--port', String(port), '--data', data], {}, url)
  const [, accessKey = '', secretKey = ''] = /user\s+(\S+)\s+password\s+(\S+)/i.exec(first.logs()) ?? []
  assert.ok(accessKey.length >= 3 && secretKey.length >= 16, first.logs())
  assert.match(first.logs(), new RegExp(`${url}/`))
  await signIn(url, { accessKey, secretKey })
  await first.stop()
  const second = await start(['--port', String(port), '--data', data], {}, url)
  assert.not.ok(second.logs().includes(secretKey))
  await signIn(url, { accessKey, secretKey })
  await second.stop()
})

test('configured root credentials are never printed, nor any secret of a request', async () => {
  const server = await startServer()
  const send = await signIn(server.url, server.root)
  await send('POST', '/api/v1/login', { accessKey: 'nobody', secretKey: 'a-wrong-secret' })
  await send('POST', '/api/v1/users', { accessKey: 'someone', secretKey: 'a-users-secret', groups: [], policies: [] })
  await send('GET', '/oauth_callback?code=a-secret-code&state=a-secret-state')
  await send('GET', '/api/v1/buckets/b/objects/download?prefix=report.pdf&token=a-secret-token')
  const secretNames = [
    'sts',
    'jwt',
    'auth',
    'pwd',
    'apikey',
    'access_key',
    'sessionId',
    '%73ecretKey',
    'p%72efix2',
  ].map((name) => `${name}=a-secret-thing`)
  await send('GET', `/api/v1/session?${secretNames.join('&')}&a-secret-by-itself`)
  await until(() => server.logs().includes('by-itself') || server.logs().includes('apikey=…'))
  const logs = server.logs()
  assert.not.match(logs, /correct-horse|a-wrong-secret|a-users-secret|a-secret-|token=[\w-]{20}/)
  assert.match(logs, /"url":"\/oauth_callback\?code=…&state=…"/)
  assert.match(logs, /prefix=report\.pdf&token=…/)
  const lines = logs.split('\n').filter((line) => line.startsWith('{'))
  for (const line of lines) assert.ok(JSON.parse(line).time)
  assert.ok(lines.some((line) => JSON.parse(line).account === 'admin' && JSON.parse(line).reqId))
})

test('sessions and data survive a restart', async () => {
  const server = await startServer()
  const send = await signIn(server.url, server.root)
  assert.is((await send('POST', '/api/v1/buckets', { name: 'kept' })).status, 201)
  await server.restart()
  const response = await send('GET', '/api/v1/buckets')
  assert.is(response.status, 200)
  assert.match(response.text, /"kept"/)
})

test('disabling a plugin disables those that require it, with the reason on the Plugins page', async () => {
  const server = await startServer({ env: { CONSOLE_PLUGINS_DISABLED: 'buckets' } })
  const send = await signIn(server.url, server.root)
  assert.is((await send('GET', '/api/v1/buckets')).status, 404)
  assert.is((await send('GET', '/api/v1/buckets/any/objects')).status, 404)
  assert.is((await send('GET', '/api/v1/users')).status, 200)
  const { plugins } = (await send('GET', '/api/v1/plugins')).json as { plugins: { id: string; problem?: string }[] }
  assert.is(plugins.find(({ id }) => id === 'heal')?.problem, 'It requires the plugin "buckets", which is off')
  const logged = [...server.logs().matchAll(/"plugin \\"([\w-]+)\\" is off: It requires/g)].map(([, id]) => id)
  assert.equal(logged.sort(), ['heal', 'object-browser', 'watch'])
})

/** A data folder with an added plugin, whose server half is the given module. */
const folderWithPlugin = async (id: string, module: string) => {
  const dataFolder = temporaryFolder('data')
  const folder = join(dataFolder, 'plugins')
  mkdirSync(join(folder, id, 'server'), { recursive: true })
  const manifest = { id, version: '1.0.0', stowage: '*', server: 'server.mjs', files: {} }
  writeFileSync(join(folder, id, 'manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, id, 'server/server.mjs'), module)
  await writeLock(folder, { [id]: { version: '1.0.0', files: await digestsOf(join(folder, id)) } })
  return dataFolder
}

test('an unhandled rejection of a plugin is logged, and an uncaught exception stops the console', async () => {
  const trigger = join(temporaryFolder('triggers'), 'run')
  const dataFolder = await folderWithPlugin(
    'careless',
    `import { existsSync } from 'node:fs'
    const when = (name, act) => {
      const timer = setInterval(() => existsSync('${trigger}-' + name) && (clearInterval(timer), act()), 20)
    }
    when('reject', () => void Promise.reject(new Error('rejected later')))
    when('throw', () => { throw new Error('thrown later') })
    export default { id: 'careless', pages: {}, routes: [] }`,
  )
  const server = await startServer({ dataFolder })
  const logged = async (text: string) => {
    await until(() => server.logs().includes(text))
    const line = server
      .logs()
      .split('\n')
      .find((line) => line.startsWith('{') && line.includes(text))
    return JSON.parse(line ?? '{}') as { level: number; plugin: string; err: { stack: string } }
  }
  writeFileSync(`${trigger}-reject`, '')
  const rejection = await logged('rejected later')
  assert.equal([rejection.level, rejection.plugin], [50, 'careless'])
  assert.match(rejection.err.stack, /server\.mjs:5/)
  assert.is((await fetch(`${server.url}/readyz`)).status, 200)
  writeFileSync(`${trigger}-throw`, '')
  assert.is(await server.ended(), 1)
  const exception = await logged('thrown later')
  assert.equal([exception.level, exception.plugin], [60, 'careless'])
  assert.not.match(server.logs(), /^ +at /m)
})

test('an error while a plugin loads is logged with its stack', async () => {
  const dataFolder = await folderWithPlugin('broken', "throw new Error('broken on purpose')")
  const server = await startServer({ dataFolder })
  const [line] = server.logs().match(/^.*plugin \\"broken\\" is off: broken on purpose.*$/m) ?? []
  const { err } = JSON.parse(line ?? '{}') as { err?: { stack: string } }
  assert.match(err?.stack ?? '', /broken on purpose\n +at .*server\.mjs:1/)
})

test('the page and its files are served under a subpath, compressed and cacheable', async () => {
  const server = await startServer({ env: { CONSOLE_SUBPATH: '/console/' } })
  const page = await (await fetch(`${server.url}/console/users`)).text()
  assert.match(page, /data-base="\/console\/"/)
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(page) ?? []
  assert.match(script, /^\/console\/assets\//)
  const response = await fetch(server.url + script, { headers: { 'accept-encoding': 'br' } })
  assert.equal([response.status, response.headers.get('content-encoding')], [200, 'br'])
  assert.match(response.headers.get('cache-control') ?? '', /immutable/)
  assert.is((await fetch(`${server.url}/console/assets/gone.js`)).status, 404)
})

test('a running request completes before the console stops, and a second signal stops immediately', async () => {
  const server = await startServer()
  const send = await signIn(server.url, server.root)
  await send('POST', '/api/v1/buckets', { name: 'slow-bucket' })
  const cookie = await sessionCookie(server.url, server.root)
  const upload = () => {
    const request = httpRequest(`${server.url}/api/v1/buckets/slow-bucket/objects/upload?key=slow`, {
      method: 'POST',
      headers: { cookie, origin: server.url, 'content-type': 'multipart/form-data; boundary=xyz' },
    })
    request.on('error', () => {})
    request.write('--xyz\r\ncontent-disposition: form-data; name="10"; filename="a"\r\n\r\n12345')
    return request
  }
  const stops = async () => {
    await until(() => readdirSync(join(server.dataFolder, 'temporary')).length > 0)
    process.kill(server.pid(), 'SIGTERM')
    await until(() =>
      fetch(`${server.url}/healthz`).then(
        () => false,
        () => true,
      ),
    )
  }
  const request = upload()
  await stops()
  request.end('67890\r\n--xyz--\r\n')
  const [response] = await once(request, 'response')
  assert.is(response.statusCode, 200)
  await server.restart()
  assert.is((await send('GET', '/api/v1/buckets/slow-bucket/objects/download?prefix=slow')).text, '1234567890')

  upload()
  await stops()
  process.kill(server.pid(), 'SIGTERM')
  // the endless upload would have delayed the end by some seconds, with exit code 0
  assert.is(await server.ended(), null)
})

test('invalid HTTP gets an error of the usual shape and is disconnected', async () => {
  const server = await startServer()
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write('HELLO\r\n\r\n')
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  assert.match(text, /^HTTP\/1\.1 400 Bad Request\r\n/)
  assert.match(
    text,
    /\{"code":400,"message":"this is not a valid HTTP request","detailedMessage":"this is not a valid HTTP request"\}$/,
  )
})

const openssl = hasOpenssl()
const withTls = openssl ? test : test.skip

withTls(`with a certificates folder the console speaks TLS${openssl ? '' : ' (there is no openssl)'}`, async () => {
  const { crt: ca, key } = certificateFor('localhost', 'IP:127.0.0.1')
  const certs = temporaryFolder('certs')
  writeFileSync(join(certs, 'public.crt'), ca)
  writeFileSync(join(certs, 'private.key'), key)
  const port = await freePort()
  const get = (path: string, options: { method?: string; body?: string } = {}) =>
    new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      const headers = { 'content-type': 'application/json' }
      const request = httpsRequest(
        { host: '127.0.0.1', port, path, ca, headers, method: options.method ?? 'GET' },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() }),
          )
        },
      )
      request.on('error', reject)
      request.end(options.body)
    })
  const running = await startProgram(
    process.execPath,
    [program, '--port', String(port), '--certs-dir', certs, '--data', join(folder, 'tls')],
    {
      env: pair,
      isReady: async () => (await get('/readyz')).status === 200,
    },
  )
  assert.match(running.logs(), new RegExp(`https://127\\.0\\.0\\.1:${port}/`))
  assert.not.match(running.logs(), /http:\/\//)
  assert.not.match(running.logs(), new RegExp(`http://[^ ]*:${port}`), 'one address, and no wrong one')
  const response = await get('/api/v1/login', { method: 'POST', body: JSON.stringify(root) })
  assert.is(response.status, 201)
  assert.match(String(response.headers['set-cookie']), /; Secure/)
  assert.is(response.headers['strict-transport-security'], 'max-age=31536000')
  await running.stop()
})

test('in development open pages are notified of each new build', async () => {
  const server = await startServer({ env: { STOWAGE_DEV: '1' } })
  const response = await fetch(`${server.url}/dev/reload`)
  assert.is(response.headers.get('content-type'), 'text/event-stream')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  assert.match((await reader?.read())?.value ?? '', /^retry: /)
  const manifest = join(dist, 'manifest.json')
  const { atime, mtime } = statSync(manifest)
  utimesSync(manifest, atime, mtime)
  assert.match((await reader?.read())?.value ?? '', /^data: /)
  await server.stop()
  const defaultServer = await startServer()
  assert.match((await fetch(`${defaultServer.url}/dev/reload`)).headers.get('content-type') ?? '', /^text\/html/)
})

test('outside development a failed start prints no stack', async () => {
  const child = spawn(process.execPath, [program, '--port', '0', '--data', '/dev/null/data'], {
    env: { PATH: process.env.PATH, ...pair },
  })
  let printed = ''
  child.stderr.on('data', (chunk) => (printed += chunk))
  await once(child, 'close')
  assert.not.match(printed, /\n\s+at /)
})
