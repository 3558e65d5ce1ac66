import { Readable } from 'node:stream'
import { assert } from '../../../../test/lib/suite.ts'
import { expectFailure, onEveryStorage, uniqueName } from '../../../../test/conformance/engines.ts'
import { listing } from '../../../../test/lib/listing.ts'

onEveryStorage('default encryption', (test, peer) => {
  test('uploads work after encryption is requested, whether the storage can encrypt or not', async () => {
    const { buckets, ...admin } = await peer().as()
    const name = uniqueName('encrypted')
    await buckets.add({ name, versioning: false, locking: false })
    const request = () => buckets.setEncryption(name, { algorithm: 'AES256', kmsMasterKeyID: '' })
    const refusal = await request().then(
      () => undefined,
      (error: unknown) => error,
    )
    if (refusal) {
      await expectFailure(501, request())
      assert.is(await buckets.encryption(name).catch(() => undefined), undefined)
    }
    const { objects } = await admin['object-browser'].list(name, listing())
    assert.equal([objects, (await buckets.details(name)).pending_uploads ?? 0], [[], 0])
    await admin['object-browser'].put(name, 'after.txt', {
      size: 4,
      type: 'text/plain',
      body: Readable.from([Buffer.from('text')]),
      signal: new AbortController().signal,
    })
  })
})
