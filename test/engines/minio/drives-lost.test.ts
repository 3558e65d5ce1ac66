import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createMinioEngine } from '../../../engines/minio/engine.ts'
import { actAs } from '../../lib/ports.ts'
import { hasOwnMinio, type Minio, noOwnMinio, startMinio } from '../../lib/minio.ts'
import { signIn, startServer } from '../../lib/server.ts'

const all = suite('sign-in with two of four drives lost')
if (!hasOwnMinio()) console.log(`Sign-in with two of four drives lost is skipped: ${noOwnMinio}`)
const test = hasOwnMinio() ? all : () => all.skip()

const bob = { accessKey: 'bob', secretKey: 'bob-secret-key' }

let minio: Minio

all.before(async () => {
  if (!hasOwnMinio()) return
  minio = (await startMinio()) as Minio
  const engine = createMinioEngine({ url: new URL(minio.url) })
  const admin = await actAs(engine, await engine.login(minio.root))
  await admin.identity.addUser({ ...bob, groups: [], policies: ['readwrite'] })
  await engine.close()
  for (const drive of ['drive3', 'drive4']) rmSync(join(minio.folder ?? '', drive), { recursive: true, force: true })
})
all.after(async () => {
  for (const drive of ['drive3', 'drive4']) mkdirSync(join(minio?.folder ?? '', drive), { recursive: true })
  await minio?.stop()
})

test('root and a user sign in and see that the storage cannot write', async () => {
  const server = await startServer({ env: { CONSOLE_MINIO_SERVER: minio.url } })
  for (const pair of [minio.root, bob]) {
    const send = await signIn(server.url, pair)
    const { json } = await send('GET', '/api/v1/session')
    const { account, writes } = json as { account: string; writes?: string }
    assert.equal([account, writes], [pair.accessKey, 'failed'])
    assert.is((await send('GET', '/api/v1/buckets')).status, 200)
  }
  assert.match(server.logs(), /the storage server cannot write/)
  await server.stop()
})

test('a wrong secret cannot sign in while the storage cannot write', async () => {
  const engine = createMinioEngine({ url: new URL(minio.url) })
  const failure = await engine.login({ ...bob, secretKey: 'another-secret-key' }).then(
    () => undefined,
    (error: unknown) => error as { status: number; message: string },
  )
  assert.equal([failure?.status, failure?.message], [401, 'invalid Login'])
  await engine.close()
})

all.run()
