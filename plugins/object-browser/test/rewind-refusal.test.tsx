import { assert, test } from '../../../test/lib/suite.ts'
import { missingFeatures } from '../../../core/protocol/features.ts'
import { RewoundPage } from '../pages/rewind/rewound.tsx'
import { useBucketVersioning } from '../pages/use-bucket-versioning.ts'
import { type FakeResponse, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, find, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

let versioning: FakeResponse
let mayList: boolean

test.before.each(async () => {
  startTestSession({ features: ['versions', 'rewind'], account: 'ana', plugins: ['object-browser', 'buckets'] })
  await startFakeServer(({ url }) =>
    url.includes('has-permission') ? { body: { permissions: [{ id: 'versions', can: mayList }] } } : versioning,
  )
})

const Rewind = ({ bucket }: { bucket: string }) => <p>{useBucketVersioning(bucket).rewindRefusal || 'allowed'}</p>
const shows = (text: string) => until(() => assert.match(find('p').textContent, text))

test('Rewind names the missing permission if neither versions nor versioning may be read', async () => {
  versioning = { status: 403, body: { code: 403, message: 'Access denied' } }
  mayList = false
  await render(<Rewind bucket="photos" />)
  await shows('s3:ListBucketVersions')
  assert.not.match(find('p').textContent, 'keeps no versions')
})

test('Rewind is offered if versions may be listed but versioning may not be read', async () => {
  versioning = { status: 403, body: { code: 403, message: 'Access denied' } }
  mayList = true
  await render(<Rewind bucket="films" />)
  await shows('allowed')
})

test('Rewind says that a bucket without versions has no earlier state', async () => {
  versioning = { body: { status: 'Off', is_versioned: false } }
  mayList = true
  await render(<Rewind bucket="notes" />)
  await shows('The bucket keeps no versions')
})

test('the page of an earlier state offers nothing that a storage without Rewind refuses', async () => {
  versioning = { status: 501, body: { code: 501, message: missingFeatures.rewind } }
  mayList = true
  startTestSession({ features: ['versions'], account: 'ana', plugins: ['object-browser', 'buckets'] })
  await render(<RewoundPage bucket="photos" path="in/" moment="2026-01-01T00:00:00Z" />)
  await until(() => assert.match(document.body.textContent, missingFeatures.rewind))
  for (const label of ['Change Time', 'Restore Folder']) assert.is(button(label).getAttribute('aria-disabled'), 'true')
  assert.is(find('a[href$="/browse/in/"]').textContent, 'Back to Now')
})
