import { Readable } from 'node:stream'
import { assert } from '../../../../test/lib/suite.ts'
import { useHost } from '../../../../test/conformance/use-host.ts'
import { onEveryStorage, uniqueName } from '../../../../test/conformance/engines.ts'

onEveryStorage('metadata of other programs', (test, peer) => {
  const { send } = useHost(test, peer)

  test('an edit keeps empty and long values and unusual names that it does not change', async () => {
    const bucket = uniqueName('metadata')
    const backend = await peer().as()
    await backend.buckets.add({ name: bucket, versioning: false, locking: false })
    const objects = backend['object-browser']
    const body = Readable.from([Buffer.from('x')])
    await objects.put(bucket, 'odd', { size: 1, type: '', body, signal: new AbortController().signal })
    const unusualMetadata = { 'x-amz-meta-note': '', 'x-amz-meta-long': 'x'.repeat(1500), 'x-amz-meta-a+b': 'c' }
    const to = { bucket, key: 'odd' }
    await objects.copy({ from: { ...to, version: undefined }, to, existing: 'replace', metadata: unusualMetadata })
    const ownOf = async () =>
      Object.fromEntries(
        Object.entries((await objects.info(bucket, 'odd')).user_metadata ?? {}).filter(([name]) => /meta/.test(name)),
      )
    assert.equal(await ownOf(), unusualMetadata)
    const edit = async (change: object) =>
      (await send('PUT', `/api/v1/buckets/${bucket}/objects/metadata?prefix=odd`, change)).statusCode
    assert.is(await edit({ content_type: 'text/x-edited' }), 200)
    assert.equal([(await objects.info(bucket, 'odd')).content_type, await ownOf()], ['text/x-edited', unusualMetadata])
    assert.is(await edit({ user: { note: '', long: 'x'.repeat(1500), 'a+b': 'd' } }), 200)
    assert.equal(await ownOf(), { ...unusualMetadata, 'x-amz-meta-a+b': 'd' })
  })
})
