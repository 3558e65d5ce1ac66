import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { assert, test } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { sendError } from '../../server/errors.ts'
import { createInstance } from '../../server/instance.ts'
import { chooseEncoding } from '../../server/compress.ts'
import { sendFile, openSite } from '../../server/static.ts'
import { createLog } from '../../server/log.ts'

const page = '<!doctype html><html data-base="/"><head><script src="/assets/main-AB.js"></script></head></html>'
const script = `export const text = "${'long '.repeat(300)}"`
const folder = temporaryFolder('static')
const opened: FastifyInstance[] = []

const serve = async (subpath = '', dist = folder) => {
  const site = await openSite(dist, { subpath })
  const app = createInstance({ subpath, tls: undefined, trustedProxies: [], log: createLog('silent') })
  app.setErrorHandler(sendError)
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: (request, reply) => sendFile(request, reply, site) })
  opened.push(app)
  return (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers })
}

/** Writes a build of two files, in the format of `build/build.mjs`. */
const writeBuild = (out: string, mode: 'production' | 'development') => {
  mkdirSync(join(out, 'public/assets'), { recursive: true })
  const file = (path: string, text: string, type: string) => {
    const target = join(out, 'public', path)
    const [br, gz] = [brotliCompressSync(text), gzipSync(text)]
    writeFileSync(target, text)
    if (mode === 'production') {
      writeFileSync(`${target}.br`, br)
      writeFileSync(`${target}.gz`, gz)
    }
    const sizes = mode === 'production' ? { br: br.length, gz: gz.length } : {}
    return [
      path,
      { size: text.length, type, etag: `tag-of-${path.length}`, immutable: path.startsWith('assets/'), ...sizes },
    ]
  }
  const files = Object.fromEntries([
    file('index.html', page, 'text/html; charset=utf-8'),
    file('assets/main-AB.js', script, 'text/javascript; charset=utf-8'),
  ])
  writeFileSync(
    join(out, 'manifest.json'),
    JSON.stringify({ version: '1.2.3', mode, page: 'index.html', entry: 'assets/main-AB.js', closure: [], files }),
  )
}

test.before(() => writeBuild(folder, 'production'))
test.after(async () => {
  for (const app of opened) await app.close()
})

test('a hashed file is served in the best accepted encoding, and cached for a year', async () => {
  const get = await serve()
  const br = await get('/assets/main-AB.js', { 'accept-encoding': 'gzip, deflate, br' })
  assert.is(br.statusCode, 200)
  assert.is(br.headers['content-encoding'], 'br')
  assert.is(br.headers['content-type'], 'text/javascript; charset=utf-8')
  assert.is(br.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.is(br.headers.vary, 'accept-encoding')
  assert.is(brotliDecompressSync(br.rawPayload).toString(), script)
  const gz = await get('/assets/main-AB.js', { 'accept-encoding': 'gzip, br;q=0' })
  assert.is(gunzipSync(gz.rawPayload).toString(), script)
  const none = await get('/assets/main-AB.js')
  assert.is(none.headers['content-encoding'], undefined)
  assert.is(none.payload, script)
  assert.is(new Set([br.headers.etag, gz.headers.etag, none.headers.etag]).size, 3)
})

test('quality values select the encoding', () => {
  const all = ['br', 'gz', 'identity'] as const
  assert.is(chooseEncoding('', all), 'identity')
  assert.is(chooseEncoding('br', all), 'br')
  assert.is(chooseEncoding('br;q=x', all), 'identity')
  assert.is(chooseEncoding('*', all), 'br')
  assert.is(chooseEncoding('gzip;q=0.8, br;q=0.5', all), 'gz')
  assert.is(chooseEncoding('BR;Q=0.1,gzip;q=0', all), 'br')
  assert.is(chooseEncoding('identity, br;q=0.5', all), 'identity')
  assert.is(chooseEncoding('*;q=0', all), 'br')
  assert.is(chooseEncoding('br, gzip', ['identity']), 'identity')
})

test('a cached file is not sent again', async () => {
  const get = await serve()
  const headers = { 'accept-encoding': 'br' }
  const { etag } = (await get('/assets/main-AB.js', headers)).headers
  for (const known of [String(etag), `"other", W/${etag}`, '*']) {
    const again = await get('/assets/main-AB.js', { ...headers, 'if-none-match': known })
    assert.is(again.statusCode, 304)
    assert.is(again.payload, '')
    assert.is(again.headers.etag, etag)
  }
  assert.is(
    (await get('/assets/main-AB.js', { 'accept-encoding': 'gzip', 'if-none-match': String(etag) })).statusCode,
    200,
  )
})

test('HEAD returns the same headers without a body', async () => {
  const get = await serve()
  const head = await get('/assets/main-AB.js', { 'accept-encoding': 'br' }, 'HEAD')
  assert.is(head.payload, '')
  assert.is(Number(head.headers['content-length']), readFileSync(join(folder, 'public/assets/main-AB.js.br')).length)
})

test('every console address serves the page, which is revalidated each time', async () => {
  const get = await serve()
  for (const url of [
    '/',
    '/users',
    '/buckets/a/browse/x%2Fy.js',
    '/api/proxy/ns/tenant',
    '/api/proxy/ns/tenant/buckets/api/x',
    '/apiary',
  ]) {
    const response = await get(url)
    assert.is(response.statusCode, 200, url)
    assert.is(response.payload, page, url)
    assert.is(response.headers['cache-control'], 'no-cache')
  }
})

test('unknown assets, calls, sockets and files outside the build are not found', async () => {
  const get = await serve()
  for (const url of [
    '/assets/main-ZZ.js',
    '/assets/',
    '/api',
    '/api/v1/nothing',
    '/ws/trace',
    '/api/proxy/ns/tenant/api/v1/session',
    '/api/proxy/ns',
    '/assets/..%2f..%2fmanifest.json',
  ]) {
    const response = await get(url)
    assert.is(response.statusCode, 404, url)
    assert.is(response.json().code, 404)
  }
  assert.is((await get('/../manifest.json')).payload, page)
})

test('an address with an invalid percent-encoding is refused', async () => {
  const get = await serve()
  const response = await get('/users/%zz')
  assert.is(response.statusCode, 400)
  assert.is(response.json().message, 'the address is not valid')
  assert.is(response.headers['x-content-type-options'], 'nosniff')
})

test('under a subpath the page contains it, whether or not a proxy strips it', async () => {
  const get = await serve('/console')
  for (const url of ['/console', '/console/', '/console/users', '/console?x', '/users']) {
    assert.is((await get(url)).payload, page.replaceAll('="/', '="/console/'), url)
  }
  assert.is((await get('/console/assets/main-AB.js')).statusCode, 200)
  assert.is((await get('/assets/main-AB.js')).statusCode, 200)
  assert.is((await get('/consoles')).statusCode, 200)
  const root = await serve()
  assert.is.not((await get('/')).headers.etag, (await root('/')).headers.etag)
})

test('a development build without compressed files is served uncompressed', async () => {
  const other = temporaryFolder('static')
  writeBuild(other, 'development')
  const site = await openSite(other, { subpath: '' })
  assert.equal(site.file('assets/main-AB.js')?.encodings, ['identity'])
})

test('a file deleted by a later build is not found, and the response is not cached', async () => {
  const other = temporaryFolder('static')
  writeBuild(other, 'development')
  const get = await serve('', other)
  rmSync(join(other, 'public/assets/main-AB.js'))
  const response = await get('/assets/main-AB.js')
  assert.equal([response.statusCode, response.headers['cache-control']], [404, undefined])
})

test('a folder without a readable manifest is refused', async () => {
  const other = temporaryFolder('static')
  writeFileSync(join(other, 'manifest.json'), '{}')
  let failed: unknown
  await openSite(other, { subpath: '' }).catch((error: unknown) => {
    failed = error
  })
  assert.instance(failed, Error)
})
