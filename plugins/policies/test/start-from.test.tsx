import { startFakeServer } from '../../../test/core/fake-server.ts'
import { field, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { StartFrom } from '../pages/start-from.tsx'

const select = () => field('Bucket') as HTMLSelectElement

/** Renders the template for one folder on a storage with these buckets; returns the written documents. */
const renderOn = async (names: readonly string[], policy = '') => {
  const buckets = names.map((name) => ({ name }))
  await startFakeServer(() => ({ body: { buckets, total: buckets.length } }))
  startTestSession({ plugins: ['policies', 'buckets'] })
  const written: string[] = []
  await render(
    <StartFrom
      value="folder"
      policy={policy}
      onChange={() => undefined}
      fill={(_, document) => written.push(String(document))}
    />,
  )
  await until(() => assert.ok([...select().options].some(({ value }) => value === names[0])))
  return written
}

test('a template selects the only bucket', async () => {
  const written = await renderOn(['photos'])
  await until(() => assert.is(select().value, 'photos'))
  assert.match(written.at(-1) ?? '', /arn:aws:s3:::photos/)
})

test('a template leaves a document that was typed before its bucket was known', async () => {
  const written = await renderOn(['photos'], '{"Statement": []}')
  assert.is(select().value, '')
  assert.equal(written, [])
})

test('a template lets people choose among several buckets', async () => {
  const written = await renderOn(['photos', 'videos'])
  assert.is(select().value, '')
  assert.equal(written, [])
})
