import { useState } from 'react'
import { assert, test } from '../lib/suite.ts'
import { pluck } from '../lib/pluck.ts'
import { JsonEditor, YamlEditor } from '../../ui/code.tsx'
import { matchesIn } from '../../ui/text-search.tsx'
import { jsonProblem, jsonTokens } from '../../ui/json.ts'
import { button, click, field, find, findAll, press, render, type } from '../lib/react.tsx'

const policy = '{\n  "Effect": "Allow"\n  "Action": ["s3:GetObject"]\n}'

test('names the line of a JSON error and what was expected', () => {
  assert.equal(jsonProblem(policy), { line: 2, message: 'expected a comma after "Allow"' })
  assert.equal(jsonProblem('{ "a" 1 }'), { line: 1, message: 'expected a colon after "a"' })
  assert.equal(jsonProblem('{\n"a": 1,\n}'), { line: 2, message: 'expected a name in quotes after ,' })
  assert.equal(jsonProblem('[1,\n2'), { line: 2, message: 'expected "]" after 2' })
  assert.equal(jsonProblem('{} {}'), { line: 1, message: 'expected nothing more after }' })
  assert.equal(jsonProblem('[\n"open]'), { line: 2, message: 'the string is not closed or contains an invalid escape' })
  assert.match(jsonProblem('['.repeat(50_000))?.message ?? '', 'expected fewer levels')
  assert.equal(jsonProblem(''), { line: 1, message: 'expected a value' })
})

test('reports an error exactly if JSON.parse does', () => {
  const right = ['null', '-1.5e+3', '"a\\"b\\u00e9"', '[[],{}]', ' {"a":{"b":[true,false,null,"x:y"]}} ', '{"":0}']
  const wrong = [
    '01',
    '1.',
    '+1',
    "{'a':1}",
    '["a" "b"]',
    '{"a":}',
    'nul',
    '[1,]',
    '"a\nb"',
    '"\\x"',
    '{,}',
    '"',
    '[}',
    'tru e',
    '[1,\u00a02]',
  ]
  const parses = (text: string) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  for (const text of [...right, ...wrong]) assert.is(!jsonProblem(text), parses(text), text)
})

test('joined tokens equal the text', () => {
  for (const text of [policy, '{"a":"\u202e\n}', '@#é\u2028\r', '"open']) {
    assert.is(
      jsonTokens(text)
        .map((token) => token.text)
        .join(''),
      text,
    )
  }
})

test('the editor numbers lines, highlights the invalid one and shows the reason', async () => {
  const Page = () => {
    const [text, setText] = useState('{}')
    return <JsonEditor label="Policy" value={text} onChange={setText} />
  }
  await render(<Page />)
  const wrong = () => findAll('[class*=wrong]')
  assert.is(wrong().length, 0)
  await type(field('Policy'), policy)
  assert.is(wrong().length, 1)
  assert.is(wrong()[0]?.textContent, '2  "Effect": "Allow"')
  assert.is(field('Policy').getAttribute('aria-invalid'), 'true')
  const note = document.getElementById(field('Policy').getAttribute('aria-describedby') ?? '')
  assert.is(note?.textContent, 'Line 2: expected a comma after "Allow".')
  await type(field('Policy'), '{ "Effect": "Allow" }')
  assert.is(wrong().length, 0)
  assert.is(find('textarea').getAttribute('aria-invalid'), null)
})

test('an open completion list handles the keys, and inserts the choice at the cursor', async () => {
  let last = ''
  const Completed = () => {
    const [text, setText] = useState('')
    last = text
    const complete = (of: string, caret: number) =>
      of.startsWith('"s3:') && caret > 2
        ? { from: 1, to: of.length, options: [{ value: 's3:GetObject', hint: 'Downloads' }, { value: 's3:*' }] }
        : undefined
    return <JsonEditor label="Policy" value={text} onChange={setText} complete={complete} />
  }
  await render(<Completed />)
  const editor = field('Policy') as HTMLTextAreaElement
  await type(editor, '"s3:G')
  assert.equal(pluck(findAll('[role=option]'), 'textContent'), ['s3:GetObjectDownloads', 's3:*'])
  await press('Escape', editor)
  assert.equal(findAll('[role=option]'), [])
  await type(editor, '"s3:Ge')
  await press('ArrowDown', editor)
  await press('Enter', editor)
  assert.equal([last, findAll('[role=option]').length, editor.selectionStart], ['"s3:*', 0, 5])

  await type(editor, '"s3:Ge')
  await press('ArrowLeft', editor)
  assert.equal(findAll('[role=option]'), [], 'the cursor has left the place of the list')
  await press('Enter', editor)
  assert.is(last, '"s3:Ge')
  await type(editor, '"s3:Get')
  await press('Tab', editor, { shiftKey: true })
  assert.is(last, '"s3:Get', 'Shift+Tab leaves the editor')
})

const Yaml = () => {
  const [value, onChange] = useState('kind: Tenant\nspec:\n  Image: a.b\n  images: [a.b, axb]\n')
  return <YamlEditor label="YAML" value={value} onChange={onChange} />
}
const matchStatus = () => find('[role=status]').textContent
const current = () => find('[data-current]').parentElement?.textContent

test('a search counts and highlights its matches, and steps through them by key and button', async () => {
  await render(<Yaml />)
  const search = field('Search YAML')
  await type(search, 'IMAGE')
  assert.equal([matchStatus(), current()], ['1 of 2', '  Image: a.b'])
  const { selectionStart, selectionEnd, value } = field('YAML') as HTMLTextAreaElement
  assert.is(value.slice(selectionStart, selectionEnd), 'Image')
  await press('Enter', search)
  assert.equal([matchStatus(), current()], ['2 of 2', '  images: [a.b, axb]'])
  await press('Enter', search)
  assert.is(matchStatus(), '1 of 2')
  await press('Enter', search, { shiftKey: true })
  assert.is(matchStatus(), '2 of 2')
  await click(button('Next match'))
  assert.is(matchStatus(), '1 of 2')
  await click(button('Previous match'))
  assert.is(matchStatus(), '2 of 2')
  await type(field('YAML'), 'image: 1\n')
  assert.equal([matchStatus(), current()], ['1 of 1', 'image: 1'])
  await type(search, 'nowhere')
  assert.is(matchStatus(), 'No matches')
  await press('Escape', search)
  assert.is(matchStatus(), '')
})

test('Ctrl+F in the text focuses its search', async () => {
  await render(<Yaml />)
  field('YAML').focus()
  await press('f', field('YAML'), { ctrlKey: true })
  assert.ok(document.activeElement === field('Search YAML'))
})

test('a search matches special characters literally', () => {
  assert.equal(matchesIn('a.b axb', 'a.b'), [{ start: 0, end: 3 }])
  for (const query of ['.*', '\\', '[a]', '(', '{1}', '^$', '|', '-', '/'])
    assert.equal(matchesIn(`- ${query}`, query).at(-1), { start: 2, end: 2 + query.length }, query)
})
