import { assert, test } from '../../../test/lib/suite.ts'
import { withFreeNames, withUniquePaths, findExisting } from '../transfers/conflicts.ts'
import { startFakeServer, type ReceivedRequest } from '../../../test/core/fake-server.ts'

let line: Awaited<ReturnType<typeof startFakeServer>>

/** Content of the bucket: a folder with 1,001 objects. */
const keys = Array.from({ length: 1001 }, (_, at) => `open/file-${String(at).padStart(4, '0')}`)

const listed = ({ url }: ReceivedRequest) => {
  const query = new URL(url, 'http://console').searchParams
  const [prefix, from, limit] = [
    query.get('prefix') ?? '',
    Number(query.get('cursor') ?? 0),
    Number(query.get('limit')),
  ]
  const found = keys.filter((key) => key.startsWith(prefix))
  const objects = found.slice(from, from + limit).map((name) => ({ name, size: 1 }))
  return { status: 200, body: { objects, ...(from + limit < found.length && { cursor: String(from + limit) }) } }
}

test.before.each(async () => {
  line = await startFakeServer(listed)
})

const chosen = (names: readonly string[]) => names.map((path) => ({ path, file: new File(['x'], path) }))

test('existing keys among many files of one folder are found by listing it page by page', async () => {
  const names = [
    ...keys.slice(0, 3000).map((key) => key.slice('open/'.length)),
    ...Array.from({ length: 5000 }, (_, at) => `new-${at}`),
  ]
  const existing = await findExisting('bucket', 'open/', chosen(names))
  assert.is(existing.size, 1001)
  assert.ok(existing.has('file-1000') && !existing.has('new-0'))
  assert.is(line.sent.length, 2)
})

test('files with equal names get different names that neither another file nor an object has', async () => {
  const names = ['same.txt', 'same.txt', 'same (1).txt', 'file-0000', 'file-0000', 'other']
  const found = await withUniquePaths('bucket', 'open/', chosen(names))
  assert.equal(
    found.map(({ path }) => path),
    ['same.txt', 'same (2).txt', 'same (1).txt', 'file-0000', 'file-0000 (1)', 'other'],
  )
  const alone = line.sent.length
  await withUniquePaths('bucket', 'open/', chosen(['a', 'b', 'c']))
  assert.is(line.sent.length, alone)
})

test('a file kept next to an existing object does not get the name of another chosen file', async () => {
  const [existing, others] = [chosen(['file-0000', 'file-0001']), chosen(['file-0000 (1)'])]
  const named = await withFreeNames('bucket', 'open/', existing, others)
  assert.equal(
    named.map(({ path }) => path),
    ['file-0000 (2)', 'file-0001 (1)'],
  )
})

test('a new folder is checked once, for any number of files in it', async () => {
  assert.is(
    (await findExisting('bucket', 'open/', chosen(Array.from({ length: 500 }, (_, at) => `fresh/${at % 7}/${at}`))))
      .size,
    0,
  )
  assert.is(line.sent.length, 1)
})
