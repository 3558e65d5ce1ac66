import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { hasMinio, type Minio, noMinio, startMinio } from '../lib/minio.ts'
import { programPath, hasPrograms } from '../lib/programs.ts'
import { startServer, type TestServer } from '../lib/server.ts'
import { isPresent } from '../runner/components.mjs'
import { sessionCookie } from '../lib/session-cookie.ts'

const test = suite('schemathesis')
const present = isPresent('schemathesis', hasPrograms('schemathesis'))
if (!present) console.log('Schemathesis is skipped: there is no `schemathesis` program on PATH')
else if (!hasMinio()) console.log(`Schemathesis on a MinIO server is skipped: ${noMinio}`)
const on = (isHere: boolean) => (isHere ? test : test.skip)

/** Calls that would end the run, or delete what it needs; feeds never end. */
const excluded = [
  '^/ws/',
  '/login',
  '/logout$',
  '/service/restart$',
  '/change-password$',
  '/buckets/\\{bucket\\}$',
  '/delete-multiple$',
  // these last as long as the caller requests
  '/profile$',
  '/speedtest',
]

/** Features that an engine lacks are answered with 501, unreachable servers with 502, 503 or 504. */
const settings = `
[checks.not_a_server_error]
expected-statuses = ["2xx", "3xx", "4xx", 501, 502, 503, 504]

[parameters]
"path.bucket" = "sample-bucket"
`

const folder = temporaryFolder('schemathesis')

const prepare = async ({ url, root }: TestServer) => {
  const headers = { 'content-type': 'application/json', origin: url }
  const cookie = await sessionCookie(url, root)
  const bucket = await fetch(`${url}/api/v1/buckets`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: JSON.stringify({ name: 'sample-bucket', versioning: true }),
  })
  assert.is(bucket.status, 201, await bucket.text())
  const document = await fetch(`${url}/api/openapi.json`, { headers: { cookie } })
  writeFileSync(join(folder, 'openapi.json'), await document.text())
  writeFileSync(join(folder, 'schemathesis.toml'), settings)
  return cookie
}

/** Sends a few valid requests to every call, and compares the responses with the document. */
const exercise = async (server: TestServer) => {
  const cookie = await prepare(server)
  const args = [
    ['--config-file', join(folder, 'schemathesis.toml'), 'run', join(folder, 'openapi.json')],
    ['--url', server.url, '--header', `Cookie: ${cookie}`, '--header', `Origin: ${server.url}`],
    ['--phases', 'fuzzing', '--mode', 'positive', '--max-examples', '3', '--seed', '20261126'],
    ['--checks', 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'],
    ['--exclude-path-regex', excluded.join('|'), '--no-shrink', '--continue-on-failure', '--warnings', 'off'],
  ].flat()
  const child = spawn(programPath('schemathesis'), args, {
    cwd: folder,
    env: { ...process.env, HYPOTHESIS_STORAGE_DIRECTORY: folder },
  })
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  assert.is(child.exitCode, 0, `${out}\n${errors}`)
  const [, tested] = /Tested: (\d+)/.exec(out) ?? []
  assert.ok(Number(tested) > 120, out)
}

on(present)('the embedded engine answers as the document says', async () => {
  const server = await startServer()
  await exercise(server)
})

on(present && hasMinio())('a MinIO server behind the console answers as the document says', async () => {
  const minio = (await startMinio()) as Minio
  const server = await startServer({ env: { CONSOLE_MINIO_SERVER: minio.url } })
  await exercise({ ...server, root: minio.root })
})
