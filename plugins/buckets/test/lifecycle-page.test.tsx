import { assert, test } from '../../../test/lib/suite.ts'
import type { Feature } from '../../../core/protocol/features.ts'
import type { LifecycleRule } from '../contract.ts'
import { toWire } from '../lifecycle.ts'
import { Lifecycle } from '../pages/lifecycle.tsx'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { find, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { pressRow } from '../../../test/lib/undo.tsx'
import { lifecycleRule } from './lifecycle-rule.ts'

const text = () => document.body.textContent ?? ''

const show = async (features: Feature[], ...rules: LifecycleRule[]) => {
  await startFakeServer(({ url }) =>
    url.endsWith('/lifecycle') ? { body: { lifecycle: rules.map(toWire) } } : undefined,
  )
  startTestSession({ plugins: ['buckets'], features })
  await render(<Lifecycle bucket="photos" refusal={false} />)
}

const open = async (features: Feature[]) => {
  await show(features)
  await until(() => assert.match(text(), 'A rule removes objects'))
}

test('a bucket without lifecycle rules says what rules do', async () => {
  await open(['tiers'])
  assert.match(text(), 'moves them to a remote tier')
})

test('remote tiers are not mentioned where the storage does not support them', async () => {
  await open([])
  assert.not.match(text(), 'remote tier')
})

test('several transitions are mentioned, and their fields are disabled with the reason', async () => {
  const none = { date: '', days: 0, storage_class: '', noncurrent_transition_days: 0, noncurrent_storage_class: '' }
  await show(
    ['versions'],
    lifecycleRule(
      {},
      {
        prefix: 'a/',
        unknown: ['Transition'],
        transition: { ...none, noncurrent_transition_days: 7, noncurrent_storage_class: 'GLACIER' },
      },
    ),
  )
  await until(() => assert.match(text(), 'Move in several transitions, older versions to GLACIER after 7 days'))
  await pressRow('a/', 'Edit')
  await until(() => assert.match(find('[role=dialog]').textContent, 'several transitions, which this console'))
  assert.not.match(find('[role=dialog]').textContent, 'this is not changed')
  const isDisabled = (name: string) => (find(`[data-field="${name}"] :is(input, select)`) as HTMLInputElement).disabled
  assert.equal(['move', 'older', 'prefix'].map(isDisabled), [true, false, false])
  assert.is(find('[data-field=move] select').textContent, 'In several transitions')
})
