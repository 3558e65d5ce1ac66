import { session } from '../../../core/web/session.ts'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, field, find, render, type, unmount, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { quotaHelp } from '../messages.ts'
import { CreateBucket } from '../pages/create.tsx'

const openDialog = async (features: Parameters<typeof startTestSession>[0]) => {
  await startFakeServer(() => ({ body: {} }))
  startTestSession({ plugins: ['buckets'], ...features })
  await render(<CreateBucket onClose={() => undefined} onCreated={() => undefined} />)
  await until(() => find('[role=dialog]'))
}

const switchOf = (label: string) => field(label, find('[role=dialog]')) as HTMLInputElement

test('a storage that locks objects without versions offers locks and retention, and no versioning', async () => {
  await openDialog({ features: ['locks'] })
  const [versioning, locking, retention] = ['Versioning', 'Object Locking', 'Retention'].map(switchOf)
  assert.equal([versioning!.disabled, locking!.disabled, retention!.disabled], [true, false, true])
  assert.match(find('[role=dialog]').textContent ?? '', 'Turn object locking on first')
  await click(locking!)
  await until(() => assert.is(switchOf('Retention').disabled, false))
  assert.is(switchOf('Versioning').checked, false)
  assert.not.match(find('[role=dialog]').textContent ?? '', /Required for object locking|Turn versioning on first/)
})

test('a storage with versions turns versioning on for locks', async () => {
  await openDialog({ features: ['versions', 'locks'] })
  assert.match(find('[role=dialog]').textContent ?? '', 'Turn versioning on first')
  await click(switchOf('Object Locking'))
  await until(() => assert.is(switchOf('Versioning').checked, true))
  assert.match(find('[role=dialog]').textContent ?? '', 'Required for object locking')
})

test('a storage whose quotas the console cannot set says so', async () => {
  await openDialog({ features: ['versions'] })
  assert.is(switchOf('Quota').disabled, true)
  const text = find('[role=dialog]').textContent ?? ''
  assert.match(text, 'The console cannot set quotas on this storage.')
  assert.not.match(text, quotaHelp)
})

test('the input is restored by a sign-in after the session has ended', async () => {
  await openDialog({ features: ['versions', 'quota'] })
  await type(field('Bucket Name', find('[role=dialog]')), 'photos')
  await click(switchOf('Quota'))
  Object.assign(session, { state: 'out', endReason: 'refused' })
  await unmount()
  await openDialog({ features: ['versions', 'quota'] })
  assert.is(switchOf('Bucket Name').value, 'photos')
  assert.is(switchOf('Quota').checked, true)
  await unmount()
  await openDialog({ features: ['versions', 'quota'] })
  assert.is(switchOf('Bucket Name').value, '')
})

test('a bucket is created without the setting that the storage has refused before', async () => {
  const session = { status: 'ok', pages: [], account: 'root', rights: 'unknown', plugins: ['buckets'] }
  const sent: { versioning: boolean }[] = []
  let isCreated = false
  await startFakeServer(({ url, method, body }) => {
    if (url === '/api/v1/session') return { body: { ...session, features: ['locks'] } }
    if (method !== 'POST') return { body: {} }
    const bucket = JSON.parse(body) as { versioning: boolean }
    sent.push(bucket)
    return bucket.versioning ? { status: 501, body: { code: 501, message: 'No versions' } } : { status: 201 }
  })
  startTestSession({ ...session, rights: 'unknown', features: ['versions', 'locks'] })
  await render(<CreateBucket onClose={() => undefined} onCreated={() => void (isCreated = true)} />)
  await until(() => find('[role=dialog]'))
  await type(field('Bucket Name', find('[role=dialog]')), 'photos')
  await click(switchOf('Versioning'))
  await click(button('Save'))
  await until(() => assert.is(switchOf('Versioning').disabled, true))
  assert.is(switchOf('Versioning').checked, false)
  await click(button('Save'))
  await until(() => assert.is(isCreated, true))
  assert.equal(
    sent.map(({ versioning }) => versioning),
    [true, false],
  )
})
