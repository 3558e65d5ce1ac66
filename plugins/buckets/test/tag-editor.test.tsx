import { act, useState } from 'react'
import { assert, test } from '../../../test/lib/suite.ts'
import { EditTags, mergeTags } from '../pages/settings/tags.tsx'
import { readTag, TagEditor, tagText } from '../pages/tag-editor.tsx'
import * as clock from '../../../test/lib/fake-clock.ts'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, field, findAll, render, type, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

const Editor = ({ tags }: { tags: string[] }) => {
  const [value, setValue] = useState(tags)
  return <TagEditor value={value} onChange={setValue} />
}

const tagsOf = (record: Record<string, string>) => Object.entries(record).map(([key, value]) => ({ key, value }))

const rows = () =>
  findAll('input:not([type=search])')
    .filter((input) => !input.closest('[hidden]'))
    .map((input) => (input as HTMLInputElement).value)

test('many tags are filtered half a second after typing stops', async () => {
  await render(<Editor tags={['team=a', 'zone=eu', 'kind=log', 'stage=TEAM']} />)
  clock.stopClock()
  await type(field('Search Tags'), 'team')
  await act(async () => clock.advanceClock(499))
  assert.is(rows().length, 5)
  await act(async () => clock.advanceClock(1))
  assert.equal(rows(), ['team=a', 'stage=TEAM', ''])
})

test('few tags have no search', async () => {
  await render(<Editor tags={['team=a']} />)
  assert.is(findAll('input[type=search]').length, 0)
  assert.equal(rows(), ['team=a', ''])
})

test('a tag is read as typed, and its value may contain the separator', () => {
  assert.equal(readTag(' a = b=c '), { key: 'a', value: 'b=c' })
  assert.is(tagText(readTag('a=')), 'a=')
})

test('a change keeps tags that another user set in the meantime', () => {
  const [before, after] = [tagsOf({ a: '1', b: '2', c: '3' }), tagsOf({ a: '1', b: '9', d: '4' })]
  assert.equal(mergeTags(tagsOf({ a: 'theirs', b: '2', c: '3', e: '5' }), before, after), {
    a: 'theirs',
    b: '9',
    d: '4',
    e: '5',
  })
})

test('a tag that another user sets while the dialog is open stays', async () => {
  startTestSession()
  const info = { name: 'photos', tags: tagsOf({ team: 'a', zone: 'eu' }) }
  const { sent } = await startFakeServer(({ method }) => (method === 'GET' ? { body: info } : { status: 204 }))
  const dialog = (tags: Record<string, string>) => (
    <EditTags bucket="photos" current={tagsOf(tags)} onClose={() => undefined} onDone={async () => undefined} />
  )
  const { again } = await render(dialog({ team: 'a' }))
  await again(dialog({ team: 'a', zone: 'eu' }))
  await type(field('Tags 2'), 'kind=log')
  await click(button('Save'))
  const changes = () => sent.filter(({ method }) => method === 'PUT')
  await until(() => assert.is(changes().length, 1))
  assert.equal(JSON.parse(changes()[0]!.body), { tags: { team: 'a', zone: 'eu', kind: 'log' } })
})

test('a tag whose key contains the separator stays as it is when another one is added', async () => {
  startTestSession()
  const tags = [
    { key: 'a=b', value: 'c' },
    { key: 'x', value: ' y ' },
  ]
  const { sent } = await startFakeServer(({ method }) =>
    method === 'GET' ? { body: { name: 'photos', tags } } : { status: 204 },
  )
  await render(<EditTags bucket="photos" current={tags} onClose={() => undefined} onDone={async () => undefined} />)
  await type(field('Tags 3'), 'kind=log')
  await click(button('Save'))
  const changes = () => sent.filter(({ method }) => method === 'PUT')
  await until(() => assert.is(changes().length, 1))
  assert.equal(JSON.parse(changes()[0]!.body), { tags: { 'a=b': 'c', x: ' y ', kind: 'log' } })
})
