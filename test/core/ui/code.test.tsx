import { useState } from 'react'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { JsonEditor } from '../../../core/ui/code.tsx'
import { jsonProblem, jsonTokens } from '../../../core/ui/json.ts'
import { cleanup, field, find, findAll, press, render, type } from '../../lib/react.tsx'

test.after.each(cleanup)

const policy = '{\n  "Effect": "Allow"\n  "Action": ["s3:GetObject"]\n}'

test('says on which line JSON breaks and what was expected there', () => {
  assert.equal(jsonProblem(policy), { line: 2, message: 'expected a comma after "Allow"' })
  assert.equal(jsonProblem('{ "a" 1 }'), { line: 1, message: 'expected a colon after "a"' })
  assert.equal(jsonProblem('{\n"a": 1,\n}'), { line: 2, message: 'expected a name in quotes after ,' })
  assert.equal(jsonProblem('[1,\n2'), { line: 2, message: 'expected "]" after 2' })
  assert.equal(jsonProblem('{} {}'), { line: 1, message: 'expected nothing more after }' })
  assert.equal(jsonProblem('[\n"open]'), { line: 2, message: 'this text is not closed, or holds a wrong escape' })
  assert.match(jsonProblem('['.repeat(50_000))?.message ?? '', 'expected fewer levels')
  assert.equal(jsonProblem(''), { line: 1, message: 'expected a value' })
})

test('finds a problem exactly where JSON.parse does', () => {
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

test('the pieces of a text join to the same text', () => {
  for (const text of [policy, '{"a":"\u202e\n}', '@#é\u2028\r', '"open']) {
    assert.is(
      jsonTokens(text)
        .map((token) => token.text)
        .join(''),
      text,
    )
  }
})

test('the editor numbers its lines, tints the wrong one and says why', async () => {
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

test('the list of completions takes the keys while it is open, and puts what is chosen in place', async () => {
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
  assert.equal(
    findAll('[role=option]').map(({ textContent }) => textContent),
    ['s3:GetObjectDownloads', 's3:*'],
  )
  await press('Escape', editor)
  assert.equal(findAll('[role=option]'), [])
  await type(editor, '"s3:Ge')
  await press('ArrowDown', editor)
  await press('Enter', editor)
  assert.equal([last, findAll('[role=option]').length, editor.selectionStart], ['"s3:*', 0, 5])
})

test.run()
