import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createEmbeddedEngine } from '../../../../engines/embedded/engine.ts'
import { createS3Engine } from '../../../../engines/s3/engine.ts'
import { expectFailure } from '../../../../test/conformance/engines.ts'
import { hasOwnMinio, startOwnMinio } from '../../../../test/lib/minio.ts'
import { actAs } from '../../../../test/lib/ports.ts'
import { hasS3Server, startS3Server } from '../../../../test/lib/s3-servers.ts'
import { quickSecrets } from '../../../../test/lib/secrets.ts'
import { assert, suite } from '../../../../test/lib/suite.ts'
import { temporaryFolder } from '../../../../test/lib/temporary-folder.ts'

const plain = suite('digest of an upload')

const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }

const startEmbedded = async () => {
  const folder = join(temporaryFolder('digest'), 'data')
  return { root, engine: await createEmbeddedEngine({ folder, root, secrets: quickSecrets() }), stop: async () => {} }
}

const startRemote = async (starting: ReturnType<typeof startS3Server | typeof startOwnMinio>) => {
  const server = await starting
  return { root: server.root, engine: createS3Engine({ url: new URL(server.url) }), stop: server.stop }
}

const storages = {
  embedded: { isPresent: true, start: startEmbedded },
  minio: { isPresent: hasOwnMinio(), start: () => startRemote(startOwnMinio()) },
  versity: { isPresent: hasS3Server('versity'), start: () => startRemote(startS3Server('versity')) },
  seaweedfs: { isPresent: hasS3Server('seaweedfs'), start: () => startRemote(startS3Server('seaweedfs')) },
}

for (const [name, { isPresent, start }] of Object.entries(storages)) {
  const test = isPresent ? plain : Object.assign(() => plain.skip(), plain)

  test(`${name}: an object that differs from its MD5 digest is not stored`, async () => {
    const { root, engine, stop } = await start()
    try {
      const ports = await actAs(engine, await engine.login(root))
      await ports.buckets.add({ name: 'digests', versioning: false, locking: false })
      const objects = ports['object-browser']
      const put = (key: string, content: string) =>
        objects.put('digests', key, {
          size: content.length,
          type: 'text/plain',
          md5: createHash('md5').update('content').digest('hex'),
          body: Readable.from([Buffer.from(content)]),
          signal: new AbortController().signal,
        })
      await expectFailure(400, put('damaged', 'CONTENT'))
      await put('intact', 'content')
      const { objects: stored } = await objects.list('digests', {
        ...{ prefix: '', recursive: true, versions: false, metadata: false, limit: 10 },
      })
      assert.equal(
        stored.map(({ name }) => name),
        ['intact'],
      )
    } finally {
      await engine.close()
      await stop()
    }
  })
}
