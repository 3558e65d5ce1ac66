import { act } from 'react'
import { navigate } from '../../../core/web/location.ts'
import { banners } from '../../../core/web/toasts.ts'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { failureOf } from '../../../test/lib/failure-of.ts'
import { button, click, find, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { ObjectPage } from '../pages/object/object.tsx'
import { purge } from '../pages/deleted.ts'
import { removeAll, withoutProgress } from '../pages/removal.ts'
import { Remove } from '../pages/remove.tsx'
import { restoreObjects } from '../pages/restoring.ts'
import { useRemoval } from '../pages/use-removal.tsx'

const keys = ['a', 'b', 'c', 'd']
const deleted = keys.slice(0, 3)

/** A versioned bucket in which `d` is locked; returns the bodies of requests that delete. */
const serve = async () => {
  startTestSession()
  banners.messages = []
  const { sent } = await startFakeServer(({ body }) => {
    const isUndo = body.includes('versionID')
    const markers = deleted.map((path) => ({ path, versionID: `marker-${path}` }))
    const failed = isUndo ? [] : [{ path: 'd', message: 'Access denied' }]
    return { body: { deleted: 3, failed, markers: isUndo ? [] : markers } }
  })
  return () => sent.map(({ body }) => JSON.parse(body) as { path: string; versionID?: string }[])
}

const texts = () => banners.messages.map(({ text }) => text)

const undo = async (requests: () => unknown[]) => {
  const message = banners.messages.find(({ action }) => action?.label === 'Undo')
  await act(async () => message?.action?.run?.())
  await until(() => assert.is(requests().length, 2))
  assert.equal(
    requests()[1],
    deleted.map((path) => ({ path, versionID: `marker-${path}` })),
  )
}

test('objects deleted without a question can be restored, also if another one was refused', async () => {
  const requests = await serve()
  let changes = 0
  const Page = () => {
    const { remove } = useRemoval('photos', 'all', () => (changes += 1))
    return <button onClick={() => remove({ keys, folders: [] })}>Delete</button>
  }
  await render(<Page />)
  await click(button('Delete'))
  await until(() => assert.equal(texts(), ['Objects deleted successfully: 3 objects', '1 object could not be deleted']))
  assert.is(changes, 1)
  await undo(requests)
})

test('objects deleted in a dialog can be restored, also if another one was refused', async () => {
  const requests = await serve()
  const noop = () => undefined
  await render(
    <Remove
      bucket="photos"
      toDelete={{ keys, folders: [] }}
      restorable="all"
      onClose={noop}
      onChanged={noop}
      onDeleted={noop}
    />,
  )
  await click(button('Delete'))
  await until(() => assert.match(find('[role=dialog]').textContent, 'Access denied'))
  assert.equal(texts(), ['Objects deleted successfully: 3 objects'])
  await undo(requests)
})

const address = () => window.location.pathname + window.location.search

/** The page of an object that cannot be deleted. */
const openObjectPage = async (tab: string, versioning: object) => {
  startTestSession({ features: ['versions'] })
  const object = { name: 'a/b', size: 1, version_id: 'one', is_latest: true, last_modified: '2026-01-01T00:00:00Z' }
  const { sent } = await startFakeServer(({ method, url }) => {
    if (method === 'DELETE') return { status: 409, body: { message: 'It is locked' } }
    if (url.includes('/has-permission')) return { body: { permissions: [] } }
    if (url.includes('/versioning')) return { body: versioning }
    return { body: url.includes('/objects/info') ? object : { objects: [object] } }
  })
  const path = `/buckets/photos/browse/a/b${tab}`
  await act(async () => void navigate(path, { replace: true }))
  await render(
    <>
      <ObjectPage bucket="photos" path="a/b" />
      <ConfirmDialogs />
    </>,
  )
  return { path, sent }
}

test('an object page stays if the deletion of all versions is canceled', async () => {
  const { path, sent } = await openObjectPage('?tab=versions', { status: 'Enabled', is_versioned: true })
  await until(() => assert.is(button('Delete All Versions').getAttribute('aria-disabled'), null))
  await click(button('Delete All Versions'))
  await click(button('Cancel', find('[role=dialog]')))
  assert.is(address(), path)
  assert.equal(
    sent.filter(({ method }) => method === 'DELETE'),
    [],
  )
})

test('an object page stays, with the reason, if the object cannot be deleted', async () => {
  const { path } = await openObjectPage('', { status: '' })
  await until(() => button('Delete'))
  await click(button('Delete'))
  await click(button('Delete', find('[role=dialog]')))
  await until(() => assert.match(find('[role=dialog]').textContent, 'It is locked'))
  assert.is(address(), path)
})

test('the page of a deleted object shows it once it is restored', async () => {
  startTestSession({ features: ['versions'] })
  const object = { name: 'a/b', size: 1, version_id: 'one', is_latest: true, last_modified: '2026-01-01T00:00:00Z' }
  let isDeleted = true
  await startFakeServer(({ method, url }) => {
    if (method === 'DELETE') isDeleted = false
    if (url.includes('/has-permission')) return { body: { permissions: [] } }
    if (url.includes('/objects/info')) return isDeleted ? { status: 404, body: { message: 'Gone' } } : { body: object }
    if (!url.includes('/objects?')) return { body: {} }
    if (url.includes('b%2F')) return { body: { objects: [] } }
    return { body: { objects: [isDeleted ? { ...object, is_delete_marker: true } : object] } }
  })
  await act(async () => void navigate('/buckets/photos/browse/a/b', { replace: true }))
  const { container } = await render(<ObjectPage bucket="photos" path="a/b" />)
  await until(() => assert.match(container.textContent, '"b" was deleted'))
  await act(async () => restoreObjects('photos', ['a/b']))
  await until(() => assert.not.match(container.textContent, '"b" was deleted'))
})

test('deleting all versions tells why one on an earlier page was not deleted', async () => {
  startTestSession()
  await startFakeServer(({ url }) => {
    const isLast = url.includes('cursor=')
    const notDeleted = isLast ? [] : [{ path: 'ledger', version_id: 'v9', message: 'It is locked' }]
    return { body: { deleted: 1, notDeleted, partial: !isLast, ...(!isLast && { cursor: 'next' }) } }
  })
  const { status, detail } = await failureOf(purge('photos', 'ledger'))
  assert.equal([status, detail], [409, 'It is locked'])
})

test('the rest of a folder is deleted if the first thousand objects cannot be', async () => {
  startTestSession()
  await startFakeServer(({ url }) => {
    const failed = [{ path: 'logs/a', message: 'Access denied' }]
    if (!url.includes('cursor=')) return { body: { deleted: 0, failed, partial: true, cursor: 'next' } }
    return { body: { deleted: 7, failed: [], partial: false } }
  })
  const result = await removeAll('photos', { keys: [], folders: ['logs/'] }, withoutProgress())
  assert.equal(result, { done: 7, failed: [{ path: 'logs/a', message: 'Access denied' }] })
})
