import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../../../test/lib/suite.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import { createEmbeddedEngine } from '../../../engines/embedded/engine.ts'
import { plugins } from '../../../test/lib/plugins-of-server.ts'
import { quickSecrets } from '../../../test/lib/secrets.ts'
import { hostOn } from '../../../test/server/host.ts'

const test = suite('audit records with and without the logs plugin')
const folder = temporaryFolder('without-logs')

const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }
const others = plugins.filter(({ id }) => id !== 'logs')

const startWith = async (name: string, some: typeof plugins) => {
  const data = join(folder, name)
  const engine = await createEmbeddedEngine({ folder: data, root, secrets: quickSecrets() })
  const host = await hostOn(engine, root, { plugins: some })
  const send = await host.as(root)
  const { features } = (await send('GET', '/api/v1/session')).json<{ features: string[] }>()
  const { statusCode } = await send('POST', '/api/v1/buckets', { name: 'photos', versioning: false, locking: false })
  await host.stop()
  await engine.close()
  return { statusCode, isSearchable: features.includes('log-search'), isStored: existsSync(join(data, 'audit')) }
}

test('the plugin stores records and offers to search them', async () => {
  assert.equal(await startWith('with', plugins), { statusCode: 201, isSearchable: true, isStored: true })
})

test('without the plugin there is neither a store nor a search, and calls work', async () => {
  assert.equal(await startWith('without', others), { statusCode: 201, isSearchable: false, isStored: false })
})

test('without the plugin its variables do not exist', () => {
  const names = (some: typeof plugins) =>
    some.flatMap(({ config = {} }) => Object.values(config)).map(({ name }) => name)
  assert.ok(names(plugins).includes('CONSOLE_AUDIT_TOKEN'))
  assert.not.ok(names(others).some((name) => /_AUDIT_|_LOG_QUERY_/.test(name)))
})
