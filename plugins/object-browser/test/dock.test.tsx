import { act } from 'react'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { find, findAll, flush, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { banners } from '../../../core/web/toasts.ts'
import { Dock } from '../transfers/dock.tsx'
import { addEntry, removeEntry, unfinished } from '../transfers/unfinished.ts'
import { uploads } from '../transfers/uploads.ts'

const MiB = 1024 * 1024

/** Starts a server on which uploads start, and none of their parts arrives. */
const startUploads = () => {
  let begun = 0
  return startFakeServer(({ method, url }) => {
    if (method === 'POST' && url.endsWith('/uploads')) return { status: 201, body: { id: `upload-${++begun}` } }
    return url.includes('/uploads/parts') && method === 'POST' ? new Promise(() => undefined) : { body: { parts: [] } }
  })
}

const rowTexts = () => findAll('li').map((row) => row.textContent)

test.after.each(() => {
  uploads.stopAll('left')
  uploads.clear()
  for (const entry of unfinished.entries) removeEntry(entry)
  banners.messages = []
})

test('a running large file of an uploaded folder is not offered as an interrupted upload', async () => {
  await startUploads()
  startTestSession({ account: 'ana' })
  await render(<Dock />)
  await act(async () =>
    uploads.add([
      {
        bucket: 'photos',
        key: 'site/film.mp4',
        file: new Blob([new Uint8Array(65 * MiB)]),
        folder: { id: '1', key: 'site/' },
      },
    ]),
  )
  await until(() => assert.is(unfinished.entries.length, 1))
  await flush(3)
  assert.equal([rowTexts().length, /Interrupted/.test(rowTexts().join())], [1, false])
  await act(async () => uploads.stopAll('left'))
  await until(() => assert.match(rowTexts().join(), /Interrupted/))
})

test('canceling a file that was added twice leaves the other upload of it', async () => {
  const { sent } = await startUploads()
  startTestSession({ account: 'ana' })
  const file = new File([new Uint8Array(65 * MiB)], 'film.mp4')
  const partsOf = (id: string) => sent.filter(({ url }) => url.includes('/uploads/parts') && url.includes(`id=${id}&`))
  for (const id of ['upload-1', 'upload-2']) {
    uploads.add([{ bucket: 'photos', key: 'film.mp4', file }])
    await until(() => assert.ok(partsOf(id).length > 0))
  }
  const [, second] = uploads.read()
  uploads.cancel(second!.id)
  await until(() => assert.ok(sent.some(({ method }) => method === 'DELETE')))
  assert.equal(
    sent.filter(({ method }) => method === 'DELETE').map(({ url }) => new URL(url, 'http://a').searchParams.get('id')),
    ['upload-2'],
  )
})

test('a file that is added again while its upload is paused, is uploaded separately', async () => {
  const { sent } = await startUploads()
  startTestSession({ account: 'ana' })
  const file = new File([new Uint8Array(65 * MiB)], 'film.mp4')
  const ids = () => {
    const posted = sent.filter(({ method, url }) => method === 'POST' && url.includes('/uploads/parts'))
    return [...new Set(posted.map(({ url }) => new URL(url, 'http://a').searchParams.get('id')))]
  }
  uploads.add([{ bucket: 'photos', key: 'film.mp4', file }])
  await until(() => assert.equal(ids(), ['upload-1']))
  uploads.stopAll('paused')
  await flush(3)
  uploads.add([{ bucket: 'photos', key: 'film.mp4', file }])
  await until(() => assert.equal(ids(), ['upload-1', 'upload-2']))
})

test('the row of an uploaded folder names the size of its uploaded files, without failed ones', async () => {
  await startFakeServer(({ url }) => (url.includes('large') ? { status: 507, body: { message: 'full' } } : {}))
  startTestSession({ account: 'ana' })
  await render(<Dock />)
  const folder = { id: '1', key: 'site/' }
  const files = { small: 'abc', large: 'abcdefgh' }
  await act(async () =>
    uploads.add(
      Object.entries(files).map(([name, text]) => ({
        bucket: 'photos',
        key: `site/${name}`,
        file: new Blob([text]),
        folder,
      })),
    ),
  )
  await until(() => assert.match(rowTexts().join('; '), '1 file · 3 B · Uploaded · 1 failed'))
})

test('an interrupted upload under another name is resumed with the file of the original name', async () => {
  const { sent } = await startFakeServer(({ method, url }) =>
    url.includes('/uploads/parts') && method === 'GET' ? { body: { parts: [] } } : new Promise(() => undefined),
  )
  startTestSession({ account: 'ana' })
  const file = new File(['x'], 'film.mp4')
  addEntry({ bucket: 'photos', key: 'site/film (1).mp4', file }, 'upload-1', 16 * MiB)
  await render(<Dock />)
  await until(() => assert.match(rowTexts().join(), /Interrupted/))
  const input = find('input[type=file]') as HTMLInputElement
  const choose = async (chosen: File) => {
    Object.defineProperty(input, 'files', { value: [chosen], configurable: true })
    await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
  }
  await choose(new File(['x'], 'other.mp4'))
  await until(() => assert.match(rowTexts().join(), /its name is different/))
  await choose(file)
  await until(() =>
    assert.equal(
      uploads.read().map(({ key }) => key),
      ['site/film (1).mp4'],
    ),
  )
  await until(() => assert.ok(sent.some(({ method }) => method === 'POST')))
  await act(async () => uploads.stopAll('left'))
  await until(() => assert.match(rowTexts().join(), /Interrupted/))
})

test('an interrupted upload that the storage has aborted leaves the list', async () => {
  await startFakeServer(() => ({ status: 404, body: { message: 'The upload does not exist' } }))
  startTestSession({ account: 'ana' })
  addEntry({ bucket: 'photos', key: 'film.mp4', file: new Blob(['x']) }, 'gone', 16 * MiB)
  assert.is(unfinished.entries.length, 1)
  const { container } = await render(<Dock />)
  await until(() => assert.equal([container.textContent, unfinished.entries.length], ['', 0]))
})
