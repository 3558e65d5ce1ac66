import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Minio, noMinio, startMinio } from '../lib/minio.ts'
import { signIn, startServer, type TestServer } from '../lib/server.ts'

let minio: Minio | undefined
const servers: TestServer[] = []

const replica = async (env: Record<string, string>) => {
  const server = await startServer({ env: { CONSOLE_MINIO_SERVER: minio?.url ?? '', ...env } })
  servers.push(server)
  return server
}

test.before(async () => {
  minio = await startMinio()
})
test.after(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await minio?.stop()
})

test('consoles before one MinIO that share a passphrase share their sessions, others do not', async (context) => {
  if (!minio) return void console.log(`skipped: ${noMinio}`, context)
  const shared = { CONSOLE_PBKDF_PASSPHRASE: 'a passphrase', CONSOLE_PBKDF_SALT: 'salt' }
  const [one, two, stranger] = await Promise.all([replica(shared), replica(shared), replica({})])
  const send = await signIn(one.url, minio.root)
  assert.is((await send('GET', `${two.url}/api/v1/session`)).status, 200)
  assert.is((await send('GET', `${stranger.url}/api/v1/session`)).status, 401)
})

test.run()
