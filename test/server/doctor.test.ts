import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { assert, suite } from '../lib/suite.ts'
import { listen } from '../lib/listen.ts'
import { pluck } from '../lib/pluck.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import type { Check } from '../../server/doctor/check.ts'
import { certificateFor, hasOpenssl } from '../lib/certificates.ts'
import { dist } from '../lib/dist.ts'
import { hasMinio, type Minio, noMinio, startMinio } from '../lib/minio.ts'
import { freePort } from '../../testing/process.ts'
import { signIn, startServer } from '../lib/server.ts'

const test = suite('stowage doctor')
if (!hasMinio()) console.log(`The doctor of a MinIO server is skipped: ${noMinio}`)
const real = hasMinio() ? test : Object.assign(() => test.skip(), test)
const secure = hasOpenssl() ? test : Object.assign(() => test.skip(), test)

const folder = temporaryFolder('doctor')
const program = join(dist, 'server/main.mjs')
let minio: Minio | undefined
test.before(async () => {
  if (hasMinio()) minio = await startMinio()
})

const secretFile = (secret: string) => {
  const file = join(folder, `secret-${secret.length}`)
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  return file
}

/** Runs the built program and returns its checks by name. */
const doctor = async (env: Record<string, string>, args: string[] = []) => {
  const child = spawn(process.execPath, [program, 'doctor', '--json', ...args], {
    env: { PATH: process.env.PATH, ...env },
    cwd: folder,
  })
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  assert.is(errors, '')
  const checks = JSON.parse(out) as Check[]
  const failures = checks.filter(({ status }) => status === 'failed')
  assert.is(child.exitCode, failures.length > 0 ? 1 : 0)
  assert.ok(checks.every(({ status, fix }) => fix || !['failed', 'warning'].includes(status)))
  return { checks, failures, of: (name: string) => checks.find(({ check }) => check === name) }
}

test('each server of a list is checked, or the one that --server names', async () => {
  const [prod, lab] = [await freePort(), await freePort()]
  const env = { CONSOLE_SERVERS: `prod=http://127.0.0.1:${prod},lab=http://127.0.0.1:${lab}` }
  const { of, failures } = await doctor(env)
  assert.equal([of('prod: Configuration')?.status, of('lab: Configuration')?.status], ['ok', 'ok'])
  assert.equal(new Set(failures.map(({ check }) => check.split(':')[0])), new Set(['prod', 'lab']))
  const only = await doctor(env, ['--server', 'lab'])
  assert.ok(only.checks.every(({ check }) => check.startsWith('lab: ')))
  const unknown = await doctor(env, ['--server', 'x'])
  assert.match(unknown.failures[0]?.message ?? '', /^--server is "x", but the servers are prod, lab$/)
})

/** Expects one failed check, whose message and advice match. */
const failsAt = async (name: string, message: RegExp, fix: RegExp, env: Record<string, string>, args?: string[]) => {
  const { failures } = await doctor(env, args)
  assert.equal(pluck(failures, 'check'), [name])
  assert.match(failures[0]?.message ?? '', message)
  assert.match(failures[0]?.fix ?? '', fix)
}

const serve = async (handler: RequestListener) => `http://127.0.0.1:${await listen(createServer(handler))}`

const pairOf = ({ accessKey, secretKey }: { accessKey: string; secretKey: string }) => [
  '--access-key',
  accessKey,
  '--secret-key-file',
  secretFile(secretKey),
]

test('with the embedded engine the data folder is checked', async () => {
  const { checks, failures } = await doctor({}, ['--data', join(folder, 'new')])
  assert.equal(failures, [])
  assert.equal(pluck(checks, 'check'), ['Configuration', 'Data folder', 'Disk', 'Allowed targets'])
  writeFileSync(join(folder, 'file'), '')
  await failsAt('Data folder', /file cannot be written/, /--data/, {}, ['--data', join(folder, 'file/data')])
  symlinkSync('/nowhere/backups', join(folder, 'dangling'))
  for (const data of ['dangling', 'dangling/data'])
    await failsAt('Data folder', /dangling is a link to \/nowhere\/backups, which does not exist/, /--data/, {}, [
      '--data',
      join(folder, data),
    ])
})

test('the data folder of a running console is left alone', async () => {
  const server = await startServer()
  const { of } = await doctor({ CONSOLE_DATA: server.dataFolder })
  assert.match(of('Data folder')?.message ?? '', /has data$/)
  assert.is((await (await signIn(server.url, server.root))('GET', '/api/v1/session')).status, 200)
})

test('a used data folder of a console for a storage server has data', async () => {
  const data = join(folder, 'used')
  const env = { CONSOLE_DATA: data, CONSOLE_MINIO_SERVER: `http://127.0.0.1:${await freePort()}` }
  mkdirSync(data)
  assert.match((await doctor(env)).of('Data folder')?.message ?? '', /has no data yet$/)
  writeFileSync(join(data, 'console.format.json'), JSON.stringify({ version: 1 }))
  assert.match((await doctor(env)).of('Data folder')?.message ?? '', /has data$/)
})

test('the formats of all stored data are checked', async () => {
  const data = join(folder, 'formats')
  const server = await startServer({ dataFolder: data })
  await server.stop()
  const formats = async (env: Record<string, string> = {}) =>
    (await doctor({ CONSOLE_DATA: data, ...env })).checks.filter(({ check }) => /^Format/.test(check))
  const statuses = async (env?: Record<string, string>) =>
    (await formats(env)).map(({ check, status }) => `${check.replace('Format of ', '')}: ${status}`)
  assert.equal(await statuses(), ['objects and accounts: ok', 'metrics history: ok', 'audit records: ok'])

  writeFileSync(join(data, 'format.json'), JSON.stringify({ version: 1 }))
  const [early] = await formats()
  assert.is(early?.status, 'warning')
  assert.match(`${early?.message}. ${early?.fix}`, /^1, which the next start migrates to 2\. Make a backup first/)

  writeFileSync(join(data, 'format.json'), JSON.stringify({ version: 99 }))
  writeFileSync(join(data, 'history'), 'STOWRNG98 {}\n')
  writeFileSync(join(data, 'audit/data.mdb'), 'no index')
  const [late, history, audit] = await formats()
  for (const [check, version] of [
    [late, 99],
    [history, 98],
  ] as const) {
    assert.is(check?.status, 'failed')
    assert.match(check?.message ?? '', new RegExp(`^${version} is too new: this version reads formats up to \\d$`))
    assert.match(check?.fix ?? '', /later version.*backup/)
  }
  assert.is(audit?.message, 'It is damaged')

  writeFileSync(join(data, 'console.format.json'), JSON.stringify({ version: 97 }))
  const storage = await freePort()
  assert.ok((await statuses({ CONSOLE_MINIO_SERVER: `http://127.0.0.1:${storage}` })).includes('console data: failed'))
})

test('a wrong key of encrypted objects is reported', async () => {
  const data = join(folder, 'keys')
  const server = await startServer({ dataFolder: data })
  const send = await signIn(server.url, server.root)
  const key = async () => (await doctor({ CONSOLE_DATA: data })).of('Encryption key')
  assert.is(await key(), undefined)
  await send('POST', '/api/v1/buckets', { name: 'sealed' })
  await send('POST', '/api/v1/buckets/sealed/encryption/enable', { encType: 'sse-s3' })
  assert.is((await key())?.status, 'ok')
  await server.stop()
  writeFileSync(join(data, 'encryption.key'), 'ab'.repeat(32))
  const wrong = await key()
  assert.is(wrong?.status, 'failed')
  assert.match(
    `${wrong?.message}. ${wrong?.fix}`,
    /is not the key that its data is encrypted with.*Put encryption\.key/,
  )
})

test('ports for consoles of tenants that are in use are named', async () => {
  const other = createServer()
  const port = await listen(other)
  const env = { CONSOLE_OPERATOR_MODE: 'demo', CONSOLE_TENANT_PORTS: `http://localhost:${port}-${port}` }
  const { of } = await doctor(env, ['--data', join(folder, 'tenants')])
  assert.is(of('Tenant ports')?.status, 'warning')
  assert.is(of('Tenant ports')?.message, `Port ${port} of 127.0.0.1 is in use; choose other CONSOLE_TENANT_PORTS`)
  assert.match(of('Tenant ports')?.fix ?? '', 'unless the console runs already')
})

test('invalid and unknown settings and targets are named', async () => {
  await failsAt('Configuration', /CONSOLE_PORT/, /configuration\.md/, { CONSOLE_PORT: 'many' })
  const { checks } = await doctor({ CONSOLE_PROT: '1', CONSOLE_ALLOWED_TARGETS: 'no-such-host.invalid' })
  const warnings = checks.filter(({ status }) => status === 'warning').map(({ message }) => message)
  assert.match(warnings[0] ?? '', /CONSOLE_PROT.*CONSOLE_PORT/)
  assert.match(warnings.at(-1) ?? '', /no host no-such-host\.invalid/)
})

test('a key pair that is empty is refused, and one that no engine needs is mentioned', async () => {
  const data = ['--data', join(folder, 'keyless')]
  const { of } = await doctor({}, [...data, ...pairOf({ accessKey: 'me', secretKey: 'my-secret' })])
  assert.is(of('Keys')?.status, 'skipped')
  assert.is((await doctor({}, data)).of('Keys'), undefined)
  const child = spawn(process.execPath, [program, 'doctor', ...pairOf({ accessKey: '', secretKey: 'my-secret' })], {
    env: { PATH: process.env.PATH },
    cwd: folder,
  })
  const [errors] = await Promise.all([text(child.stderr), once(child, 'close')])
  assert.equal([child.exitCode, errors.slice(0, 32)], [1, 'stowage: --access-key is empty; '])
})

test('plugins that are off because of another one, or although they are named, are reported', async () => {
  const { checks } = await doctor({ CONSOLE_PLUGINS: 'heal,tiers,tenants' }, ['--data', join(folder, 'plugins')])
  assert.equal(
    checks.filter(({ check }) => check === 'Plugins').map(({ status, message }) => `${status}: ${message}`),
    [
      'warning: plugin "heal" is off: It requires the plugin "buckets", which is off',
      'warning: plugin "tenants" is off: It does not support this storage',
    ],
  )
  assert.is((await doctor({}, ['--data', join(folder, 'plugins')])).of('Plugins'), undefined)
})

test('an unknown host and a closed port are named', async () => {
  await failsAt('DNS', /no host no-such-host\.invalid/, /host name/, {
    CONSOLE_MINIO_SERVER: 'http://no-such-host.invalid:9000',
  })
  const port = await freePort()
  await failsAt('Connection', new RegExp(`no connection on port ${port} \\(ECONNREFUSED\\)`), /firewall/, {
    CONSOLE_MINIO_SERVER: `http://127.0.0.1:${port}`,
  })
})

secure('an untrusted certificate and a server without TLS are named', async () => {
  const { key, crt } = certificateFor('storage.example', 'IP:127.0.0.1')
  const port = await listen(
    createTlsServer({ key, cert: crt }, (_request, response) => response.end()) as unknown as Server,
  )
  const url = `https://127.0.0.1:${port}`
  await failsAt('TLS', /not trusted: DEPTH_ZERO_SELF_SIGNED_CERT/, /CONSOLE_MINIO_CA/, { CONSOLE_MINIO_SERVER: url })
  const file = join(folder, 'ca.crt')
  writeFileSync(file, crt)
  const { of } = await doctor({ CONSOLE_MINIO_SERVER: url, CONSOLE_MINIO_CA: file })
  // it is valid for a day
  assert.match(of('TLS')?.message ?? '', /certificate of 127\.0\.0\.1 expires on/)

  const plain = await serve((_request, response) => response.end())
  await failsAt('TLS', /does not speak TLS/, /http:\/\//, { CONSOLE_MINIO_SERVER: plain.replace('http', 'https') })
})

test('a web server without S3 is named', async () => {
  const url = await serve((_request, response) => response.end('<html>Welcome</html>'))
  await failsAt('S3', /is not an S3 server/, /port 9000/, { CONSOLE_MINIO_SERVER: url })
})

/** Listens for connections, answered by `respond`. */
const listenTcp = async (respond: (socket: Socket) => void) => {
  const server = createTcpServer((socket) => respond(socket.on('error', () => undefined)))
  return `http://127.0.0.1:${await listen(server)}`
}

for (const [kind, variable, respond, message] of [
  ['is no HTTP server', 'CONSOLE_MINIO_SERVER', (socket: Socket) => socket.end('SSH-2.0-9\r\n'), /Parse Error/],
  [
    'resets the connection',
    'CONSOLE_S3_SERVER',
    (socket: Socket) => socket.once('data', () => socket.resetAndDestroy()),
    /ECONNRESET/,
  ],
  ['never answers', 'CONSOLE_S3_SERVER', () => undefined, /does not answer/],
] as const)
  test(`a server that ${kind} is named, and the other checks follow`, async () => {
    const { failures, of } = await doctor({ [variable]: await listenTcp(respond) }, ['--data', join(folder, 'no-http')])
    assert.equal(pluck(failures, 'check'), ['S3'])
    assert.match(failures[0]?.message ?? '', message)
    assert.is(of('Clock')?.status, 'skipped')
    assert.is(of('Data folder')?.status, 'ok')
  })

const error = (code: string) => `<Error><Code>${code}</Code><Message>${code}</Message></Error>`

test('a clock difference is named before the credentials', async () => {
  const url = await serve((_request, response) => {
    response.statusCode = 403
    response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString()).end(error('AccessDenied'))
  })
  await failsAt('Clock', /is 3600 s behind|is 3599 s behind/, /Synchronize/, { CONSOLE_MINIO_SERVER: url })
})

/** A server with S3 only, as VersityGW: it accepts every key pair. */
const s3Only: RequestListener = (request, response) => {
  if (request.url?.startsWith('/minio/health/')) return void response.end()
  if (request.method === 'GET' && request.url === '/') return void response.end('<ListAllMyBucketsResult/>')
  response.statusCode = request.method === 'POST' ? 405 : 404
  response.end(error(request.method === 'POST' ? 'MethodNotAllowed' : 'NoSuchBucket'))
}

test('a server without STS and admin API is named, also at sign-in', async () => {
  const url = await serve(s3Only)
  const { failures } = await doctor({ CONSOLE_MINIO_SERVER: url }, pairOf({ accessKey: 'me', secretKey: 'my-secret' }))
  assert.equal(pluck(failures, 'check'), ['STS', 'Admin API'])
  assert.match(failures[0]?.message ?? '', /accepts the key pair, but has no STS/)
  assert.match(failures[1]?.message ?? '', /no MinIO admin API/)

  const server = await startServer({
    env: { CONSOLE_MINIO_SERVER: url, CONSOLE_ROOT_USER: '', CONSOLE_ROOT_PASSWORD: '' },
  })
  const send = await signIn(server.url)
  const refused = await send('POST', '/api/v1/login', { accessKey: 'me', secretKey: 'my-secret' })
  assert.is(refused.status, 502)
  assert.match(refused.text, /accepts the key pair, but has no STS/)
})

test('a server without an admin API is checked as the console uses it, as a plain S3 server', async () => {
  const url = await serve((request, response) => {
    if (!request.url?.startsWith('/minio/')) return s3Only(request, response)
    response.statusCode = 404
    response.end(error('NoSuchBucket'))
  })
  const env = { CONSOLE_MINIO_SERVER: url }
  const { failures, of } = await doctor(env, pairOf({ accessKey: 'me', secretKey: 'my-secret' }))
  assert.equal(failures, [])
  assert.is(of('Configuration')?.message, 'Engine: s3')
  assert.match(of('Storage')?.message ?? '', /no MinIO admin API/)
  assert.match(of('Storage')?.fix ?? '', /CONSOLE_S3_SERVER/)
})

test('a region other than the configured one is named', async () => {
  const url = await serve((request, response) => {
    if (request.headers.authorization?.includes('/eu-west-1/') !== false) return s3Only(request, response)
    response.statusCode = 400
    response.end('<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-west-1</Region></Error>')
  })
  const env = { CONSOLE_MINIO_SERVER: url, CONSOLE_MINIO_REGION: 'mars-1' }
  const { of } = await doctor(env, pairOf({ accessKey: 'me', secretKey: 'my-secret' }))
  assert.equal([of('S3')?.status, of('Region')?.status], ['ok', 'warning'])
  assert.match(of('Region')?.fix ?? '', /CONSOLE_MINIO_REGION=eu-west-1/)
})

test('signing in to a web server without S3 says so', async () => {
  const url = await serve((_request, response) => response.end('<html>Welcome</html>'))
  const server = await startServer({
    env: { CONSOLE_MINIO_SERVER: url, CONSOLE_ROOT_USER: '', CONSOLE_ROOT_PASSWORD: '' },
  })
  const send = await signIn(server.url)
  const refused = await send('POST', '/api/v1/login', { accessKey: 'me', secretKey: 'my-secret' })
  assert.is(refused.status, 502)
  assert.match(refused.text, /is not an S3 server/)
})

secure('a certificate of the console that expires soon is named', async () => {
  const certificate = async (days: number) => {
    const { key, crt } = certificateFor('console.example', undefined, days)
    writeFileSync(join(folder, 'private.key'), key)
    writeFileSync(join(folder, 'public.crt'), crt)
    return (await doctor({}, ['--certs-dir', folder])).of('Certificate')
  }
  assert.is((await certificate(900))?.status, 'ok')
  assert.match((await certificate(2))?.message ?? '', /^The certificate of the console expires on [\d-]+$/)
})

test('an unreachable identity provider and Prometheus are named', async () => {
  const url = await serve(s3Only)
  const away = `http://127.0.0.1:${await freePort()}`
  const { failures } = await doctor({
    CONSOLE_MINIO_SERVER: url,
    CONSOLE_IDP_URL: `${away}/.well-known/openid-configuration`,
    CONSOLE_IDP_CLIENT_ID: 'stowage',
    CONSOLE_IDP_CALLBACK_DYNAMIC: 'on',
    CONSOLE_PROMETHEUS_URL: away,
  })
  assert.equal(pluck(failures, 'check'), ['Identity provider', 'Metrics'])
})

real('a MinIO server passes all checks, and wrong credentials are named', async () => {
  if (!minio) throw new Error('There is no MinIO')
  const { root } = minio
  const env = { CONSOLE_MINIO_SERVER: minio.url }
  const { checks, failures } = await doctor(env, pairOf(root))
  assert.equal(failures, [])
  assert.equal(
    checks.map(({ check, status }) => `${check} ${status}`),
    [
      'Configuration ok',
      'DNS ok',
      'Connection ok',
      'TLS ok',
      'Clock ok',
      'S3 ok',
      'Region ok',
      'STS ok',
      'Admin API ok',
      'Identity provider skipped',
      'Metrics skipped',
      'Allowed targets skipped',
    ],
  )
  assert.is((await doctor(env)).of('STS')?.status, 'skipped')
  await failsAt(
    'S3',
    /refused the signature/,
    /secret key.*Host header/,
    env,
    pairOf({ ...root, secretKey: 'wrong-one' }),
  )
  await failsAt('S3', /no such access key/, /disabled/, env, pairOf({ ...root, accessKey: 'nobody' }))
})

test('a terminal shows one line per check', async () => {
  const child = spawn(process.execPath, [program, 'doctor'], {
    env: { PATH: process.env.PATH, CONSOLE_PORT: 'many' },
  })
  const [out] = await Promise.all([text(child.stdout), once(child, 'close')])
  assert.is(child.exitCode, 1)
  assert.match(out, /^failed {3}Configuration: .*CONSOLE_PORT.*\. docs\/configuration\.md describes all settings\n$/)
})
