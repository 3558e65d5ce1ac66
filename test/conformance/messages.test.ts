import * as assert from 'uvu/assert'
import { addUser, onEveryEngine, refused, unique } from './engines.ts'

onEveryEngine('messages', (test, peer) => {
  test('the same error has the same message on every engine', async () => {
    const { buckets, identity, 'object-browser': objects } = await peer().as()
    const bucket = unique('worded')
    await buckets.add({ name: bucket, versioning: true, locking: false })
    const stored = { size: 4, type: 'text/plain', body: [Buffer.from('text')] as never }
    await objects.put(bucket, 'there', { ...stored, signal: new AbortController().signal })
    const none = '00000000-0000-4000-8000-000000000000'
    const { accessKey } = await addUser(await peer().as())
    const messages: [status: number, message: string, work: () => Promise<unknown>][] = [
      [404, 'The specified bucket does not exist', () => buckets.encryption('no-such-bucket')],
      [
        409,
        'A bucket with this name already exists',
        () => buckets.add({ name: bucket, versioning: false, locking: false }),
      ],
      [409, 'The bucket is not empty: delete its objects and their versions first', () => buckets.remove(bucket)],
      [404, 'The specified key does not exist', () => objects.info(bucket, 'missing')],
      [404, 'The specified key does not exist', () => objects.get(bucket, 'missing', {})],
      [404, 'The specified version does not exist', () => objects.info(bucket, 'there', none)],
      [404, "User doesn't exist", () => identity.user('nobody')],
      [404, "User doesn't exist", () => identity.updateUser('nobody', { status: 'enabled', groups: [] })],
    ]
    for (const [status, message, work] of messages) assert.is((await refused(status, work())).message, message)
    assert.is((await identity.user(accessKey)).accessKey, accessKey)
  })

  test('the former section of the region has the region as its name', async () => {
    const { settings } = await peer().as()
    const nameOf = async () => (await settings.section('region')).targets[0]?.values.name
    assert.is((await settings.section('region')).key, 'region')
    assert.is(await nameOf(), '')
    // MinIO takes it over at its next start
    if (peer().name === 'minio') return
    await settings.save('region', '_', { name: 'eu-west-7' })
    assert.is(await nameOf(), 'eu-west-7')
    assert.is((await settings.section('site')).targets[0]?.values.region, 'eu-west-7')
    await settings.reset('region', '_')
    assert.is(await nameOf(), '')
  })
})
