import { statSync } from 'node:fs'
import { join } from 'node:path'
import { assert, test as all } from '../lib/suite.ts'
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
})

test('replicas that share a passphrase share sessions, and others do not', async () => {
  const shared = { CONSOLE_PBKDF_PASSPHRASE: 'a passphrase', CONSOLE_PBKDF_SALT: 'salt' }
  const [one, two, unrelated] = await Promise.all([replica(shared), replica(shared), replica({})])
  const send = await signIn(one.url, (minio as Minio).root)
  assert.is((await send('GET', `${two.url}/api/v1/session`)).status, 200)
  assert.is((await send('GET', `${unrelated.url}/api/v1/session`)).status, 401)
})

test('sessions survive a restart with a data folder, and the key is readable by its owner only', async () => {
  const server = await replica({})
  const send = await signIn(server.url, (minio as Minio).root)
  await server.restart()
  assert.is((await send('GET', '/api/v1/session')).status, 200)
  assert.is(statSync(join(server.dataFolder, 'session.key')).mode & 0o777, 0o600)
})
