import { test } from '../../lib/suite.ts'
import { allow, deny } from './statements.ts'
import { assertDecisions } from './assert-decisions.ts'

const conditions: [
  operator: string,
  key: string,
  expected: (string | number | boolean)[],
  actual: string[] | undefined,
  matches: boolean,
][] = [
  ['StringEquals', 's3:prefix', ['a/', 'b/'], ['a/'], true],
  ['StringEquals', 's3:prefix', ['a/', 'b/'], ['c/'], false],
  ['StringEquals', 's3:prefix', ['a/'], ['A/'], false],
  ['StringEquals', 's3:prefix', ['a*'], ['ab'], false],
  ['StringEquals', 's3:prefix', [''], [''], true],
  ['StringEquals', 's3:prefix', ['a/'], undefined, false],
  ['StringNotEquals', 's3:prefix', ['a/'], ['b/'], true],
  ['StringNotEquals', 's3:prefix', ['a/', 'b/'], ['b/'], false],
  ['StringNotEquals', 's3:prefix', ['a/'], undefined, true],
  ['StringEqualsIgnoreCase', 'aws:username', ['ANN'], ['ann'], true],
  ['StringNotEqualsIgnoreCase', 'aws:username', ['ANN'], ['ann'], false],
  ['StringLike', 's3:prefix', ['a/*'], ['a/b'], true],
  ['StringLike', 's3:prefix', ['a/*'], ['b/a/'], false],
  ['StringLike', 's3:prefix', ['a/?'], ['a/bc'], false],
  ['StringLike', 's3:prefix', ['*'], undefined, false],
  ['StringNotLike', 's3:prefix', ['a/*'], ['b/'], true],
  ['StringNotLike', 's3:prefix', ['a/*'], ['a/'], false],
  ['BinaryEquals', 'aws:username', ['YW5u'], ['ann'], true],
  ['BinaryEquals', 'aws:username', ['YW5u'], ['bob'], false],
  ['ForAnyValue:StringEquals', 'aws:groups', ['g1'], ['g1', 'g2'], true],
  ['ForAnyValue:StringEquals', 'aws:groups', ['g3'], ['g1', 'g2'], false],
  ['ForAnyValue:StringEquals', 'aws:groups', ['g1'], undefined, false],
  ['ForAllValues:StringEquals', 'aws:groups', ['g1', 'g2'], ['g1', 'g2'], true],
  ['ForAllValues:StringEquals', 'aws:groups', ['g1'], ['g1', 'g2'], false],
  ['ForAllValues:StringEquals', 'aws:groups', ['g1'], undefined, true],
  ['ForAllValues:StringLike', 'aws:groups', ['g*'], ['g1', 'g2'], true],
  ['ForAllValues:StringLike', 'aws:groups', ['g*'], ['g1', 'h'], false],
  ['IpAddress', 'aws:SourceIp', ['10.0.0.0/8'], ['10.200.3.4'], true],
  ['IpAddress', 'aws:SourceIp', ['10.0.0.0/8'], ['11.0.0.1'], false],
  ['IpAddress', 'aws:SourceIp', ['192.168.1.7'], ['192.168.1.7'], true],
  ['IpAddress', 'aws:SourceIp', ['192.168.1.7'], ['192.168.1.8'], false],
  ['IpAddress', 'aws:SourceIp', ['0.0.0.0/0'], ['8.8.8.8'], true],
  ['IpAddress', 'aws:SourceIp', ['2001:db8::/32'], ['2001:db8::5'], true],
  ['IpAddress', 'aws:SourceIp', ['2001:db8::/32', '10.0.0.0/8'], ['2001:db9::5'], false],
  ['IpAddress', 'aws:SourceIp', ['10.0.0.0/8'], ['10.0.0.1, 1.1.1.1'], false],
  ['IpAddress', 'aws:SourceIp', ['10.0.0.0/8'], ['not an address'], false],
  ['NotIpAddress', 'aws:SourceIp', ['10.0.0.0/8'], ['10.1.1.1'], false],
  ['NotIpAddress', 'aws:SourceIp', ['10.0.0.0/8'], ['11.1.1.1'], true],
  ['Bool', 'aws:SecureTransport', [true], ['true'], true],
  ['Bool', 'aws:SecureTransport', ['true'], ['true'], true],
  ['Bool', 'aws:SecureTransport', ['true'], ['false'], false],
  ['Bool', 'aws:SecureTransport', [false], ['false'], true],
  ['Null', 's3:prefix', [true], undefined, true],
  ['Null', 's3:prefix', ['true'], ['x'], false],
  ['Null', 's3:prefix', [false], ['x'], true],
  ['Null', 's3:prefix', ['false'], undefined, false],
  ['NumericEquals', 's3:max-keys', [10], ['10'], true],
  ['NumericEquals', 's3:max-keys', ['10'], ['11'], false],
  ['NumericNotEquals', 's3:max-keys', ['10'], ['11'], true],
  ['NumericNotEquals', 's3:max-keys', ['10'], undefined, false],
  ['NumericLessThan', 's3:max-keys', ['10'], ['9'], true],
  ['NumericLessThan', 's3:max-keys', ['10'], ['10'], false],
  ['NumericLessThanEquals', 's3:max-keys', ['10'], ['10'], true],
  ['NumericGreaterThan', 's3:max-keys', ['10'], ['11'], true],
  ['NumericGreaterThan', 's3:max-keys', ['10'], undefined, false],
  ['NumericGreaterThanIfExists', 's3:max-keys', ['10'], undefined, true],
  ['NumericGreaterThanEquals', 's3:max-keys', ['10'], ['9'], false],
  ['NumericEquals', 's3:max-keys', ['10'], ['ten'], false],
  ['DateEquals', 'aws:CurrentTime', ['2026-01-01T00:00:00Z'], ['2026-01-01T01:00:00+01:00'], true],
  ['DateNotEquals', 'aws:CurrentTime', ['2026-01-01T00:00:00Z'], ['2026-01-01T00:00:01Z'], true],
  ['DateLessThan', 'aws:CurrentTime', ['2026-01-01T00:00:00Z'], ['2025-12-31T23:59:59Z'], true],
  ['DateLessThanEquals', 'aws:CurrentTime', ['2026-01-01T00:00:00Z'], ['2026-01-01T00:00:01Z'], false],
  ['DateGreaterThan', 'aws:CurrentTime', ['2026-01-01T00:00:00Z'], ['2026-01-01T00:00:01Z'], true],
  ['DateGreaterThanEquals', 'aws:CurrentTime', ['2026-01-01T00:00:00Z'], ['2026-01-01T00:00:00Z'], true],
  ['DateGreaterThan', 'aws:CurrentTime', ['2020-01-01T00:00:00Z'], undefined, true],
  ['DateLessThan', 'aws:CurrentTime', ['2020-01-01T00:00:00Z'], undefined, false],
  // the present time, in seconds
  ['NumericGreaterThan', 'aws:EpochTime', [1_577_836_800], undefined, true],
  ['NumericGreaterThan', 'aws:EpochTime', [1_577_836_800_000], undefined, false],
  ['StringEquals', 's3:ExistingObjectTag/team', ['red'], undefined, false],
]

for (const [operator, key, expected, actual, matches] of conditions) {
  test(`${operator} ${expected.join(', ')} ${matches ? 'matches' : 'does not match'} ${key} = ${actual ?? 'undefined'}`, () => {
    const context = actual ? { [key]: actual } : {}
    const condition = { [operator]: { [key]: expected } }
    assertDecisions([allow('s3:ListBucket', 'b', condition)], { 's3:ListBucket b': matches }, context)
    assertDecisions(
      [allow('s3:*', '*'), deny('s3:ListBucket', 'b', condition)],
      { 's3:ListBucket b': !matches },
      context,
    )
  })
}

test('all conditions of a statement must match', () => {
  const both = { StringEquals: { 's3:prefix': ['a/'] }, NumericLessThanEquals: { 's3:max-keys': ['10'] } }
  assertDecisions(
    [allow('s3:ListBucket', 'b', both)],
    { 's3:ListBucket b': true },
    { 's3:prefix': ['a/'], 's3:max-keys': ['10'] },
  )
  assertDecisions(
    [allow('s3:ListBucket', 'b', both)],
    { 's3:ListBucket b': false },
    { 's3:prefix': ['a/'], 's3:max-keys': ['11'] },
  )
  assertDecisions(
    [allow('s3:ListBucket', 'b', both)],
    { 's3:ListBucket b': false },
    { 's3:prefix': ['b/'], 's3:max-keys': ['10'] },
  )
})
