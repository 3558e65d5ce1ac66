import { assert, suite } from '../../lib/suite.ts'
import { failureOf } from '../../lib/failure-of.ts'
import { missingOwnMinio, startOwnMinio } from '../../lib/minio.ts'
import { openMinioEngine } from '../../lib/minio-engine.ts'
import { actAs } from '../../lib/ports.ts'
import { endSiteReplication, replicateSites } from '../../lib/site-replication.ts'

const test = suite('site replication of two MinIO servers', missingOwnMinio())

test('sessions whose tokens the server rejects after site replication was removed have ended', async () => {
  const [site, other] = await Promise.all([startOwnMinio(), startOwnMinio()])
  await replicateSites([site, other])

  const engine = openMinioEngine(site.url)
  const pair = { accessKey: 'admin-two', secretKey: 'admin-two-secret' }
  const root = await engine.login(site.root)
  await (await actAs(engine, root)).identity.addUser({ ...pair, groups: [], policies: ['consoleAdmin'] })
  const sessions = [
    [site.root, root],
    [pair, await engine.login(pair)],
  ] as const
  for (const [, session] of sessions) await (await actAs(engine, session)).identity.users()

  await endSiteReplication(site)
  // without the account information of the last second
  const later = openMinioEngine(site.url)
  for (const [keyPair, session] of sessions) {
    const { identity, settings } = await actAs(later, session)
    for (const call of [() => identity.users(), () => settings.list(), () => later.account(session)]) {
      const { status, message } = await failureOf(call())
      assert.equal([status, message], [401, 'invalid session'])
    }
    await later.account(await later.login(keyPair))
  }
})
