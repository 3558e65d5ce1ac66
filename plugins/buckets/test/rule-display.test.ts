import { assert, test } from '../../../test/lib/suite.ts'
import { type Rule, stateOf } from '../pages/replication/rule-display.ts'
import type { ReplicationStatus } from '../replication.ts'

test('the status, which is loaded more often than the rules, decides whether a target was contacted', () => {
  const arn = 'arn:minio:replication::x:copy'
  const state = (ofRule: boolean | undefined, ofStatus: boolean | undefined) =>
    stateOf(
      { status: 'Enabled', destination: { bucket: arn }, target: { online: ofRule } } as unknown as Rule,
      { targets: [{ arn, online: ofStatus, failedLastHour: { objects: 0 } }] } as unknown as ReplicationStatus,
    )
  assert.is(state(undefined, undefined), 'Not contacted yet')
  assert.is(state(undefined, true), 'Enabled')
  assert.is(state(undefined, false), 'Failing')
  assert.is(state(true, undefined), 'Enabled')
})
