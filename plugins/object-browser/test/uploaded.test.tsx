import { act } from 'react'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import type { Listing } from '../pages/listing.ts'
import { useUploaded } from '../pages/use-uploaded.ts'
import { uploads } from '../transfers/uploads.ts'

test.after.each(() => uploads.clear())

test('a folder is reloaded after an upload, also if finished uploads were cleared before', async () => {
  await startFakeServer(() => ({}))
  startTestSession({ account: 'ana' })
  let reloads = 0
  const listing: Listing = {
    items: [],
    partial: false,
    error: undefined,
    asOf: undefined,
    loading: false,
    loadingMore: false,
    more: async () => undefined,
    reload: async () => void (reloads += 1),
  }
  const Folder = () => {
    useUploaded('photos', 'a/', listing)
    return null
  }
  await render(<Folder />)
  const upload = async (key: string) => {
    const before = reloads
    await act(async () => uploads.add([{ bucket: 'photos', key, file: new Blob(['x']) }]))
    await until(() => assert.ok(reloads > before))
  }
  await upload('a/1')
  await act(async () => {
    const isShown = new Promise<void>((resolve) => uploads.subscribe(resolve))
    uploads.clear()
    await isShown
  })
  await upload('a/2')
})
