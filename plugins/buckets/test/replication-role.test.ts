import { assert, test } from '../../../test/lib/suite.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import { toTargetError } from '../minio/targets.ts'

const to = { targetURL: 'https://elsewhere.example', destinationBucket: 'copies' }

test('a server in site replication explains why a rule cannot be changed, added or removed', () => {
  for (const code of ['XMinioReplicationDenyEdit', 'XMinioAdminRemoteTargetDenyAdd']) {
    const failure = toTargetError(new Failure(400, 'Cannot alter local replication config', { code }), 'photos', to)
    assert.is((failure as Failure).message, 'Site replication is on and manages the rules of all buckets')
  }
})

test('a replication role set by another tool explains why a second target is refused', () => {
  const message = '`Role` should be empty in replication configuration for multiple targets'
  const failure = toTargetError(
    new Failure(400, message, { detail: `InvalidArgument: ${message}` }),
    'photos',
    to,
  ) as Failure
  assert.match(failure.message, /^Another tool gave the replication of "photos" a role/)
  assert.match(failure.detail ?? '', /should be empty/)
})
