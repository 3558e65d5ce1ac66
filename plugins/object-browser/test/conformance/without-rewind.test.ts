import { missingFeatures } from '../../../../core/protocol/features.ts'
import { onVersityGateway } from '../../../../test/conformance/engines.ts'
import { assert } from '../../../../test/lib/suite.ts'
import { type ErrorBody, hostOn } from '../../../../test/server/host.ts'
import { createBucket, put } from './object-calls.ts'

onVersityGateway('earlier states on VersityGW', (test, peer) => {
  test('a listing and an archive as of an earlier time are refused with the reason', async () => {
    const { name, objects } = await createBucket(peer(), { versioning: true })
    await put(objects, name, 'note', 'first')
    await put(objects, name, 'note', 'second')
    const { engine, root } = peer()
    const send = await (await hostOn(engine, root)).as(root)
    const moment = encodeURIComponent(new Date().toISOString())
    for (const address of [`rewind/${moment}`, `objects/zip?prefix=&moment=${moment}`]) {
      const response = await send('GET', `/api/v1/buckets/${name}/${address}`)
      assert.is(response.statusCode, 501, response.payload)
      assert.is(response.json<ErrorBody>().message, missingFeatures.rewind)
    }
  })
})
