import { assert } from '../../../test/lib/suite.ts'
import { backend, minioSuite, others } from '../../../test/lib/minio-suite.ts'

const test = minioSuite('accounts created by other tools on a MinIO server', { drives: 1 })

test('a service account is listed with its name, description, expiry and status', async () => {
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
  assert.equal(await backend.identity.accounts(), [
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
})
