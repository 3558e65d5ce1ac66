import { act } from 'react'
import { navigate } from '../../../core/web/location.ts'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { ObjectPage } from '../pages/object/object.tsx'
import { restore } from '../pages/deleted.ts'
import { findExisting } from '../transfers/conflicts.ts'

/** A server that may list a longer key first, like SeaweedFS; returns what it was asked to delete. */
const serve = async () => {
  let isDeleted = true
  const item = (name: string) => ({ name, size: 1, version_id: `v-${name}`, is_latest: true })
  const { sent } = await startFakeServer(({ method, url }) => {
    if (method === 'DELETE') {
      isDeleted = false
      return { body: { deleted: 1, partial: false } }
    }
    if (url.includes('/has-permission')) return { body: { permissions: [] } }
    if (url.includes('/objects/info')) return { status: 404, body: { message: 'Gone' } }
    if (!url.includes('/objects?')) return { body: {} }
    if (url.includes('prefix=a%2F')) return { body: { objects: [] } }
    const [a, ...others] = [{ ...item('a'), is_delete_marker: isDeleted }, item('a-b')]
    return { body: { objects: url.includes('limit=1000') ? [a, ...others] : others } }
  })
  startTestSession({ features: ['versions'] })
  return () => sent.filter(({ method }) => method === 'DELETE').map(({ url }) => new URL(url, 'http://console').search)
}

test('a deleted object is restored if the server lists a longer key before it', async () => {
  const deletions = await serve()
  await restore('photos', 'a')
  assert.equal(deletions(), ['?path=a&version_id=v-a&encoding=plain'])
})

test('a file that would replace an object is found if the server lists a longer key before it', async () => {
  await serve()
  const existing = await findExisting('photos', '', [{ path: 'a', file: new File(['text'], 'a') }])
  assert.equal([...existing], ['a'])
})

test('the page of a deleted object says so if the server lists a longer key before it', async () => {
  await serve()
  await act(async () => void navigate('/buckets/photos/browse/a', { replace: true }))
  const { container } = await render(<ObjectPage bucket="photos" path="a" />)
  await until(() => assert.match(container.textContent, '"a" was deleted'))
})
