import { startFakeServer } from '../../../test/core/fake-server.ts'
import { render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import BucketsPage from '../pages/list.tsx'

const pageText = () => document.body.textContent ?? ''

const show = async (rights: 'some' | 'unknown') => {
  await startFakeServer(({ url }) => ({ body: url?.includes('/buckets') ? { buckets: [] } : {} }))
  startTestSession({ plugins: ['buckets'], rights })
  await render(<BucketsPage />)
}

test('without buckets, an account that sees all of them is invited to create one', async () => {
  await show('some')
  await until(() => assert.match(pageText(), 'There are no buckets yet.'))
})

test('without buckets, an account whose rights are unknown reads that the server lists none', async () => {
  await show('unknown')
  await until(() => assert.match(pageText(), 'The storage server lists no buckets.'))
  assert.not.match(pageText(), 'There are no buckets yet.')
})
