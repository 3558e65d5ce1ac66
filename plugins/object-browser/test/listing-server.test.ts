import { assert, test } from '../../../test/lib/suite.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import type { ObjectsBackend } from '../backend.ts'
import plugin from '../server.ts'

/** Lists a bucket with more objects than a test can store, without a limit, and reports the number of pages read. */
const listAll = async (objects: number, onPage: (pages: number) => void, signal = new AbortController().signal) => {
  const route = plugin.routes.find(({ name }) => name === 'list')
  if (!route) throw new Error('There is no such call')
  let pages = 0
  const list: ObjectsBackend['list'] = async (_bucket, { limit }) => {
    onPage(++pages)
    const left = Math.min(limit, objects - (pages - 1) * limit)
    const names = Array.from({ length: left }, (_, index) => ({ name: `object-${pages}-${index}` }))
    return { objects: names, ...(pages * limit < objects && { cursor: String(pages) }) }
  }
  const query = { prefix: '', recursive: true, with_versions: false, with_metadata: false }
  const call = { backend: { list }, params: { bucket: 'large' }, query, headers: {}, signal }
  return route.handle(call as unknown as Parameters<typeof route.handle>[0]) as Promise<{ total: number }>
}

test('a listing without a limit ends after a hundred thousand objects', async () => {
  assert.is((await listAll(100_000, () => {})).total, 100_000)
  let pagesRead = 0
  const error = await listAll(1_000_000, (pages) => (pagesRead = pages)).then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(error instanceof Failure && error.status === 413, String(error))
  assert.is(pagesRead, 101)
})

test('a listing without a limit ends when its caller disconnects', async () => {
  const caller = new AbortController()
  let pagesRead = 0
  const onPage = (pages: number) => {
    pagesRead = pages
    if (pages === 3) caller.abort()
  }
  assert.ok(
    await listAll(50_000, onPage, caller.signal).then(
      () => false,
      () => true,
    ),
  )
  assert.is(pagesRead, 3)
})
