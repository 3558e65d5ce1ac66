import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { covers, globOf, matches, overlaps } from '../../../engines/policy/glob.ts'
import { judge, type Known, type PolicyDocument } from '../../../engines/policy/policy.ts'
import { choicesFrom } from '../../lib/random.ts'
import * as plain from './plain.ts'

type Statement = PolicyDocument['Statement'][number]

const seed = Number(process.env.SEED ?? 20261122)
const { below, chance, pick } = choicesFrom(seed)
const some = <Value>(most: number, make: () => Value) => Array.from({ length: 1 + below(most) }, make)

const actions = ['s3:GetObject', 's3:PutObject', 's3:ListBucket', 's3:GetObjectVersion', 's3:CreateBucket', 'admin:ListUsers']
const actionPatterns = [...actions, 's3:*', 's3:Get*', 's3:?etObject', 's3:*Object', '*', 'admin:*', 's3:*t*']
const buckets = ['a', 'ab', 'b', 'home']
const pieces = ['a', 'b', 'ab', '/', '/', 'x', '*', '*', '?', '🪣', 'ann', '${aws:username}', '${aws:groups}', '${jwt:sub}', '${none}']
const textOf = (most: number, from: readonly string[]) => some(most, () => pick(from)).join('')
const resource = () => `arn:aws:s3:::${chance(0.1) ? '*' : pick([...buckets, 'a*', '?', '*', '${aws:username}'])}${chance(0.75) ? `/${textOf(4, pieces)}` : ''}`
const key = () => textOf(5, ['a', 'b', 'ab', '/', 'x', 'ann', '🪣', '*', '?', 'y'])

const condition = (): Statement['Condition'] => {
  const texts = (): [string, string[]] => [pick(['aws:username', 'aws:groups', 's3:prefix', 's3:delimiter', 'jwt:sub', 's3:ExistingObjectTag/team', 'aws:none']), chance(0.3) ? ['${aws:username}'] : some(2, () => textOf(3, pieces))]
  const [operator, [name, values]] = pick<() => [string, [string, string[]]]>([
    () => [pick(['StringEquals', 'StringNotEquals', 'StringLike', 'StringNotLike', 'StringEqualsIgnoreCase', 'Sometimes', 'ForAllValues:StringLike', 'ForAnyValue:StringEquals']), texts()],
    () => ['NumericLessThan', ['s3:max-keys', [String(below(20))]]],
    () => ['Bool', ['aws:SecureTransport', [pick(['true', 'false'])]]],
    () => ['Null', [pick(['aws:username', 's3:prefix', 's3:versionid']), [pick(['true', 'false'])]]],
    () => [pick(['IpAddress', 'NotIpAddress']), ['aws:SourceIp', some(2, () => `10.0.${below(3)}.0/24`)]],
  ])()
  return { [operator]: { [name]: values } }
}

const statement = (): Statement => ({
  Effect: chance(0.65) ? 'Allow' : 'Deny',
  [chance(0.85) ? 'Action' : 'NotAction']: some(3, () => pick(actionPatterns)),
  ...(chance(0.95) && { [chance(0.85) ? 'Resource' : 'NotResource']: some(3, resource) }),
  ...(chance(0.3) && { Condition: { ...condition(), ...(chance(0.3) && condition()) } }),
})

const caller = (): Known => ({
  'aws:username': [pick(['ann', 'a', 'x*', '?', 'a/b'])],
  ...(chance(0.5) && { 'aws:groups': some(3, () => pick(['staff', 'a', 'b*'])) }),
  ...(chance(0.3) && { 'jwt:sub': ['sub-1'] }),
  ...(chance(0.6) && { 'aws:SourceIp': [`10.0.${below(4)}.7`] }),
  ...(chance(0.6) && { 'aws:SecureTransport': [pick(['true', 'false'])] }),
})

const requested = (): Known => ({
  ...(chance(0.4) && { 's3:prefix': [pick(['', 'a/', 'ann/x', 'home/', 'b'])] }),
  ...(chance(0.2) && { 's3:max-keys': [String(below(20))] }),
  ...(chance(0.2) && { 's3:delimiter': ['/'] }),
  ...(chance(0.2) && { 's3:ExistingObjectTag/team': [pick(['a', 'b'])] }),
})

test(`the judge decides 100,000 times as the rules written plainly do (SEED=${seed})`, () => {
  const answers = { yes: 0, no: 0 }
  for (let round = 0; round < 2500; round += 1) {
    const documents = some(2, (): PolicyDocument => ({ Version: '2012-10-17', Statement: some(4, statement) }))
    const known = caller()
    const judged = judge(documents, known)
    for (let asked = 0; asked < 10; asked += 1) {
      const [action, bucket, more] = [pick(actions), pick(buckets), requested()]
      const request = { action, bucket, key: chance(0.7) ? key() : '', known: more }
      const search = { action, known: more, ...(chance(0.7) && { bucket, below: chance(0.6) ? key() : '', directly: chance(0.5) }) }
      const whole = { ...known, ...more }
      const decisions = [
        ['isAllowed', judged.isAllowed(request), plain.isAllowed(documents, { ...request, known: whole })],
        ['isDenied', judged.isDenied(request), plain.isDenied(documents, { ...request, known: whole })],
        ['mayAnywhere', judged.mayAnywhere(search), plain.mayAnywhere(documents, { ...search, known: whole })],
        ['mayAnywhere in all', judged.mayAnywhere({ action }), plain.mayAnywhere(documents, { action, known })],
      ] as const
      for (const [question, fast, slow] of decisions) {
        answers[fast ? 'yes' : 'no'] += 1
        if (fast !== slow)
          assert.unreachable(`SEED=${seed}: ${question} says ${fast} to ${JSON.stringify({ request, search, known, documents }, null, 1)}`)
      }
      // a statement on the bucket alone lets a key of no characters pass, and there is none
      if (decisions[0][1] && request.key) assert.ok(decisions[3][1], `SEED=${seed}: allowed, but nowhere: ${JSON.stringify({ request, known, documents })}`)
    }
  }
  assert.is(answers.yes + answers.no, 100_000)
  assert.ok(Math.min(answers.yes, answers.no) > 20_000, `one answer is rare: ${JSON.stringify(answers)}`)
})

test(`patterns match, cover and overlap as they do one character at a time (SEED=${seed})`, () => {
  const pattern = () => textOf(7, ['a', 'b', '*', '*', '?', '?', '🪣', 'aab'])
  for (let round = 0; round < 20_000; round += 1) {
    const [one, other, text] = [pattern(), pattern(), textOf(7, ['a', 'b', 'aab', '🪣', '?', '*'])]
    const compared = [
      ['matches', matches(globOf(one), text), plain.matches(one, text)],
      ['covers', covers(globOf(one), globOf(other)), plain.covers(one, other)],
      ['overlaps', overlaps(globOf(one), globOf(other)), plain.overlaps(one, other)],
    ] as const
    for (const [what, fast, slow] of compared)
      if (fast !== slow) assert.unreachable(`SEED=${seed}: ${what} says ${fast} for ${JSON.stringify([one, other, text])}`)
  }
})

test('parts longer than a word of bits are found, wherever they stand', () => {
  const long = 'ab?c'.repeat(20)
  const fit = long.replaceAll('?', 'x')
  for (const [before, after] of [['', ''], ['x'.repeat(40), ''], ['ab', 'ab'], [fit.slice(4), fit.slice(0, -1)]] as const) {
    assert.ok(matches(globOf(`*${long}*`), before + fit + after))
    assert.ok(overlaps(globOf(`*${long}*`), globOf(before + fit.replaceAll('c', '?') + after)))
  }
  for (const place of [0, 31, 32, 39, 79]) assert.not(matches(globOf(`*${long}*`), `${fit.slice(0, place)}-${fit.slice(place + 1)}`), String(place))
})

test.run()
