import { Readable } from 'node:stream'
import { expectFailure } from '../../../../test/conformance/engines.ts'
import { actAs } from '../../../../test/lib/ports.ts'
import { hasS3Server, startS3Server } from '../../../../test/lib/s3-servers.ts'
import { suite } from '../../../../test/lib/suite.ts'
import { createClient } from '../../../../engines/s3/client.ts'
import { createS3Engine } from '../../../../engines/s3/engine.ts'
import { closeAtEnd } from '../../../../test/lib/close-at-end.ts'

const plain = suite('encryption that another program has set')
const test = hasS3Server('seaweedfs') ? plain : Object.assign(() => plain.skip(), plain)

const encryption =
  '<ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm>' +
  '</ApplyServerSideEncryptionByDefault></Rule></ServerSideEncryptionConfiguration>'

test('an upload that fails because the server has no key names the encryption of the bucket', async () => {
  const server = await startS3Server('seaweedfs')
  closeAtEnd(server.stop)
  const url = new URL(server.url)
  const [client, engine] = [createClient({ url }), createS3Engine({ url })]
  for (const { close } of [client, engine]) closeAtEnd(close)
  const ports = await actAs(engine, await engine.login(server.root))
  await ports.buckets.add({ name: 'encrypted', versioning: false, locking: false })
  const setting = { method: 'PUT', path: '/encrypted', query: { encryption: '' }, body: encryption } as const
  await client.call(setting, server.root)
  const objects = ports['object-browser']
  const put = objects.put('encrypted', 'a.txt', {
    size: 4,
    type: 'text/plain',
    body: Readable.from([Buffer.from('text')]),
    signal: new AbortController().signal,
  })
  await expectFailure(409, put, /default encryption, for which the server seems to have no key/)
})
