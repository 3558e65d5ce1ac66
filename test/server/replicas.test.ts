import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { hasMinio, type Minio, noMinio, startMinio } from '../lib/minio.ts'
import { signIn, startServer, type TestServer } from '../lib/server.ts'

if (!hasMinio()) console.log(`Several consoles on one server are skipped: ${noMinio}`)
const test = hasMinio() ? all : all.skip
let minio: Minio | undefined
const servers: TestServer[] = []

const replica = async (env: Record<string, string>) => {
  const server = await startServer({ env: { CONSOLE_MINIO_SERVER: minio?.url ?? '', ...env } })
  servers.push(server)
  return server
}

all.before(async () => {
  if (hasMinio()) minio = await startMinio()
})
all.after(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await minio?.stop()
})

test('consoles before one MinIO that share a passphrase share their sessions, others do not', async () => {
  const shared = { CONSOLE_PBKDF_PASSPHRASE: 'a passphrase', CONSOLE_PBKDF_SALT: 'salt' }
  const [one, two, stranger] = await Promise.all([replica(shared), replica(shared), replica({})])
  const send = await signIn(one.url, (minio as Minio).root)
  assert.is((await send('GET', `${two.url}/api/v1/session`)).status, 200)
  assert.is((await send('GET', `${stranger.url}/api/v1/session`)).status, 401)
})

test('a restart of a console with a data folder signs nobody out, and its key is readable by its owner alone', async () => {
  const server = await replica({})
  const send = await signIn(server.url, (minio as Minio).root)
  await server.restart()
  assert.is((await send('GET', '/api/v1/session')).status, 200)
  assert.is(statSync(join(server.dataFolder, 'session.key')).mode & 0o777, 0o600)
})

all.run()
