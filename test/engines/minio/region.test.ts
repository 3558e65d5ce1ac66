import { assert, suite } from '../../lib/suite.ts'
import type { Log } from '../../../engines/engine.ts'
import { openMinioEngine } from '../../lib/minio-engine.ts'
import { actAs } from '../../lib/ports.ts'
import { type Minio, missingOwnMinio, startOwnMinio } from '../../lib/minio.ts'

const test = suite('sign-in on a server with a region', missingOwnMinio())

const alice = { accessKey: 'alice', secretKey: 'alice-secret-key' }

let minio: Minio

test.before(async () => {
  minio = await startOwnMinio({ env: { MINIO_SITE_REGION: 'eu-west-7' } })
})

/** An engine that has never called the server, and its log. */
const started = (region?: string) => {
  const warnings: string[] = []
  const log: Log = { info: () => {}, error: () => {}, warn: (_, text) => warnings.push(text) }
  return { engine: openMinioEngine(minio.url, { region, log }), warnings }
}

test("a wrongly configured region is replaced by the server's, and the log says so", async () => {
  const { engine, warnings } = started('us-west-2')
  for (const _ of [1, 2]) assert.ok((await engine.login(minio.root)).sessionToken)
  assert.equal(warnings, ['CONSOLE_MINIO_REGION differs from the region of the storage server, which is used'])
  await engine.close()
})

test('a service account signs in with its own keys on a server with a region', async () => {
  const { engine } = started()
  const admin = await actAs(engine, await engine.login(minio.root))
  await admin.identity.addUser({ ...alice, groups: [], policies: ['readwrite'] })
  const account = await admin.identity.addAccount({ policy: '' }, alice.accessKey)
  const { engine: another } = started()
  const credentials = await another.login(account)
  assert.equal([credentials.account, credentials.accessKey, credentials.sessionToken], ['alice', account.accessKey, ''])
  await Promise.all([engine.close(), another.close()])
})
