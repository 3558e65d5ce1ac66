import { assert, test } from '../../../test/lib/suite.ts'
import { anonymousAccess, publicPolicy, readRules, withRule } from '../backend/anonymous.ts'
import { splitPolicy } from '../backend/statements.ts'

const many = (name: (n: number) => string) => Array.from({ length: 300 }, (_, n) => name(n))

const statement = {
  Effect: 'Allow',
  Principal: '*',
  Action: many((n) => `s3:*${n}`),
  Resource: many((n) => `arn:aws:s3:::b/${n}*`),
  Condition: { StringEquals: { 's3:prefix': many(String) } },
}

test('a statement whose lists multiply to millions of grants is kept as a foreign statement', () => {
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  assert.is(anonymousAccess('b', policy), 'CUSTOM')
  assert.equal(readRules('b', policy), { rules: [], others: [JSON.stringify(statement)] })
  assert.ok(withRule('b', policy, 'docs/', 'readonly')?.includes(JSON.stringify(statement)))
})

test('many statements together are split into rules only up to a limit', () => {
  const one = { ...statement, Action: ['s3:GetObject'], Condition: undefined }
  const { statements } = splitPolicy(JSON.stringify({ Statement: Array(20).fill(one) }))
  assert.equal(
    statements.map(({ open }) => open?.grants.length ?? 0),
    [...Array<number>(6).fill(300), ...Array<number>(14).fill(0)],
  )
})

test('a policy written by access rules is split into rules completely', () => {
  assert.is(anonymousAccess('b', publicPolicy('b')), 'PUBLIC')
  assert.equal(readRules('b', publicPolicy('b')), { rules: [{ prefix: '', access: 'readwrite' }], others: [] })
})
