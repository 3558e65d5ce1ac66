import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import * as edit from '../pages/builder/edit.ts'
import { treeOf } from '../pages/builder/tree.ts'
import { completionsIn } from '../pages/builder/complete.ts'
import { choicesFrom } from '../../../test/lib/random.ts'

const text = `{
  "Version": "2012-10-17",
  "Comment" : 1.50,
  "Statement": [
    {
      "Sid": "One",   "Effect": "Allow",
      "Action": ["s3:GetObject",
                 "s3:PutObject"],
      "Resource": "arn:aws:s3:::a/*",
      "Principal": {"AWS":["*"]}
    },
    { "Effect": "Deny", "Action": "s3:*", "Resource": ["*"], "Condition": { "Sometimes": { "aws:username": ["x"] }, "Bool": {"aws:SecureTransport": "false"} } }
  ]
}
`
const card = (of: string, at: number) => {
  const found = edit.cardsOf(of)?.[at]
  if (!found) throw new Error('There is such a card')
  return found
}

test('a card shows a statement and keeps parts it cannot show as they are written', () => {
  const { effect, sid, actions, resources, rest } = card(text, 0)
  assert.equal(
    [effect, sid, actions, resources, rest],
    ['Allow', 'One', ['s3:GetObject', 's3:PutObject'], ['arn:aws:s3:::a/*'], ['"Principal": {"AWS":["*"]}']],
  )
  assert.equal(card(text, 1).conditions, [
    { operator: 'Sometimes', key: 'aws:username', values: ['x'] },
    { operator: 'Bool', key: 'aws:SecureTransport', values: ['false'] },
  ])
})

test('an edit changes only the edited values and leaves every other byte', () => {
  const [first, second] = [card(text, 0).node, card(text, 1).node]
  const edits = [
    [
      edit.addTexts(text, first, 'Action', ['s3:GetObjectTagging']),
      '"s3:PutObject"]',
      '"s3:PutObject",\n                 "s3:GetObjectTagging"]',
    ],
    [edit.removeText(text, first, 'Action', 's3:GetObject'), '["s3:GetObject",\n                 ', '['],
    [
      edit.addTexts(text, first, 'Resource', ['arn:aws:s3:::b']),
      '"arn:aws:s3:::a/*"',
      '["arn:aws:s3:::a/*", "arn:aws:s3:::b"]',
    ],
    [edit.setMember(text, first, 'Effect', '"Deny"'), '"Effect": "Allow"', '"Effect": "Deny"'],
    [edit.setMember(text, second, 'Sid', '"Two"'), '"false"} } }', '"false"} }, "Sid": "Two" }'],
  ] as const
  for (const [edited, from, to] of edits) assert.is(edited, text.replace(from, to))
  assert.is(edit.addTexts(text, first, 'Action', ['s3:GetObject']), text)
})

test('conditions are added, extended and removed one by one', () => {
  const once = edit.addCondition(text, card(text, 0).node, {
    operator: 'IpAddress',
    key: 'aws:SourceIp',
    values: ['10.0.0.0/8'],
  })
  assert.ok(
    once.includes(
      '"Principal": {"AWS":["*"]},\n      "Condition": { "IpAddress": { "aws:SourceIp": ["10.0.0.0/8"] } }',
    ),
    once,
  )
  const extended = edit.addCondition(once, card(once, 0).node, {
    operator: 'Bool',
    key: 'aws:SecureTransport',
    values: ['true'],
  })
  assert.equal(pluck(card(extended, 0).conditions, 'operator'), ['IpAddress', 'Bool'])
  const again = edit.removeCondition(extended, card(extended, 0).node, 'Bool', 'aws:SecureTransport')
  assert.is(edit.removeCondition(again, card(again, 0).node, 'IpAddress', 'aws:SourceIp'), text)
})

test('a condition that a statement already has gets more values', () => {
  const once = edit.addCondition(text, card(text, 0).node, {
    operator: 'IpAddress',
    key: 'aws:SourceIp',
    values: ['10.0.0.0/8'],
  })
  const both = edit.addCondition(once, card(once, 0).node, {
    operator: 'IpAddress',
    key: 'aws:SourceIp',
    values: ['10.0.0.0/8', '::1'],
  })
  assert.equal(card(both, 0).conditions, [
    { operator: 'IpAddress', key: 'aws:SourceIp', values: ['10.0.0.0/8', '::1'] },
  ])
})

test('statements are added and removed', () => {
  const more = edit.addStatement(text)
  assert.is(edit.cardsOf(more)?.length, 3)
  assert.is(edit.removeStatement(more, 2), text)
  assert.is(edit.removeStatement(text, 0).includes('"Comment" : 1.50'), true)
  const single = '{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"s3:*","Resource":"*"}}'
  assert.is(edit.cardsOf(edit.addStatement(single))?.length, 2)
  assert.is(edit.cardsOf(edit.removeStatement(single, 0))?.length, 0)
  const copied = edit.copyStatement(text, card(text, 0))
  assert.equal(card(copied, 2).rest, ['"Principal": {"AWS":["*"]}'])
})

test('an added statement follows the line breaks and indentation of its neighbors', () => {
  const lines = '{\n  "Statement": [\n    {\n      "Effect": "Deny"\n    }\n  ]\n}'
  const [, added = ''] = edit.addStatement(lines).split('    },\n')
  assert.is(
    added,
    '    {\n      "Effect": "Allow",\n      "Action": [],\n      "Resource": []\n    }\n  ]\n}',
    edit.addStatement(lines),
  )
  const line = '{"Statement":[{"Effect":"Deny"}]}'
  assert.not(edit.addStatement(line).includes('\n'))
})

test('a text that is not a policy or not JSON has no cards', () => {
  for (const wrong of ['', '{', '[]', '{"Statement":[1]}', '{"Statement":[{]}', '{"a":1,}', '{"a" 1}', '01'])
    assert.is(edit.cardsOf(wrong), undefined, wrong)
  assert.equal(edit.cardsOf('{}'), [])
})

test('only valid JSON is parsed to a tree', () => {
  const { pick, below } = choicesFrom(7)
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"b\\n"',
    '1',
    '-0.5e3',
    'true',
    'null',
    ' ',
    '\n',
    '"x',
    '01',
    '.',
    'tru',
  ]
  for (let round = 0; round < 20_000; round += 1) {
    const made = Array.from({ length: 1 + below(7) }, () => pick(pieces)).join('')
    let right = true
    try {
      JSON.parse(made)
    } catch {
      right = false
    }
    assert.is(treeOf(made) !== undefined, right, made)
  }
})

test('completion offers the terms of each position', () => {
  const vocabulary = {
    actions: [
      { name: 's3:GetObject', group: 'read' as const, description: 'Downloads objects' },
      { name: 's3:GetObjectTagging', group: 'read' as const, description: 'Reads the tags' },
    ],
    conditionKeys: [{ name: 'aws:SourceIp', appliesTo: 'any' as const }],
    operators: ['IpAddress', 'NotIpAddress'],
  }
  const complete = completionsIn(vocabulary, ['photos'])
  const at = (marked: string) =>
    complete(marked.replace('|', ''), marked.indexOf('|'))?.options.map(({ value }) => value)
  assert.equal(at('{"Statement":[{"Action":["GetO|"'), ['s3:GetObject', 's3:GetObjectTagging'])
  assert.equal(at('{"Statement":[{"Action":["s3:GetObject", "tag|"]}]}'), ['s3:GetObjectTagging'])
  assert.equal(at('{"Statement":[{"Resource":"pho|"}]}'), ['arn:aws:s3:::photos', 'arn:aws:s3:::photos/*'])
  assert.equal(at('{"Statement":[{"Effect":"A|"}]}'), ['Allow'])
  assert.equal(at('{"Statement":[{"Ef|'), ['Effect'])
  assert.equal(at('{"Statement":[{"Condition":{"Ip|'), ['IpAddress', 'NotIpAddress'])
  assert.equal(at('{"Statement":[{"Condition":{"IpAddress":{"Sou|'), ['aws:SourceIp'])
  assert.equal(
    [at('{"Statement":[{"Sid":"G|"}]}'), at('{|}'), at('{"Statement":[{"Action":["s3:GetObject|"]}]}')],
    [undefined, undefined, undefined],
  )
})
