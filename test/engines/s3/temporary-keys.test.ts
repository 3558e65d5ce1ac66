import { assert, suite } from '../../lib/suite.ts'
import { failureOf } from '../../lib/failure-of.ts'
import { missingOwnMinio, startOwnMinio } from '../../lib/minio.ts'
import { openPort } from '../../lib/ports.ts'
import { createClient } from '../../../engines/s3/client.ts'
import { createS3Engine } from '../../../engines/s3/engine.ts'
import { assumeRole } from '../../../engines/minio/sts.ts'
import type { BucketsBackend } from '../../../plugins/buckets/backend.ts'
import buckets from '../../../plugins/buckets/server.ts'

const test = suite('temporary keys on an S3 server', missingOwnMinio())

/** Lifetime of the keys in seconds, the shortest of STS. */
const LIFETIME = 900

test('temporary keys sign in with their session token only, until it expires', async () => {
  const server = await startOwnMinio()
  const url = new URL(server.url)
  const client = createClient({ url })
  const engine = createS3Engine({ url })
  try {
    const { expires: _, ...keys } = await assumeRole(client, server.root, LIFETIME)
    const credentials = await engine.login(keys)
    assert.ok(credentials.expires <= Date.now() + LIFETIME * 1000)
    const port = (await openPort<BucketsBackend>(engine, buckets))(credentials)
    await port.add({ name: 'docs', versioning: false, locking: false })
    const wrong = [
      { ...keys, sessionToken: '' },
      { ...keys, sessionToken: 'x.y.z' },
      { ...server.root, sessionToken: keys.sessionToken },
    ]
    for (const pair of wrong) assert.is((await failureOf(engine.login(pair))).status, 401)
  } finally {
    client.close()
    await engine.close()
    await server.stop()
  }
})
