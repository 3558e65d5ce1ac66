import { assert, suite } from '../../../test/lib/suite.ts'
import type { Listing, ObjectsBackend } from '../backend.ts'
import { sendMany } from '../servers/send-many.ts'
import { createSendState } from '../servers/state.ts'

const test = suite('batches of copies between servers')

test('a batch is found with one listing in a large folder', async () => {
  const items = Array.from({ length: 5000 }, (_, at) => ({ name: `in/${10_000 + at}`, size: 1, etag: `etag-${at}` }))
  const requests: string[] = []
  const list = async (_bucket: string, { prefix, after = '', limit }: Listing) => {
    requests.push(`list ${prefix} after ${after}`)
    const rest = items.filter(({ name }) => name.startsWith(prefix) && name > after)
    return { objects: rest.slice(0, limit), ...(rest.length > limit && { cursor: 'next' }) }
  }
  const info = async (_bucket: string, key: string) => {
    requests.push(`info ${key}`)
    return items.find(({ name }) => name === key)!
  }
  const target = { list, info } as unknown as ObjectsBackend
  const objects = items.slice(2950, 3050).map(({ name, ...rest }) => ({ path: name, to: name, ...rest }))
  const results = await sendMany({
    state: createSendState(),
    source: {} as ObjectsBackend,
    target,
    bucket: 'photos',
    toBucket: 'copies',
    objects,
    mode: 'copy',
    existing: 'keep',
    signal: new AbortController().signal,
    onStored: () => assert.unreachable(),
  })
  assert.equal([...new Set(results.map(({ state }) => state))], ['unchanged'])
  assert.equal(requests, ['list in/1 after in/12950', 'info in/12950'])
})
