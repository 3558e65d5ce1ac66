import { assert, test } from '../lib/suite.ts'
import { isTemporaryFailure } from '../../core/protocol/failure.ts'

test('failures without an answer and of gateways are temporary, others are not', () => {
  const statuses = [0, 400, 401, 403, 404, 409, 429, 500, 501, 502, 503, 504, 505]
  assert.equal(
    statuses.filter((status) => isTemporaryFailure({ status })),
    [0, 502, 503, 504],
  )
})
