import { assert, suite } from '../../../test/lib/suite.ts'
import { openMinioEngine } from '../../../test/lib/minio-engine.ts'
import { missingOwnMinio, startOwnMinio } from '../../../test/lib/minio.ts'
import { createMinioClient } from '../../../test/lib/minio-client.ts'
import { actAs, type Backend } from '../../../test/lib/ports.ts'

const test = suite('configuration history of a MinIO server', missingOwnMinio())

let settings: Backend['settings']
let save: (comment: string) => Promise<void>

test.before(async () => {
  const minio = await startOwnMinio()
  const engine = openMinioEngine(minio.url)
  settings = (await actAs(engine, await engine.login(minio.root))).settings
  const { admin } = createMinioClient(minio)
  save = (comment) => admin.send({ method: 'PUT', name: 'set-config-kv', sealed: `scanner comment="${comment}"` })
})

test('the history shows the newest changes in order, however many there are', async () => {
  for (let change = 1; change <= 230; change += 1) await save(`change ${change}`)
  const comments = (await settings.history()).map(({ lines }) => lines[0]?.values.comment)
  assert.equal(
    comments,
    Array.from({ length: 200 }, (_, at) => `change ${230 - at}`),
  )
})
