import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { assert, test } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { dist } from '../lib/dist.ts'
import { signIn, startServer } from '../lib/server.ts'

/** Runs the built program and waits until it exits. */
const stowage = async (args: string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [join(dist, 'server/main.mjs'), ...args], {
    env: { PATH: process.env.PATH, ...env },
  })
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, out, errors }
}

const form = (name: string, content: string) => {
  const body = new FormData()
  body.append(String(Buffer.byteLength(content)), new File([content], name))
  return body
}

const blobsIn = (folder: string) =>
  readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

test('a plugin is not added without a build of a plugin, or with the id of a built-in plugin', async () => {
  const data = temporaryFolder()
  const other = temporaryFolder()
  writeFileSync(join(other, 'manifest.json'), '{ "name": "an app for the home screen" }')
  const foreign = await stowage(['plugin', 'add', other, '--data', data])
  assert.is(foreign.errors, `stowage: ${other} is no built plugin; run "stowage-plugin build" first\n`)
  const builtIn = await stowage(['plugin', 'add', join(dist, 'plugins/buckets'), '--data', data])
  assert.is(
    builtIn.errors,
    'stowage: "buckets" cannot be added: it is the id of a built-in plugin; choose another id\n',
  )
  assert.equal([foreign.code, builtIn.code], [1, 1])
})

test('a command ends quietly if the reader of its output does', async () => {
  const child = spawn(process.execPath, [join(dist, 'server/main.mjs'), 'openapi'], { env: { PATH: process.env.PATH } })
  child.stdout.destroy()
  const [errors] = await Promise.all([text(child.stderr), once(child, 'close')])
  assert.equal([errors, child.exitCode], ['', 0])
})

test('a backup made during uploads starts elsewhere, and contains everything acknowledged before', async () => {
  const data = temporaryFolder()
  const server = await startServer({ dataFolder: data })
  const send = await signIn(server.url, server.root)
  assert.is((await send('POST', '/api/v1/buckets', { name: 'letters', versioning: false, locking: false })).status, 201)
  const upload = async (name: string, content: string) => {
    const response = await send('POST', `/api/v1/buckets/letters/objects/upload?key=${name}`, form(name, content))
    assert.ok(response.status < 300, response.text)
  }
  for (let index = 0; index < 30; index += 1) await upload(`before-${index}`, `letter ${index}`)

  let over = false
  const uploading = (async () => {
    for (let index = 0; !over; index += 1) await upload(`meanwhile-${index % 7}`, `letter ${index}`)
  })()
  const target = join(temporaryFolder(), 'backup')
  const { code, out, errors } = await stowage(['backup', target, '--data', data])
  over = true
  await uploading
  assert.is(code, 0, errors)
  assert.match(out, /a complete data folder with \d+ files/)

  const inUse = await stowage(['check'], { CONSOLE_DATA: data })
  assert.is(inUse.code, 1)
  assert.match(inUse.errors, /is in use by another Stowage \(process \d+\); stop it to check the folder/)
  await server.stop()

  const valid = await stowage(['check', '--data', target])
  assert.is(valid.code, 0, valid.out + valid.errors)
  assert.match(valid.out, /1 bucket, \d+ versions and \d+ bytes read, 0 problems/)

  // restores: the backup is copied to the data folder, and started
  rmSync(data, { recursive: true })
  cpSync(target, data, { recursive: true })
  const restored = await startServer({ dataFolder: data })
  const again = await signIn(restored.url, restored.root)
  for (let index = 0; index < 30; index += 1) {
    const response = await again('GET', `/api/v1/buckets/letters/objects/download?prefix=before-${index}`)
    assert.is(response.text, `letter ${index}`)
  }
})

test('checking a backup without its key warns once, and passes if the key was omitted on purpose', async () => {
  const data = temporaryFolder()
  const server = await startServer({ dataFolder: data })
  const send = await signIn(server.url, server.root)
  await send('POST', '/api/v1/buckets', { name: 'sealed' })
  await send('POST', '/api/v1/buckets/sealed/encryption/enable', { encType: 'sse-s3' })
  for (const name of ['one', 'two', 'three'])
    assert.is((await send('POST', `/api/v1/buckets/sealed/objects/upload?key=${name}`, form(name, name))).status, 200)
  const target = join(temporaryFolder(), 'backup')
  await stowage(['backup', target, '--data', data])
  await server.stop()
  const plain = await stowage(['check', '--data', target])
  assert.is(plain.code, 1)
  assert.equal(plain.out.match(/encryption\.key/g)?.length, 1, plain.out)
  assert.match(plain.out, /3 encrypted versions could not be decrypted/)
  assert.match(plain.out, /use --without-key/)
  const accepted = await stowage(['check', '--data', target, '--without-key'])
  assert.is(accepted.code, 0)
  assert.match(accepted.out, /3 encrypted versions could not be decrypted/)
  assert.not.match(accepted.out, /use --without-key/)
  rmSync(join(data, 'encryption.key'))
  assert.is((await stowage(['check', '--data', data])).code, 1)
})

test('a damaged object is never returned as complete, and check names it', async () => {
  const data = temporaryFolder()
  const server = await startServer({ dataFolder: data })
  const send = await signIn(server.url, server.root)
  await send('POST', '/api/v1/buckets', { name: 'films', versioning: false, locking: false })
  await send('POST', '/api/v1/buckets/films/objects/upload?key=film', form('film', 'x'.repeat(6 * 1024 * 1024)))
  const [file = ''] = blobsIn(data)
  const damage = (at: number) => {
    const bytes = readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    writeFileSync(file, bytes)
  }
  damage(5 * 1024 * 1024)
  const cut = await send('GET', '/api/v1/buckets/films/objects/download?prefix=film').then(
    () => 'whole',
    (error: Error) => String(error.cause),
  )
  assert.match(cut, /terminated|other side closed|aborted/i)
  damage(0)
  assert.is((await send('GET', '/api/v1/buckets/films/objects/download?prefix=film')).status, 503)
  assert.match(server.logs(), /The content of this object is damaged; \\"stowage check\\" finds all damaged objects/)
  assert.ok(server.logs().includes(file), 'the log names the file')
  await server.stop()

  const { code, out } = await stowage(['check', '--data', data])
  assert.is(code, 1)
  assert.match(out, /^films\/film: .*: its file differs from what was stored, starting at byte 0$/m)
  assert.match(out, /1 problem$/m)
})

test('check --accept continues with the remaining data', async () => {
  const data = temporaryFolder()
  const server = await startServer({ dataFolder: data })
  await server.stop()
  const before = statSync(join(data, 'index', 'data.mdb')).ino
  for (let index = 0; index < 300; index += 1) {
    const name = index.toString(16).padStart(30, '0')
    cpSync(join(data, 'format.json'), join(data, 'blobs', 'aa', name), { recursive: true })
  }
  const refused = await stowage(['check', '--data', data])
  assert.is(refused.code, 1)
  assert.match(refused.out, /300 files belong to no object: is it an older index\?/)
  const accepted = await stowage(['check', '--accept', '--data', data])
  assert.is(accepted.code, 0, accepted.out + accepted.errors)
  assert.is(blobsIn(join(data)).length, 0)
  assert.is(statSync(join(data, 'index', 'data.mdb')).ino, before)
})

test('stowage openapi prints the calls of the console that the same variables would start, and creates no data', async () => {
  const data = join(temporaryFolder(), 'data')
  const env = { CONSOLE_SUBPATH: '/console', CONSOLE_PLUGINS: 'buckets', CONSOLE_DATA: data }
  const { code, out, errors } = await stowage(['openapi'], env)
  assert.is(code, 0, errors)
  const { openapi, servers, paths } = JSON.parse(out) as { openapi: string; servers: object[]; paths: object }
  assert.equal([openapi, servers], ['3.1.0', [{ url: '/console' }]])
  assert.equal(
    ['/api/v1/session', '/api/v1/buckets', '/api/v1/users'].map((path) => path in paths),
    [true, true, false],
  )
  assert.not(existsSync(data))
})

test('a command line error is reported', async () => {
  assert.match((await stowage(['backup', '--data', temporaryFolder()])).errors, /Name the folder for the backup/)
  assert.match((await stowage(['backup', 'a', 'b'])).errors, /unexpected argument "b"/)
  assert.match((await stowage(['check', '--with-key'])).errors, /--with-key is not a flag of this command/)
  assert.match((await stowage(['check', '--dta'])).errors, /--dta'?.*see --help/)
  assert.match(
    (await stowage(['check', '--data', temporaryFolder()])).errors,
    /is not a data folder; name one with --data/,
  )
  const help = await stowage(['backup', '--help'])
  assert.is(help.code, 0)
  assert.match(help.out, /stowage backup <folder>/)
})
