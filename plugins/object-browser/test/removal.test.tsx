import { act } from 'react'
import { banners } from '../../../core/web/toasts.ts'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, find, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { Remove } from '../pages/remove.tsx'
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
    <Remove bucket="photos" toDelete={{ keys, folders: [] }} restorable="all" onClose={noop} onRemoved={noop} />,
  )
  await click(button('Delete'))
  await until(() => assert.match(find('[role=dialog]').textContent, 'Access denied'))
  assert.equal(texts(), ['Objects deleted successfully: 3 objects'])
  await undo(requests)
})
