import { assert } from '../../../../test/lib/suite.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import { addUser, allow, onEveryStorage, uniqueName } from '../../../../test/conformance/engines.ts'
import { type Outcome, type ListedVersion, useCopies } from './copies.ts'
import { momentAfter } from './object-calls.ts'
import { listing } from '../../../../test/lib/listing.ts'

onEveryStorage('interrupted copies and restores', (test, peer) => {
  const { host, make, root, copy } = useCopies(test, peer)

  test('a right revoked in the middle ends the rest, and finished copies stay', async () => {
    const { bucket, backend, put, keys } = await make()
    for (const key of ['in/a', 'in/b']) await put(key)
    const policy = uniqueName('policy')
    const grant = (actions: string[]) => backend.policies.set(policy, allow(actions, [`${bucket}/*`]))
    await grant(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'])
    const pair = { accessKey: uniqueName('user'), secretKey: 'user-secret-key' }
    await backend.identity.addUser({ ...pair, groups: [], policies: [policy] })
    const send = await host().as(pair)
    const move = async (name: string) =>
      (
        await send('POST', `/api/v1/buckets/${bucket}/copy-objects`, {
          objects: [{ path: `in/${name}`, to: `out/${name}` }],
          mode: 'move',
          existing: 'replace',
        })
      ).statusCode
    assert.is(await move('a'), 200)
    await grant(['s3:GetObject', 's3:PutObject'])
    assert.is(await move('b'), 403)
    assert.equal(await keys(), ['in/b', 'out/a'])
    const gone = await (await root())('POST', `/api/v1/buckets/${bucket}/copy-objects`, {
      bucket: 'no-such-bucket-here',
      objects: [{ path: 'in/b', to: 'b' }],
    })
    assert.is(gone.statusCode, 404)
  })

  /**
   * Creates objects below `in/` and deletes them after a point in time. Returns functions that list that earlier state
   * and restore from it, as the page does.
   */
  const deletedSince = async (count: number) => {
    const bucketFixture = await make({ versioning: true })
    const { bucket, objects, put } = bucketFixture
    const names = Array.from({ length: count }, (_, at) => `in/${at}`)
    for (const name of names) await put(name)
    const { objects: stored } = await objects.listVersions(bucket, {
      prefix: '',
      recursive: true,
      metadata: false,
      limit: 1000,
    })
    const moment = new Date(await momentAfter(stored)).toISOString()
    for (const name of names) await objects.remove(bucket, name)
    const past = async (pair = peer().root) => {
      const response = await (await host().as(pair))(
        'GET',
        `/api/v1/buckets/${bucket}/rewind/${moment}?recursive=true&limit=1000&prefix=in/`,
      )
      return {
        status: response.statusCode,
        rows: response.statusCode === 200 ? response.json<{ objects: ListedVersion[] }>().objects : [],
      }
    }
    const steps = async () =>
      (await past()).rows
        .filter(({ since }) => since === 'deleted')
        .map(({ name, version_id }) => ({ path: name, version_id, to: name }))
    return {
      ...bucketFixture,
      names,
      past,
      steps,
      restore: (some: object[], pair = peer().root) => copy(bucket, { objects: some, existing: 'replace' }, pair),
    }
  }

  test('a restore whose right is revoked ends, keeps restored objects, and resumes once the right is back', async () => {
    const { bucket, backend, names, past, steps, restore, read, keys } = await deletedSince(4)
    const policy = uniqueName('policy')
    const rights = ['s3:ListBucketVersions', 's3:GetObject', 's3:GetObjectVersion']
    const grant = (more: string[]) => backend.policies.set(policy, allow([...rights, ...more], [bucket, `${bucket}/*`]))
    await grant(['s3:PutObject'])
    const pair = await addUser(backend, [policy])
    const allSteps = await steps()
    assert.equal(pluck(allSteps, 'path'), names)
    assert.equal((await restore(allSteps.slice(0, 2), pair)).json<Outcome>(), { done: 2, failed: [] })
    await grant([])
    assert.is((await restore(allSteps.slice(2), pair)).statusCode, 403)
    assert.equal(await keys(), names.slice(0, 2))
    await backend.policies.set(policy, allow(['s3:GetObject', 's3:PutObject'], [`${bucket}/*`]))
    assert.is((await past(pair)).status, 403)
    await grant(['s3:PutObject'])
    const remainingSteps = await steps()
    assert.equal(pluck(remainingSteps, 'path'), names.slice(2))
    assert.is((await restore(remainingSteps, pair)).json<Outcome>().done, 2)
    for (const name of names) assert.is(await read(name), name)
    assert.equal(await steps(), [])
  })

  test('a restore whose bucket is deleted says so, and restores nothing into a new bucket of the same name', async () => {
    const { bucket, backend, objects, past, steps, restore } = await deletedSince(4)
    const allSteps = await steps()
    assert.is((await restore(allSteps.slice(0, 2))).json<Outcome>().done, 2)
    await objects.removeVersions(bucket, { prefix: '', of: 'below', limit: 1000 })
    await backend.buckets.remove(bucket)
    assert.equal([(await restore(allSteps.slice(2))).statusCode, (await past()).status], [404, 404])
    await backend.buckets.add({ name: bucket, versioning: true, locking: false })
    assert.is((await restore(allSteps.slice(2))).statusCode, 404)
    assert.equal([(await past()).rows, (await objects.list(bucket, listing({ versions: true }))).objects], [[], []])
  })

  test('every operation on a deleted bucket answers not found and touches no other bucket', async () => {
    const [gone, other] = [await make({ versioning: true }), await make()]
    await other.put('a')
    await gone.backend.buckets.remove(gone.bucket)
    const send = await root()
    const address = `/api/v1/buckets/${gone.bucket}`
    const requested = [
      copy(gone.bucket, { objects: [{ path: 'a', to: 'b' }], mode: 'move' }),
      copy(gone.bucket, { objects: [{ path: 'a', to: 'b' }], versions: 'all' }),
      copy(other.bucket, { bucket: gone.bucket, objects: [{ path: 'a', to: 'a' }], mode: 'move' }),
      send('PUT', `${address}/objects/metadata?prefix=a`, { content_type: 'text/plain' }),
      send('GET', `${address}/objects/zip`),
      send('GET', `${address}/objects/export`),
      send('GET', `${address}/objects/download?prefix=a`),
      send('DELETE', `${address}/objects/versions?prefix=a`),
      send('POST', `${address}/uploads`, { key: 'a', size: 100 }),
    ]
    for (const response of await Promise.all(requested)) assert.is(response.statusCode, 404)
    const past = [
      send('GET', `${address}/rewind/2026-01-01T00:00:00Z`),
      send('GET', `${address}/objects/zip?moment=2026-01-01T00:00:00Z`),
    ]
    const refusal = (await peer().has('rewind')) ? 404 : 501
    for (const response of await Promise.all(past)) assert.is(response.statusCode, refusal)
    assert.equal([await other.keys(), await other.read('a')], [['a'], 'a'])
  })
})
