import * as v from 'valibot'
import { assert, suite } from '../../../test/lib/suite.ts'
import { withClockAhead } from '../../../test/lib/fake-timers.ts'
import { until } from '../../../test/lib/until.ts'
import { openMinioEngine } from '../../../test/lib/minio-engine.ts'
import { missingOwnMinio, startOwnMinio } from '../../../test/lib/minio.ts'
import { createMinioClient, type MinioClient } from '../../../test/lib/minio-client.ts'
import { actAs, type Backend } from '../../../test/lib/ports.ts'

const test = suite('configuration history of a MinIO server', missingOwnMinio())

let settings: Backend['settings']
let admin: MinioClient['admin']
let restart: () => Promise<void>

test.before(async () => {
  const minio = await startOwnMinio()
  const engine = openMinioEngine(minio.url)
  settings = (await actAs(engine, await engine.login(minio.root))).settings
  restart = async () => engine.restart(await engine.login(minio.root))
  admin = createMinioClient(minio).admin
})

test('the history shows the newest changes in order, however many there are', async () => {
  for (let change = 1; change <= 230; change += 1)
    await admin.send({ method: 'PUT', name: 'set-config-kv', sealed: `scanner comment="change ${change}"` })
  const comments = (await settings.history()).map(({ lines }) => lines[0]?.values.comment)
  assert.equal(
    comments,
    Array.from({ length: 200 }, (_, at) => `change ${230 - at}`),
  )
})

test('what waits for a restart does not depend on the clock of the console', async () => {
  const Info = v.object({ servers: v.array(v.object({ uptime: v.optional(v.number(), 0) })) })
  const uptime = async () => (await admin.read(Info, { method: 'GET', name: 'info' })).servers[0]?.uptime ?? 0
  const pendingValues = async () => {
    const values = []
    for (const ahead of [0, 60_000, -60_000])
      values.push(
        await withClockAhead(ahead, async () =>
          (await settings.section('site')).targets.map((one) => one.pendingValues),
        ),
      )
    return values
  }
  // the start is known to two seconds
  await until(async () => (await uptime()) >= 2)
  await settings.save('site', '_', { comment: 'after the restart' })
  const pending = [{ comment: 'after the restart' }]
  assert.equal(await pendingValues(), [pending, pending, pending])
  await restart()
  assert.equal(await pendingValues(), [[{}], [{}], [{}]])
})
