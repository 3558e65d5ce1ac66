import { act } from 'react'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, findAll, nameOf, render, until } from '../../../test/lib/react.tsx'
import { closeAtEnd } from '../../../test/lib/close-at-end.ts'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import type { Restorability } from '../pages/deleted.ts'
import { uploadInto } from '../transfers/resolve.tsx'
import { uploads } from '../transfers/uploads.ts'

/** Removes all uploads, and waits until the dock has been notified. */
const clearUploads = () =>
  act(
    () =>
      new Promise<void>((resolve) => {
        const end = uploads.subscribe(() => {
          end()
          resolve()
        })
        uploads.stopAll('left')
        uploads.clear()
      }),
  )

/** Starts a server with stored objects on which no upload ends. */
const startServer = async (...keys: string[]) => {
  await startFakeServer(({ method, url }) => {
    if (method === 'POST') return new Promise(() => undefined)
    const prefix = new URL(url, 'http://console').searchParams.get('prefix') ?? ''
    const found = keys.filter((key) => key.startsWith(prefix))
    return { body: { objects: found.map((name) => ({ name, size: 1 })) } }
  })
  startTestSession({ account: 'ana' })
  await render(<ConfirmDialogs />)
  closeAtEnd(clearUploads)
}

const choose = (name: string, restorable: Restorability = 'none') =>
  act(async () => uploadInto('photos', '', [{ path: name, file: new File(['x'], name) }], restorable))

const answer = async (name: string) => {
  await until(() => assert.ok(findAll('button').some((one) => nameOf(one) === name)))
  await click(button(name))
  await until(() => assert.is(findAll('dialog, [role=dialog]').length, 0))
}

const states = () => uploads.read().map(({ key, state }) => `${key} ${state}`)

const waitForStates = (expected: string[]) => until(() => assert.equal(states(), expected))

test('a file whose name is being uploaded is kept under a name that no unfinished upload has', async () => {
  await startServer()
  await choose('x.bin')
  await waitForStates(['x.bin running'])
  await choose('x.bin')
  await answer('Keep Both')
  await waitForStates(['x.bin running', 'x (1).bin running'])
  await choose('x.bin')
  await answer('Keep Both')
  await waitForStates(['x.bin running', 'x (1).bin running', 'x (2).bin running'])
})

test('a file that replaces one being uploaded cancels that upload', async () => {
  await startServer('x.bin')
  await choose('x.bin')
  await answer('Replace')
  await waitForStates(['x.bin running'])
  await choose('x.bin')
  await answer('Replace')
  await waitForStates(['x.bin cancelled', 'x.bin running'])
})
