import { assert, test } from '../../../test/lib/suite.ts'
import type { Feature } from '../../../core/protocol/features.ts'
import { Lifecycle } from '../pages/lifecycle.tsx'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

const text = () => document.body.textContent ?? ''

const open = async (features: Feature[]) => {
  await startFakeServer(({ url }) => (url.endsWith('/lifecycle') ? { body: { lifecycle: [] } } : undefined))
  startTestSession({ plugins: ['buckets'], features })
  await render(<Lifecycle bucket="photos" refusal={false} />)
  await until(() => assert.match(text(), 'A rule removes objects'))
}

test('a bucket without lifecycle rules says what rules do', async () => {
  await open(['tiers'])
  assert.match(text(), 'moves them to a remote tier')
})

test('remote tiers are not mentioned where the storage does not support them', async () => {
  await open([])
  assert.not.match(text(), 'remote tier')
})
