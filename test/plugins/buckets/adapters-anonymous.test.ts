import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { accessRules, anonymousAccess, publicPolicy, readAnonymous, withRule, writeAnonymous } from '../../../plugins/buckets/adapters/anonymous.ts'

const many = (name: (n: number) => string) => Array.from({ length: 300 }, (_, n) => name(n))

const statement = {
  Effect: 'Allow',
  Principal: '*',
  Action: many((n) => `s3:*${n}`),
  Resource: many((n) => `arn:aws:s3:::b/${n}*`),
  Condition: { StringEquals: { 's3:prefix': many(String) } },
}

test('a statement whose lists multiply to millions of grants is left alone, as what no rule has written', () => {
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  assert.is(anonymousAccess('b', policy), 'CUSTOM')
  const read = readAnonymous(policy)
  assert.equal([read.grants, read.others], [[], [statement]])
  const written = JSON.parse(writeAnonymous(withRule('b', read, 'docs/', 'readonly')) ?? '') as { Statement: unknown[] }
  assert.ok(written.Statement.some((kept) => JSON.stringify(kept) === JSON.stringify(statement)))
})

test('many statements together are taken apart only as far', () => {
  const one = { ...statement, Action: ['s3:GetObject'], Condition: undefined }
  const { grants, others } = readAnonymous(JSON.stringify({ Statement: Array(20).fill(one) }))
  assert.equal([grants.length, others.length], [1800, 14])
})

test('what rules have written is taken apart whole', () => {
  assert.is(anonymousAccess('b', publicPolicy('b')), 'PUBLIC')
  assert.equal(accessRules('b', readAnonymous(publicPolicy('b'))), [{ prefix: '', access: 'readwrite' }])
})

test.run()
