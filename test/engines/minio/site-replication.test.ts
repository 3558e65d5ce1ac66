import { assert, suite } from '../../lib/suite.ts'
import { failureOf } from '../../lib/failure-of.ts'
import { missingOwnMinio, startOwnMinio } from '../../lib/minio.ts'
import { createMinioClient } from '../../lib/minio-client.ts'
import { openMinioEngine } from '../../lib/minio-engine.ts'
import { actAs } from '../../lib/ports.ts'

const test = suite('site replication of two MinIO servers', missingOwnMinio())

test('sessions whose tokens the server rejects after site replication was removed have ended', async () => {
  const [site, other] = await Promise.all([startOwnMinio(), startOwnMinio()])
  const { admin } = createMinioClient(site)
  const change = { method: 'PUT', query: { 'api-version': '1' } } as const
  const peers = [site, other].map(({ url, root }) => ({ name: new URL(url).port, endpoints: url, ...root }))
  await admin.send({ ...change, name: 'site-replication/add', sealed: peers })

  const engine = openMinioEngine(site.url)
  const pair = { accessKey: 'admin-two', secretKey: 'admin-two-secret' }
  const root = await engine.login(site.root)
  await (await actAs(engine, root)).identity.addUser({ ...pair, groups: [], policies: ['consoleAdmin'] })
  const sessions = [
    [site.root, root],
    [pair, await engine.login(pair)],
  ] as const
  for (const [, session] of sessions) await (await actAs(engine, session)).identity.users()

  await admin.send({ ...change, name: 'site-replication/remove', plain: { sites: [], all: true } })
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
