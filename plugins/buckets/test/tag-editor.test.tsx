import { act, useState } from 'react'
import { assert, test } from '../../../test/lib/suite.ts'
import { mergeTags } from '../pages/settings/tags.tsx'
import { readTag, TagEditor, tagText } from '../pages/tag-editor.tsx'
import * as clock from '../../../test/lib/fake-clock.ts'
import { field, findAll, render, type } from '../../../test/lib/react.tsx'

const Editor = ({ tags }: { tags: string[] }) => {
  const [value, setValue] = useState(tags)
  return <TagEditor value={value} onChange={setValue} />
}

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
  const tags = (record: Record<string, string>) => Object.entries(record).map(([key, value]) => ({ key, value }))
  const [before, after] = [tags({ a: '1', b: '2', c: '3' }), tags({ a: '1', b: '9', d: '4' })]
  assert.equal(mergeTags(tags({ a: 'theirs', b: '2', c: '3', e: '5' }), before, after), {
    a: 'theirs',
    b: '9',
    d: '4',
    e: '5',
  })
})
