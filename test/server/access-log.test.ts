import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { type AccessLogFormat, createAccessLog } from '../../server/access-log.ts'
import { createLog } from '../../server/log.ts'
import { readConfig } from '../../server/config.ts'
import { startHost } from './host.ts'

const test = suite('access log')
const folder = temporaryFolder('access')

/** Log lines of a console for a sign-in, and for a link with secrets in its query. */
const linesOf = async (format: AccessLogFormat) => {
  const file = join(folder, format)
  const host = await startHost({ config: { accessLog: { format, file } } })
  const send = await host.as(host.root)
  await send('GET', '/api/v1/buckets/none/objects?prefix=a%20b&X-Amz-Signature=s3cret', undefined, {
    'user-agent': 'a "browser"\\',
    referer: 'http://console.test/browser?token=s3cret',
  })
  await send('GET', '/api/v1/download-shared-object?token=s3cret')
  await host.stop()
  assert.is(statSync(file).mode & 0o007, 0)
  return readFileSync(file, 'utf8').trimEnd().split('\n')
}

const time = String.raw`\[\d\d/[A-Z][a-z][a-z]/\d{4}:\d\d:\d\d:\d\d \+0000\]`

test('lines in the common format have address, account, request, status and size', async () => {
  const lines = await linesOf('common')
  assert.is(lines.length, 3)
  assert.match(lines[0] ?? '', new RegExp(`^127\\.0\\.0\\.1 - - ${time} "POST /api/v1/login HTTP/1\\.1" 201 (\\d+|-)$`))
  assert.match(
    lines[1] ?? '',
    new RegExp(`^127\\.0\\.0\\.1 - admin ${time} "GET /api/v1/buckets/none/objects\\?prefix=a%20b`),
  )
})

test('the combined format adds referrer and user agent, which cannot end their field', async () => {
  const [, line = ''] = await linesOf('combined')
  assert.ok(line.endsWith(String.raw`"http://console.test/browser" "a \"browser\"\\"`), line)
})

test('JSON lines have the duration and the id of the request', async () => {
  const [, line = ''] = await linesOf('json')
  const { account, status, milliseconds, request } = JSON.parse(line) as Record<string, unknown>
  assert.equal([account, status, typeof milliseconds, typeof request], ['admin', 404, 'number', 'string'])
})

test('a response to HEAD has the size 0, because its body is not sent', async () => {
  const file = join(folder, 'head')
  const host = await startHost({ config: { accessLog: { format: 'json', file } } })
  const { headers } = await host.app.inject({ method: 'HEAD', url: '/healthz' })
  await host.stop()
  assert.is(headers['content-length'], '3')
  assert.is((JSON.parse(readFileSync(file, 'utf8')) as { bytes: number }).bytes, 0)
})

test('an address that a proxy reports cannot add fields', async () => {
  const file = join(folder, 'proxy')
  const host = await startHost({ config: { accessLog: { format: 'common', file }, trustedProxies: ['127.0.0.1'] } })
  await host.app.inject({ url: '/healthz', headers: { 'x-forwarded-for': 'a - admin "' } })
  await host.stop()
  const [line = ''] = readFileSync(file, 'utf8').split('\n')
  assert.ok(line.startsWith(String.raw`a\u0020-\u0020admin\u0020\" - - [`), line)
})

test('no format contains secrets of the query', async () => {
  for (const format of ['common', 'combined', 'json'] as const)
    assert.not.match((await linesOf(format)).join('\n'), /s3cret/)
})

test('it is off by default, and a file without a format is refused', () => {
  assert.is(readConfig({}, {}).accessLog, undefined)
  assert.equal(readConfig({}, { CONSOLE_ACCESS_LOG: 'json' }).accessLog, { format: 'json', file: undefined })
  assert.throws(() => readConfig({}, { CONSOLE_ACCESS_LOG_PATH: 'a' }), /CONSOLE_ACCESS_LOG is not/)
  assert.throws(() => readConfig({}, { CONSOLE_ACCESS_LOG: 'apache' }), /must be one of off, common, combined, json/)
})

test('a path that is a folder, below a file, or in /proc is refused with the name of the variable', () => {
  const below = join(folder, 'file', 'log')
  writeFileSync(join(folder, 'file'), '')
  for (const file of [folder, below, '/proc/stowage/log'])
    assert.throws(
      () => createAccessLog({ format: 'json', file }, createLog('silent')),
      new RegExp(`^CONSOLE_ACCESS_LOG_PATH names "${file}", which cannot be written \\(E`),
    )
})
