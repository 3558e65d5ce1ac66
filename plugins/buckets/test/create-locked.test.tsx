import { startFakeServer } from '../../../test/core/fake-server.ts'
import { click, field, find, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
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
  assert.match(find('[role=dialog]').textContent ?? '', 'The console cannot set quotas on this storage')
})
