import { assert, test } from '../../../test/lib/suite.ts'
import { type Rule, stateOf } from '../pages/replication/rule-display.ts'
import type { ReplicationStatus } from '../replication.ts'

test('the status, which is loaded more often than the rules, decides whether a target was contacted', () => {
  const arn = 'arn:minio:replication::x:copy'
  const state = (ofRule: boolean | undefined, ofStatus: boolean | undefined) =>
    stateOf(
      { status: 'Enabled', destination: { bucket: arn }, target: { online: ofRule } } as unknown as Rule,
      {
        targets: [{ arn, online: ofStatus, failedLastMinute: { objects: 0 }, failedLastHour: { objects: 0 } }],
      } as unknown as ReplicationStatus,
    )
  assert.is(state(undefined, undefined), 'Not contacted yet')
  assert.is(state(undefined, true), 'Enabled')
  assert.is(state(undefined, false), 'Failing')
  assert.is(state(true, undefined), 'Enabled')
})

test('a rule fails while attempts fail, and says for an hour that some did', () => {
  const arn = 'arn:minio:replication::x:copy'
  const state = (failedLastMinute: number, failedLastHour: number) =>
    stateOf(
      { status: 'Enabled', destination: { bucket: arn } } as unknown as Rule,
      {
        targets: [
          { arn, failedLastMinute: { objects: failedLastMinute }, failedLastHour: { objects: failedLastHour } },
        ],
      } as unknown as ReplicationStatus,
    )
  assert.equal([state(2, 10), state(0, 10), state(0, 0)], ['Failing', 'Failed recently', 'Enabled'])
})
