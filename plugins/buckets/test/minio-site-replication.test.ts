import * as v from 'valibot'
import { assert, suite } from '../../../test/lib/suite.ts'
import { expectFailure } from '../../../testing/expect-failure.ts'
import { missingOwnMinio } from '../../../test/lib/minio.ts'
import { startMinioPair } from '../../../test/lib/minio-pair.ts'
import { endSiteReplication, replicateSites } from '../../../test/lib/site-replication.ts'
import { actAs } from '../../../test/lib/ports.ts'
import { NewReplication } from '../replication.ts'

const test = suite('buckets of MinIO with site replication', missingOwnMinio())

test('site replication manages the rules of all buckets while it is on, and its leftover rules are removed', async () => {
  const { source, target } = await startMinioPair()
  const { minio, engine, others } = source
  const signIn = async () => (await actAs(engine, await engine.login(minio.root))).buckets
  await (await signIn()).add({ name: 'photos', versioning: true, locking: false })
  await replicateSites([minio, target.minio])
  const during = await signIn()
  const [managed] = await during.replication('photos')
  assert.match(managed?.id ?? '', /^site-repl-/)
  assert.is(await during.isSiteReplicated(), true)
  await expectFailure(400, during.removeReplicationRule('photos', managed?.id ?? ''), /Site replication is on/)
  await expectFailure(400, during.removeReplication('photos'), /Site replication is on/)

  await endSiteReplication(minio)
  const after = await signIn()
  assert.is(await after.isSiteReplicated(), false)
  assert.equal(await after.replication('photos'), [])
  // as one that MinIO could not remove
  const rule = v.parse(NewReplication, {
    ...target.minio.root,
    targetURL: target.minio.url,
    bucketsRelation: [{ originBucket: 'photos', destinationBucket: 'photos' }],
  })
  assert.is((await after.replicate(rule))[0]?.errorString, '')
  const document = await others.read('photos', 'replication')
  await others.write('photos', 'replication', document.replace(/<ID>[^<]*/, '<ID>site-repl-leftover'))
  assert.is((await after.replication('photos'))[0]?.id, 'site-repl-leftover')
  await after.removeReplication('photos')
  assert.equal(await after.replication('photos'), [])
})
