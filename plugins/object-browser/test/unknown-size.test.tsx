import { act } from 'react'
import { navigate } from '../../../core/web/location.ts'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { ObjectPage } from '../pages/object/object.tsx'

test('the size of an object is unknown if the storage does not report it', async () => {
  startTestSession()
  await startFakeServer(({ url }) => ({
    body: url.includes('/objects/info') ? { name: 'a', last_modified: '2026-01-01T00:00:00Z' } : {},
  }))
  await act(async () => void navigate('/buckets/photos/browse/a', { replace: true }))
  const { container } = await render(<ObjectPage bucket="photos" path="a" />)
  await until(() => assert.match(container.textContent, 'SizeUnknown'))
})
