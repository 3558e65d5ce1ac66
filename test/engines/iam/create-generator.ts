import type { ConditionContext, PolicyDocument } from '../../../engines/iam/policy.ts'
import { choicesFrom } from '../../lib/random.ts'

type Statement = PolicyDocument['Statement'][number]

/**
 * Random policies, callers and requests, the same in every run of one seed. There are few names, so that they match
 * often.
 */
export const createGenerator = (seed: number) => {
  const { below, withProbability, pick } = choicesFrom(seed)
  const some = <Value>(most: number, make: () => Value) => Array.from({ length: 1 + below(most) }, make)

  const actions = [
    's3:GetObject',
    's3:PutObject',
    's3:ListBucket',
    's3:GetObjectVersion',
    's3:CreateBucket',
    'admin:ListUsers',
  ]
  const actionPatterns = [...actions, 's3:*', 's3:Get*', 's3:?etObject', 's3:*Object', '*', 'admin:*', 's3:*t*']
  const buckets = ['a', 'ab', 'b', 'home']
  const pieces = [
    'a',
    'b',
    'ab',
    '/',
    '/',
    'x',
    '*',
    '*',
    '?',
    '🪣',
    'ann',
    '${aws:username}',
    '${aws:groups}',
    '${jwt:sub}',
    '${none}',
  ]
  const textOf = (most: number, from: readonly string[]) => some(most, () => pick(from)).join('')
  const resource = () =>
    `arn:aws:s3:::${withProbability(0.1) ? '*' : pick([...buckets, 'a*', '?', '*', '${aws:username}'])}${withProbability(0.75) ? `/${textOf(4, pieces)}` : ''}`
  const key = () => textOf(5, ['a', 'b', 'ab', '/', 'x', 'ann', '🪣', '*', '?', 'y'])

  const condition = (): Statement['Condition'] => {
    const texts = (): [string, string[]] => [
      pick([
        'aws:username',
        'aws:groups',
        's3:prefix',
        's3:delimiter',
        'jwt:sub',
        's3:ExistingObjectTag/team',
        'aws:none',
      ]),
      withProbability(0.3) ? ['${aws:username}'] : some(2, () => textOf(3, pieces)),
    ]
    const [operator, [name, values]] = pick<() => [string, [string, string[]]]>([
      () => [
        pick([
          'StringEquals',
          'StringNotEquals',
          'StringLike',
          'StringNotLike',
          'StringEqualsIgnoreCase',
          'Sometimes',
          'ForAllValues:StringLike',
          'ForAnyValue:StringEquals',
        ]),
        texts(),
      ],
      () => ['NumericLessThan', ['s3:max-keys', [String(below(20))]]],
      () => ['Bool', ['aws:SecureTransport', [pick(['true', 'false'])]]],
      () => ['Null', [pick(['aws:username', 's3:prefix', 's3:versionid']), [pick(['true', 'false'])]]],
      () => [pick(['IpAddress', 'NotIpAddress']), ['aws:SourceIp', some(2, () => `10.0.${below(3)}.0/24`)]],
    ])()
    return { [operator]: { [name]: values } }
  }

  const statement = (): Statement => ({
    Effect: withProbability(0.65) ? 'Allow' : 'Deny',
    [withProbability(0.85) ? 'Action' : 'NotAction']: some(3, () => pick(actionPatterns)),
    ...(withProbability(0.95) && { [withProbability(0.85) ? 'Resource' : 'NotResource']: some(3, resource) }),
    ...(withProbability(0.3) && { Condition: { ...condition(), ...(withProbability(0.3) && condition()) } }),
  })

  const caller = (): ConditionContext => ({
    'aws:username': [pick(['ann', 'a', 'x*', '?', 'a/b'])],
    ...(withProbability(0.5) && { 'aws:groups': some(3, () => pick(['staff', 'a', 'b*'])) }),
    ...(withProbability(0.3) && { 'jwt:sub': ['sub-1'] }),
    ...(withProbability(0.6) && { 'aws:SourceIp': [`10.0.${below(4)}.7`] }),
    ...(withProbability(0.6) && { 'aws:SecureTransport': [pick(['true', 'false'])] }),
  })

  const requested = (): ConditionContext => ({
    ...(withProbability(0.4) && { 's3:prefix': [pick(['', 'a/', 'ann/x', 'home/', 'b'])] }),
    ...(withProbability(0.2) && { 's3:max-keys': [String(below(20))] }),
    ...(withProbability(0.2) && { 's3:delimiter': ['/'] }),
    ...(withProbability(0.2) && { 's3:ExistingObjectTag/team': [pick(['a', 'b'])] }),
  })

  const documents = () => some(2, (): PolicyDocument => ({ Version: '2012-10-17', Statement: some(4, statement) }))

  return {
    below,
    withProbability,
    pick,
    some,
    textOf,
    actions,
    buckets,
    pieces,
    key,
    resource,
    caller,
    requested,
    statement,
    documents,
  }
}
