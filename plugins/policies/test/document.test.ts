import { assert, test } from '../../../test/lib/suite.ts'
import { example } from '../contract.ts'
import { actionsOf, indented, readDocument } from '../pages/document.ts'

test('a document is read with single values as lists and absent parts as empty lists', () => {
  const text = '{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"s3:GetObject","NotResource":["b","a"]}}'
  const document = readDocument(text)
  assert.equal(document, {
    Version: '2012-10-17',
    ID: '',
    Statement: [
      { Sid: '', Effect: 'Allow', Action: ['s3:GetObject'], NotAction: [], Resource: [], NotResource: ['a', 'b'] },
    ],
  })
})

test('an invalid policy document is not read', () => {
  for (const text of [
    '',
    '{',
    '[]',
    '{"Statement":[{"Effect":"Maybe"}]}',
    '{"Statement":[{"Effect":"Allow","Action":[1]}]}',
  ]) {
    assert.is(readDocument(text), undefined, text)
  }
})

test('the actions of one effect are collected from all statements, each once and sorted', () => {
  const Statement = [
    { Effect: 'Allow', Action: ['s3:PutObject', 's3:GetObject'] },
    { Effect: 'Deny', Action: ['s3:DeleteObject'] },
    { Effect: 'Allow', Action: ['s3:GetObject', 'admin:*'] },
  ]
  const document = readDocument(JSON.stringify({ Version: '2012-10-17', Statement }))
  assert.equal(actionsOf(document, 'Allow'), ['admin:*', 's3:GetObject', 's3:PutObject'])
  assert.equal(actionsOf(document, 'Deny'), ['s3:DeleteObject'])
  assert.equal(actionsOf(undefined, 'Allow'), [])
})

test('compact JSON is formatted for reading, and other text stays unchanged', () => {
  assert.is(indented('{"a":[1]}'), '{\n  "a": [\n    1\n  ]\n}')
  assert.is(indented('{"a"'), '{"a"')
})

test('the initial document of a new policy is valid', () => {
  assert.equal(actionsOf(readDocument(example), 'Allow'), ['s3:GetObject'])
})
