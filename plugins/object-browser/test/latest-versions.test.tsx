import { startFakeServer } from '../../../test/core/fake-server.ts'
import { link, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { LatestVersions } from '../pages/panel/latest-versions.tsx'

const versions = Array.from({ length: 6 }, (_, index) => ({
  name: 'cat.png',
  version_id: `v${index}`,
  size: 3,
  last_modified: '2026-01-01T00:00:00Z',
}))

for (const [cursor, label] of [
  [undefined, 'All 6 versions'],
  ['next', 'More than 6 versions'],
] as const)
  test(`an object ${cursor ? 'with more versions than are loaded' : 'whose versions are loaded'} has "${label}"`, async () => {
    await startFakeServer(() => ({ body: { objects: versions, cursor } }))
    startTestSession({ account: 'ana' })
    await render(<LatestVersions bucket="photos" path="cat.png" />)
    await until(() => assert.ok(link(label)))
  })
