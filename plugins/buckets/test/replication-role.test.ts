import { assert, test } from '../../../test/lib/suite.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import { toTargetError } from '../minio/targets.ts'

const to = { targetURL: 'https://elsewhere.example', destinationBucket: 'copies' }

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
