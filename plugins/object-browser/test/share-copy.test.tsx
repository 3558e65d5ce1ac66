import { act } from 'react'
import { banners } from '../../../core/web/toasts.ts'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, render, unmount, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { Share } from '../pages/share/share.tsx'

const bucket = 'photos'

const reply = { failed: [], ends: '2036-01-01T00:00:00Z', signed: 'storage' }

/** Opens the dialog of some objects in a browser that allows copying or refuses it; returns what was copied. */
const open = async (keys: string[], isAllowed: boolean) => {
  await unmount()
  banners.messages = []
  let copies = 0
  Object.assign(document, { execCommand: () => ((copies += 1), isAllowed) })
  startTestSession({ account: 'ana' })
  await render(<Share bucket={bucket} shared={{ keys, folders: [] }} onClose={() => undefined} />)
  return () => copies
}

const press = async (name: string) => {
  await until(() => assert.not.ok(button(name).ariaDisabled ?? button(name).getAttribute('aria-disabled')))
  await act(() => click(button(name)))
}

const toasts = () => banners.messages.map(({ text }) => text)

test('a link that the browser refuses to copy is not reported as copied', async () => {
  await startFakeServer(() => ({ body: { ...reply, links: [{ path: 'cat.png', url: 'http://s3/cat' }] } }))
  await open(['cat.png'], false)
  await press('Copy Link')
  await until(() => assert.equal(toasts(), ['The browser does not let this page copy']))
  await open(['cat.png'], true)
  await press('Copy Link')
  await until(() => assert.equal(toasts(), ['Share URL Copied to clipboard']))
})

test('nothing is copied if no object could be shared', async () => {
  let calls = 0
  await startFakeServer(() => {
    calls += 1
    const failed = ['cat.png', 'dog.png'].map((path) => ({ path, message: 'denied' }))
    // the first link is a sample
    return {
      body:
        calls === 1
          ? { ...reply, links: [{ path: 'cat.png', url: 'http://s3/cat' }] }
          : { ...reply, links: [], failed },
    }
  })
  const copies = await open(['cat.png', 'dog.png'], true)
  await press('Copy Links')
  await until(() => assert.equal(toasts(), ['2 objects could not be shared']))
  assert.is(copies(), 0)
})
