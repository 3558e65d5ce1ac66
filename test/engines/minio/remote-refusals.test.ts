import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'
import { assert, suite } from '../../lib/suite.ts'
import type { Credentials } from '../../../engines/engine.ts'
import type { Failure } from '../../../core/protocol/failure.ts'
import { NewReplication } from '../../../plugins/buckets/replication.ts'
import { failureOf } from '../../lib/failure-of.ts'
import { missingOwnMinio } from '../../lib/minio.ts'
import { startMinioPair } from '../../lib/minio-pair.ts'
import { actAs } from '../../lib/ports.ts'
import { until } from '../../lib/until.ts'

const test = suite('keys of a MinIO server that a tier or replication target refuses', missingOwnMinio())

const far = { accessKey: 'far-user', secretKey: 'far-user-secret' }
const anna = { accessKey: 'anna', secretKey: 'anna-secret-key' }
const COLD = { name: 'COLD', bucket: 'cold', prefix: 'here/', region: '' }
const toTier =
  '<LifecycleConfiguration><Rule><ID>cold</ID><Status>Enabled</Status><Filter><Prefix></Prefix></Filter>' +
  '<Transition><Days>0</Days><StorageClass>COLD</StorageClass></Transition></Rule></LifecycleConfiguration>'

let pair: Awaited<ReturnType<typeof startMinioPair>>
let credentials: Credentials

const addFarUser = () => pair.target.backend.identity.addUser({ ...far, groups: [], policies: ['readwrite'] })
const removeFarUser = () => pair.target.backend.identity.removeUser(far.accessKey)
const signedIn = () => actAs(pair.source.engine, credentials)
const info = async (bucket: string, key: string) => (await signedIn())['object-browser'].info(bucket, key)
const read = async (bucket: string, key: string) => {
  const { body } = await (await signedIn())['object-browser'].get(bucket, key, {})
  await buffer(body)
}

test.before(async () => {
  pair = await startMinioPair()
  const { source, target } = pair
  await addFarUser()
  for (const name of ['cold', 'copy'])
    await target.backend.buckets.add({ name, versioning: name === 'copy', locking: false })
  await source.backend.tiers.add({
    type: 'minio',
    minio: { ...COLD, endpoint: target.minio.url, accesskey: far.accessKey, secretkey: far.secretKey },
  })
  await source.backend.buckets.add({ name: 'archived', versioning: false, locking: false })
  await source.others.write('archived', 'lifecycle', toTier)
  await source.others.call({ method: 'PUT', path: '/archived/a.txt', body: 'content' })
  await until(async () => {
    const { headers } = await source.others.call({ method: 'HEAD', path: '/archived/a.txt' })
    return headers['x-amz-storage-class'] === 'COLD'
  })
  await source.backend.buckets.add({ name: 'replicated', versioning: true, locking: false })
  const [replicated] = await source.backend.buckets.replicate(
    v.parse(NewReplication, {
      ...far,
      targetURL: target.minio.url,
      bucketsRelation: [{ originBucket: 'replicated', destinationBucket: 'copy' }],
    }),
  )
  assert.is(replicated?.errorString, '')
  await source.backend.identity.addUser({ ...anna, groups: [], policies: ['readwrite'] })
  credentials = await source.engine.login(anna)
  await read('archived', 'a.txt')
})

const refusedByRemote = ({ status, message, detail }: Failure, why: RegExp, code: RegExp) => {
  assert.is(status, 502, `${message} (${detail})`)
  assert.match(message, why)
  assert.match(detail ?? '', code)
}

test('missing permissions are attributed to the caller, or to the keys at the tier or target', async () => {
  const [anna, far] = [
    { ...pair.source, name: 'anna' },
    { ...pair.target, name: 'far-user' },
  ]
  const give = ({ backend, name }: typeof anna, policy: string) =>
    backend.identity.setPolicy({ type: 'user', name }, [policy])
  const failures = async () => ({
    tiered: await failureOf(read('archived', 'a.txt')),
    details: await failureOf(info('replicated', 'none.txt')),
    content: await failureOf(read('replicated', 'none.txt')),
  })

  await give(far, 'writeonly')
  await until(async () => (await failureOf(info('replicated', 'none.txt'))).status !== 404)
  const why = /^The tier or replication target of this bucket denies access with the keys/
  for (const failure of Object.values(await failures())) refusedByRemote(failure, why, /^AccessDenied/)

  await give(anna, 'writeonly')
  for (const [name, { status }] of Object.entries(await failures())) assert.is(status, 403, name)

  await give(anna, 'readwrite')
  await give(far, 'readwrite')
})

test('a remote storage that denies listing its tier is the reason why the tier cannot be removed', async () => {
  const { backend } = pair.source
  const { identity } = pair.target.backend
  const bare = { accessKey: 'bare-user', secretKey: 'bare-user-secret' }
  await identity.addUser({ ...bare, groups: [], policies: ['readwrite'] })
  await backend.tiers.add({
    type: 'minio',
    minio: {
      ...COLD,
      name: 'BARE',
      prefix: 'bare/',
      endpoint: pair.target.minio.url,
      accesskey: bare.accessKey,
      secretkey: bare.secretKey,
    },
  })
  await identity.setPolicy({ type: 'user', name: bare.accessKey }, ['diagnostics'])
  const { status, message } = await failureOf(backend.tiers.remove('BARE'))
  assert.equal([status, message], [400, 'The remote storage refuses these credentials'])
})

test('an unknown access key at the tier or target does not end the session', async () => {
  await removeFarUser()
  const why = /^The tier or replication target of this bucket does not accept the keys/
  refusedByRemote(await failureOf(read('archived', 'a.txt')), why, /^InvalidAccessKeyId/)
  await until(async () => (await failureOf(info('replicated', 'none.txt'))).status !== 404)
  refusedByRemote(await failureOf(info('replicated', 'none.txt')), why, /^InvalidAccessKeyId/)
  assert.is((await pair.source.engine.account(credentials)).name, 'anna')
})

test('a wrong secret key at the tier is not described as a problem of the caller or of a proxy alone', async () => {
  await addFarUser()
  await pair.target.others.admin.send({
    method: 'PUT',
    name: 'add-user',
    query: { accessKey: far.accessKey },
    sealed: { secretKey: 'another-secret', status: 'enabled' },
  })
  refusedByRemote(await failureOf(read('archived', 'a.txt')), /^Your keys are valid/, /^SignatureDoesNotMatch/)
})

test('a session that has ended is reported as ended, also while the tier refuses the keys', async () => {
  await removeFarUser()
  await pair.source.backend.identity.removeUser(anna.accessKey)
  for (const bucket of ['archived', 'replicated'])
    assert.is((await failureOf(read(bucket, 'a.txt'))).status, 401, bucket)
})
