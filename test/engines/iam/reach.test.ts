import { assert, test } from '../../lib/suite.ts'
import { createEvaluator, type PolicyDocument } from '../../../engines/iam/policy.ts'
import {
  foldersWithAccess,
  isVisible,
  isGrantedInBucket,
  namedBuckets,
  prefixesIn,
} from '../../../engines/iam/visible-resources.ts'
import { allow, deny, document } from './statements.ts'

const known = { 'aws:username': ['ann'] }
const reach = (...statements: PolicyDocument['Statement']) => [createEvaluator([document(...statements)], known)]

test('buckets named literally in a policy are listed, and wildcards are not', () => {
  const named = namedBuckets(
    reach(allow('s3:*', 'photos photos/* logs-* * ${aws:username}-files/*'), deny('s3:*', 'secret/*')),
  )
  assert.equal(named.sort(), ['ann-files', 'photos'])
})

test('key prefixes come from resources and from conditions on the prefix', () => {
  const listed = allow('s3:ListBucket', 'b', { StringLike: { 's3:prefix': ['team/*', 'home/${aws:username}/*'] } })
  assert.equal(prefixesIn(reach(listed, allow('s3:GetObject', 'b/deep/er/*.txt c/other/*')), 'b').sort(), [
    'deep/er/',
    'home/ann/',
    'team/',
  ])
  assert.equal(prefixesIn(reach(allow('s3:*', 'other/*')), 'b'), [])
})

test('a folder that may not be listed shows the path to permitted ones, one level at a time', () => {
  const way = reach(allow('s3:GetObject', 'b/team/red/* b/team/blue/* b/home/${aws:username}/* b/file.txt'))
  assert.equal(foldersWithAccess(way, 'b', ''), ['home/', 'team/'])
  assert.equal(foldersWithAccess(way, 'b', 'team/'), ['team/blue/', 'team/red/'])
  assert.equal(foldersWithAccess(way, 'b', 'team/red/'), [])
  assert.equal(foldersWithAccess(way, 'b', 'secret/'), [])
  assert.equal(foldersWithAccess(way, 'other', ''), [])
  assert.equal(foldersWithAccess([], 'b', ''), [])
})

test('a bucket is accessible only if every layer allows it', () => {
  const own = createEvaluator([document(allow('s3:*', 'b/*'))])
  const restricted = (...statements: PolicyDocument['Statement']) => [own, createEvaluator([document(...statements)])]
  assert.ok(isGrantedInBucket([own], 'b', 's3:GetObject'))
  assert.not(isGrantedInBucket(restricted(allow('s3:PutObject', '*')), 'b', 's3:GetObject'))
  assert.not(isGrantedInBucket(restricted(allow('s3:*', 'c/*')), 'b', 's3:GetObject'))
})

test('a wildcard before the first slash matches listed bucket names, and no other bucket', () => {
  const logs = reach(allow('s3:GetObject s3:ListBucket', '*-logs/*'), allow('s3:PutObject', '*testcafe/write/*'))
  assert.ok(isVisible(logs, 'web-logs', 's3:GetObject'))
  assert.not(isVisible(logs, 'photos', 's3:GetObject'))
  assert.ok(isVisible(logs, 'testcafe', 's3:PutObject'))
  assert.not(isVisible(logs, 'photos', 's3:PutObject'))
  assert.not(isVisible(reach(allow('s3:GetObject', '*-logs')), 'photos', 's3:GetObject'))
  assert.ok(isVisible(reach(allow('s3:GetObject', '*')), 'photos', 's3:GetObject'))
  assert.ok(isVisible(reach(allow('s3:GetObject', 'pho*')), 'photos', 's3:GetObject'))
})

test('a name with a wildcard matches no other bucket', () => {
  const own = document(allow('s3:GetObject', '${aws:username}-files/deep/*'))
  const ofUser = (name: string) => [createEvaluator([own], { 'aws:username': [name] })]
  assert.equal(prefixesIn(ofUser('ann'), 'ann-files'), ['deep/'])
  assert.equal(prefixesIn(ofUser('*'), 'ann-files'), [])
})
