import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, find, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { CsvTable } from '../pages/preview/csv-table.tsx'
import { Lines } from '../pages/preview/lines.tsx'

const KiB = 1024

/** An opened object whose first `head` bytes are read; reads of the others fail until `isBack`. */
const openedText = async (text: string, head: number) => {
  const server = { isBack: false, reads: 0 }
  const bytes = new TextEncoder().encode(text)
  await startFakeServer(() => {
    server.reads += 1
    return server.isBack
      ? { status: 206, body: text.slice(head), headers: { etag: '"e"', 'content-type': 'text/plain' } }
      : { status: 503, body: { message: 'the storage is busy' } }
  })
  startTestSession({ account: 'ana' })
  const content = {
    bucket: 'photos',
    path: 'a.csv',
    version: '',
    size: bytes.length,
    etag: '"e"',
    head: bytes.slice(0, head),
    note: '',
  }
  return { server, content }
}

const footText = () => find('[role=status]').textContent

test('a preview that could not read on reads again when asked', async () => {
  const { server, content } = await openedText('x'.repeat(20 * KiB), 16 * KiB)
  await render(<Lines content={content} as="hex" switcher={null} />)
  await until(() => assert.match(footText(), '16.0 KiB'))
  await click(button('Load more'))
  await until(() => assert.match(footText(), 'The storage is busy'))
  server.isBack = true
  await click(button('Load more'))
  await until(() => assert.match(footText(), '20.0 KiB'))
  assert.is(server.reads, 2)
})

test('a table that could not read on reads again when asked', async () => {
  const row = `${'x'.repeat(60 * KiB)},1\n`
  const { server, content } = await openedText(row.repeat(6), 256 * KiB)
  await render(<CsvTable content={content} switcher={null} />)
  await until(() => assert.match(footText(), 'The storage is busy'))
  assert.match(footText(), 'First 3 rows')
  server.isBack = true
  await click(button('Load 500 more'))
  await until(() => assert.match(footText(), 'All 5 rows'))
})
