import { act } from 'react'
import { assert, test } from '../../../test/lib/suite.ts'
import { banners } from '../../../core/web/toasts.ts'
import { showDialog, ConfirmDialogs } from '../../../ui/confirm.tsx'
import { Button } from '../../../ui/button.tsx'
import { Toasts } from '../../../ui/toasts.tsx'
import { emptyBucket } from '../pages/empty.tsx'
import { type FakeResponse, type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, field, find, findAll, render, type, until } from '../../../test/lib/react.tsx'

let reply: (sent: ReceivedRequest) => FakeResponse | Promise<FakeResponse> = () => undefined
test.before.each(async () => {
  banners.messages = []
  await startFakeServer((sent) => reply(sent))
})

const listed = { body: { objects: [{ name: 'held', size: 4, is_latest: true }] } }
const dialogs = () => findAll('[role=dialog]').map((dialog) => dialog.querySelector('h2')?.textContent)
const messages = () => banners.messages.map(({ text }) => text)

/** Starts emptying a bucket; the second page is answered when `go` is called. */
const emptying = async (page: object) => {
  let go = () => {}
  const released = new Promise<void>((resolve) => (go = resolve))
  reply = async ({ method, url }) => {
    if (url.includes('/info')) return { body: { name: 'held', retention_until_date: '2031-05-06T07:08:09Z' } }
    if (method === 'GET') return listed
    await released
    return { body: page }
  }
  await render(
    <>
      <ConfirmDialogs />
      <Toasts />
    </>,
  )
  let emptied = Promise.resolve(false)
  await act(async () => {
    emptied = emptyBucket('photos')
  })
  await type(field('Type photos to confirm'), 'photos')
  await click(button('Empty Bucket'))
  await until(() => button('Hide'))
  return { go, emptied: () => emptied }
}

test('emptying a bucket continues while its dialog is hidden, allows other dialogs, and can be reopened', async () => {
  const { go, emptied } = await emptying({ deleted: 1, notDeleted: [], partial: false })
  await click(button('Hide'))
  assert.equal(dialogs(), [])
  assert.equal(messages(), ['photos is being emptied'])
  let other = Promise.resolve('')
  await act(async () => {
    other = showDialog<string>((resolve) => (
      <div role="dialog">
        <Button onPress={() => resolve('yes')}>Answer</Button>
      </div>
    ))
  })
  await click(button('Answer'))
  assert.is(await other, 'yes')
  await click(button('Show'))
  assert.equal([dialogs(), messages()], [['Empty Bucket'], []])
  await click(button('Hide'))
  await act(async () => go())
  await until(() => assert.equal(messages(), ['Bucket photos emptied']))
  assert.is(await emptied(), false, 'a hidden dialog asks for nothing more')
})

test('when versions remain, the message links to what protects them and until when', async () => {
  const { go } = await emptying({
    deleted: 0,
    notDeleted: [{ path: 'held', version_id: 'v1', message: 'The object is locked' }],
    partial: false,
  })
  await click(button('Hide'))
  await act(async () => go())
  await until(() => assert.equal(messages(), ['photos is not empty yet']))
  await click(button('Show'))
  await until(() => assert.match(find('[role=dialog]').textContent, /held is locked until 2031-05-06/))
  assert.match(find('[role=dialog]').textContent, '1 version stays: The object is locked.')
  await click(button('Close', find('[role=dialog] footer')))
  assert.equal([dialogs(), messages()], [[], []])
})
