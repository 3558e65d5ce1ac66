import { assert, test } from '../../lib/suite.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import type { Engine } from '../../../engines/engine.ts'
import { createEmbeddedEngine } from '../../../engines/embedded/engine.ts'
import { createMinioEngine } from '../../../engines/minio/engine.ts'

const folder = temporaryFolder('opened')

const engines: Record<string, () => Engine | Promise<Engine>> = {
  embedded: () => createEmbeddedEngine({ folder, root: { accessKey: 'admin', secretKey: 'correct-horse-battery' } }),
  minio: () => createMinioEngine({ url: new URL('http://127.0.0.1:9') }),
}

for (const [name, start] of Object.entries(engines)) {
  test(`${name} opens a plugin once, and starts its background work once`, async () => {
    const engine = await start()
    let starts = 0
    let stopped = 0
    const background = () => {
      starts += 1
      return { stop: async () => void (stopped += 1) }
    }
    const adapter = async () => ({ default: () => ({}), background })
    const plugin = { id: 'twice', adapters: { embedded: adapter, minio: adapter } }
    const [one, other] = await Promise.all([engine.open(plugin), engine.open(plugin)])
    assert.is(one, other)
    assert.is(await engine.open(plugin), one)
    assert.is(starts, 1)
    await engine.close()
    assert.is(stopped, 1)
  })

  test(`${name} retries a failed opening`, async () => {
    const engine = await start()
    let tries = 0
    const adapter = async () => {
      if (++tries === 1) throw new Error('no such file')
      return { default: () => ({}) }
    }
    const plugin = { id: 'late', adapters: { embedded: adapter, minio: adapter } }
    const error = await engine.open(plugin).catch((error: Error) => error)
    assert.match(String(error), 'no such file')
    assert.type(await engine.open(plugin), 'function')
    await engine.close()
  })
}
