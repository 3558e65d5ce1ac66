import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { Failure } from '../../../../core/protocol/failure.ts'
import { createS3Engine } from '../../../../engines/s3/engine.ts'
import { expectFailure, onVersityGateway } from '../../../../test/conformance/engines.ts'
import { openPort } from '../../../../test/lib/ports.ts'
import { startS3Server } from '../../../../test/lib/s3-servers.ts'
import { assert } from '../../../../test/lib/suite.ts'
import type { BucketsBackend } from '../../../buckets/backend.ts'
import buckets from '../../../buckets/server.ts'
import type { ObjectsBackend } from '../../backend.ts'
import objects from '../../server.ts'

onVersityGateway('objects of VersityGW without versions', (test) => {
  /** Runs work with the ports of a new server, with or without a folder for versions. */
  const withServer = async (
    hasVersions: boolean,
    work: (ports: {
      bucketsPort: BucketsBackend
      objectsPort: ObjectsBackend
      features: () => Promise<readonly string[]>
    }) => Promise<void>,
  ) => {
    const server = await startS3Server('versity', { hasVersions })
    const engine = createS3Engine({ url: new URL(server.url) })
    try {
      const credentials = await engine.login(server.root)
      await work({
        bucketsPort: (await openPort<BucketsBackend>(engine, buckets))(credentials),
        objectsPort: (await openPort<ObjectsBackend>(engine, objects))(credentials),
        features: async () => (await engine.account(credentials)).features,
      })
    } finally {
      await engine.close()
      await server.stop()
    }
  }

  const put = (port: ObjectsBackend, bucket: string, key: string) =>
    port.put(bucket, key, {
      size: 4,
      type: 'text/plain',
      body: Readable.from([Buffer.from('text')]),
      signal: new AbortController().signal,
    })

  for (const hasVersions of [true, false])
    test(`the version null is the object itself, ${hasVersions ? 'with' : 'without'} a folder for versions`, () =>
      withServer(hasVersions, async ({ bucketsPort, objectsPort }) => {
        await bucketsPort.add({ name: 'docs', versioning: false, locking: false })
        await put(objectsPort, 'docs', 'note')
        await objectsPort.setTags('docs', 'note', 'null', { color: 'blue' })
        assert.equal((await objectsPort.info('docs', 'note', 'null')).tags, { color: 'blue' })
        const { body } = await objectsPort.get('docs', 'note', { version: 'null' })
        assert.is(await text(body), 'text')
        await objectsPort.remove('docs', 'note', 'null')
        await expectFailure(404, objectsPort.info('docs', 'note'))
      }))

  test('the version null has tags and is deleted, as the current one and as an earlier one', () =>
    withServer(true, async ({ bucketsPort, objectsPort }) => {
      await bucketsPort.add({ name: 'docs', versioning: true, locking: false })
      await bucketsPort.setVersioning('docs', false)
      await put(objectsPort, 'docs', 'note')
      await objectsPort.setTags('docs', 'note', 'null', { color: 'blue' })
      assert.equal((await objectsPort.info('docs', 'note', 'null')).tags, { color: 'blue' })
      await bucketsPort.setVersioning('docs', true)
      await put(objectsPort, 'docs', 'note')
      await objectsPort.setTags('docs', 'note', 'null', { color: 'red' })
      assert.equal((await objectsPort.info('docs', 'note', 'null')).tags, { color: 'red' })
      assert.equal((await objectsPort.info('docs', 'note')).tags, {})
      await objectsPort.remove('docs', 'note', 'null')
      await expectFailure(404, objectsPort.info('docs', 'note', 'null'))
    }))

  test('objects are locked without versions, and a list of versions does not prove that the server has versions', () =>
    withServer(false, async ({ bucketsPort, objectsPort, features }) => {
      for (const name of ['docs', 'locked'])
        await bucketsPort.add({ name, versioning: false, locking: name === 'locked' })
      await put(objectsPort, 'locked', 'note')
      const offered = async () => (await features()).filter((one) => one === 'versions' || one === 'locks')
      assert.equal(await offered(), ['locks'])
      // a test that ends with 501 would be skipped
      const isLocking = (name: string) => bucketsPort.locking(name).catch((error: Failure) => error.status)
      assert.equal([await isLocking('docs'), await isLocking('locked')], [false, true])
      await objectsPort.setLegalHold('locked', 'note', 'null', true)
      assert.is((await objectsPort.info('locked', 'note')).legal_hold_status, 'ON')
      await expectFailure(400, objectsPort.remove('locked', 'note'))
      await put(objectsPort, 'locked', 'free')
      const { deleted, notDeleted } = await objectsPort.removeVersions('locked', { prefix: '', of: 'below', limit: 10 })
      assert.equal([deleted, notDeleted.map(({ path }) => path)], [1, ['note']])
      await objectsPort.list('locked', { prefix: '', versions: true, recursive: true, metadata: false, limit: 10 })
      assert.equal(await offered(), ['locks'])
    }))
})
