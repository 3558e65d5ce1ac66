import { assert, test } from '../../lib/suite.ts'
import {
  accessAt,
  resourcePatternOf,
  resourcePatternsOf,
  matrixRow,
  prepareRules,
} from '../../../engines/iam/resource-patterns.ts'
import { isObjectAction } from '../../../engines/iam/actions.ts'
import { globOf, matches } from '../../../engines/iam/glob.ts'
import { createEvaluator } from '../../../engines/iam/policy.ts'
import { createGenerator } from './create-generator.ts'
import { allow, deny, document } from './statements.ts'

const seed = Number(process.env.SEED ?? 20261122)

test(`a location is allowed if every request in it is, and denied if none is (SEED=${seed})`, () => {
  const { withProbability, pick, buckets, key, caller, requested, documents, resource } = createGenerator(seed)
  const actions = ['s3:GetObject', 's3:PutObject', 's3:ListBucket', 's3:CreateBucket']
  const states = { allowed: 0, conditional: 0, denied: 0, none: 0 }
  for (let round = 0; round < 1500; round += 1) {
    const own = [documents(), ...(withProbability(0.2) ? [documents()] : [])]
    const known = caller()
    const action = pick(actions)
    const location = withProbability(0.5)
      ? `${pick(buckets)}/${withProbability(0.5) ? `${key()}*` : '*'}`
      : resourcePatternOf(resource().slice('arn:aws:s3:::'.length))
    const layers = own.map((documents) => prepareRules(documents, known))
    const { state, reasons } = accessAt(layers, action, location)
    states[state] += 1
    if (state !== 'conditional') assert.equal(reasons, [])
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const bucket = pick(buckets)
      const request = { action, bucket, key: isObjectAction(action) ? key() || 'x' : '', requestContext: requested() }
      const name = isObjectAction(action) ? `${bucket}/${request.key}` : `${bucket}/`
      const inside = isObjectAction(action) ? globOf(location) : globOf(`${location.split('/')[0]}/`)
      if (!matches(inside, name)) continue
      const allowed = own.every((documents) => createEvaluator(documents, known).isAllowed(request))
      if (state !== 'conditional' && allowed !== (state === 'allowed'))
        assert.unreachable(
          `SEED=${seed}: ${location} is ${state} for ${JSON.stringify({ request, known, own }, null, 1)}`,
        )
    }
  }
  for (const [state, count] of Object.entries(states))
    assert.ok(count > 8, `${state} is rare: ${JSON.stringify(states)}`)
})

const states = (location: string, ...statements: Parameters<typeof document>) => {
  const row = matrixRow([prepareRules([document(...statements)], { 'aws:username': ['ann'] })], location)
  return Object.values(row)
    .map(({ state }) => state)
    .join(' ')
}

test('a row shows the granted rights per kind of access', () => {
  assert.is(states('etl/*', allow('s3:*', 'etl etl/*')), 'allowed allowed allowed allowed allowed')
  assert.is(
    states('etl/*', allow('s3:GetObject', '*'), allow('s3:PutObject', 'etl/tmp/*')),
    'none allowed conditional none none',
  )
  assert.is(
    states('etl/*', allow('s3:*', '*'), deny('s3:DeleteObject', 'etl/*')),
    'allowed allowed allowed denied allowed',
  )
  assert.is(
    states('etl/*', allow('s3:*', '*'), deny('s3:DeleteObject', 'etl/raw/*')),
    'allowed allowed allowed conditional allowed',
  )
  assert.is(states('home/ann/*', allow('s3:GetObject', 'home/${aws:username}/*')), 'none allowed none none none')
  assert.is(states('etl/*', allow('s3:PutBucketPolicy', 'etl')), 'none none none none conditional')
})

test('rights on a part of a location may be shown in a separate row', () => {
  const rules = [
    prepareRules(
      [document(allow('s3:GetObject', '*'), allow('s3:PutObject', 'b/tmp/*'), deny('s3:GetObject', 'b/raw/*'))],
      {},
    ),
  ]
  const state = (action: string, location: string) => accessAt(rules, action, location, 'aside').state
  assert.equal(
    [
      state('s3:PutObject', 'b/*'),
      state('s3:PutObject', 'b/tmp/*'),
      state('s3:GetObject', 'b/*'),
      state('s3:GetObject', 'c/*'),
    ],
    ['none', 'allowed', 'conditional', 'allowed'],
  )
})

test('the conditions of a cell are described', () => {
  const rules = [
    prepareRules(
      [
        document(
          allow('s3:ListBucket', 'b', { StringLike: { 's3:prefix': ['home/*'] } }),
          allow('s3:GetObject', '*'),
          deny('s3:GetObject', 'b/secret/*'),
        ),
      ],
      {},
    ),
  ]
  assert.equal(accessAt(rules, 's3:ListBucket', 'b/*').reasons, ['only where s3:prefix StringLike home/*'])
  assert.equal(accessAt(rules, 's3:GetObject', 'b/*').reasons, ['not in b/secret/*'])
  const some = [prepareRules([document(allow('s3:PutBucketPolicy s3:PutBucketVersioning', 'b'))], {})]
  assert.equal(matrixRow(some, 'b/*').manage, {
    state: 'conditional',
    reasons: ['only PutBucketPolicy, PutBucketVersioning'],
  })
})

test('locations are those named by the policies, and a bucket includes its objects', () => {
  const documents = [
    document(
      allow('s3:*', 'b b/* logs-*'),
      allow('s3:GetObject', 'home/${aws:username}/*'),
      deny('s3:*', 'c/*'),
      allow('admin:*'),
    ),
  ]
  assert.equal(resourcePatternsOf(documents, { 'aws:username': ['ann'] }), ['b/*', 'home/ann/*', 'logs-*'])
})

test('versions of a bucket can be listed with the right to list the bucket or its versions', () => {
  const stateWith = (...statements: Parameters<typeof document>) =>
    accessAt([prepareRules([document(...statements)], {})], 's3:ListBucketVersions', 'b/*').state
  assert.is(stateWith(allow('s3:ListBucket', 'b')), 'allowed')
  assert.is(stateWith(allow('s3:ListBucketVersions', 'b')), 'allowed')
  assert.is(stateWith(allow('s3:ListBucket', 'b'), deny('s3:ListBucketVersions', 'b')), 'allowed')
  assert.is(stateWith(allow('s3:GetObject', 'b/*')), 'none')
})
