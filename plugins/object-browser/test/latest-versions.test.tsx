import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, find, link, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { Versions } from '../pages/object/versions.tsx'
import { LatestVersions } from '../pages/panel/latest-versions.tsx'
import { useRemoval } from '../pages/use-removal.tsx'

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

const AllVersions = () => {
  const removal = useRemoval('photos', 'all', () => undefined)
  return (
    <>
      <Versions
        bucket="photos"
        path="cat.png"
        versioned
        refusal={() => false}
        removal={removal}
        refreshCount={0}
        onChanged={async () => undefined}
      />
      <ConfirmDialogs />
    </>
  )
}

test('delete markers are not counted as versions to delete', async () => {
  const marker = { ...versions[0]!, version_id: 'marker', size: 0, is_delete_marker: true }
  await startFakeServer(() => ({ body: { objects: [marker, ...versions] } }))
  startTestSession({ account: 'ana' })
  await render(<AllVersions />)
  await until(() => assert.not.ok(button('Delete All Versions').getAttribute('aria-disabled')))
  await click(button('Delete All Versions'))
  await until(() => assert.match(find('[role=dialog]').textContent, 'with 6 versions'))
  await click(button('Cancel'))
})

test('deleting all versions of an object does not present the loaded ones as all', async () => {
  // the next page does not arrive
  await startFakeServer(({ url }) =>
    url.includes('cursor=') ? new Promise(() => undefined) : { body: { objects: versions, cursor: 'next' } },
  )
  startTestSession({ account: 'ana' })
  await render(<AllVersions />)
  await until(() => assert.not.ok(button('Delete All Versions').getAttribute('aria-disabled')))
  await click(button('Delete All Versions'))
  await until(() => assert.match(find('[role=dialog]').textContent, 'with more than 6 versions'))
  await click(button('Cancel'))
})
