import { assert, suite } from '../../../test/lib/suite.ts'
import type { Engine } from '../../../engines/engine.ts'
import { createMinioEngine } from '../../../engines/minio/engine.ts'
import { hasOwnMinio, type Minio, noOwnMinio, startMinio } from '../../../test/lib/minio.ts'
import { createMinioClient } from '../../../test/lib/minio-client.ts'
import { actAs } from '../../../test/lib/ports.ts'

const all = suite('accounts created by other tools on a MinIO server')
if (!hasOwnMinio()) console.log(`Accounts of other programs are not tested on a MinIO server: ${noOwnMinio}`)
const test = hasOwnMinio() ? all : () => all.skip()

let minio: Minio
let engine: Engine

all.before(async () => {
  if (!hasOwnMinio()) return
  minio = (await startMinio({ drives: 1 })) as Minio
  engine = createMinioEngine({ url: new URL(minio.url) })
})
all.after(async () => {
  await engine?.close()
  await minio?.stop()
})

test('a service account is listed with its name, description, expiry and status', async () => {
  const { identity } = await actAs(engine, await engine.login(minio.root))
  const others = createMinioClient(minio)
  try {
    const expiration = new Date(Math.floor(Date.now() / 1000) * 1000 + 86_400_000).toISOString()
    const make = (sealed: object) => others.admin.send({ method: 'PUT', name: 'add-service-account', sealed })
    await make({
      accessKey: 'backup-key',
      secretKey: 'backup-secret',
      name: 'backup',
      description: 'nightly',
      expiration,
    })
    await make({ accessKey: 'plain-key', secretKey: 'plain-secret' })
    await others.admin.send({
      method: 'POST',
      name: 'update-service-account',
      query: { accessKey: 'plain-key' },
      sealed: { newStatus: 'off' },
    })
    assert.equal(await identity.accounts(), [
      {
        accessKey: 'backup-key',
        policy: 'inherited',
        name: 'backup',
        description: 'nightly',
        status: 'enabled',
        expiration: expiration.replace('.000', ''),
      },
      { accessKey: 'plain-key', policy: 'inherited', status: 'disabled' },
    ])
  } finally {
    others.close()
  }
})
