import { startFakeServer } from '../../../test/core/fake-server.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import { cleanup, find, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import type { Effects } from '../access.ts'
import { comparisonIncomplete, policyWithoutAccounts } from '../messages.ts'
import { EffectsStrip } from '../pages/effects/effects-strip.tsx'
import { ShowChanges } from '../pages/effects/show-changes.tsx'
import { type EffectsState, useEffects } from '../pages/effects/use-effects.ts'

const Strip = ({ text }: { text: string }) => <EffectsStrip of={useEffects('team', text, true)} changed />

const effectsText = () => find('[aria-label="Effects of this change"]').textContent

test('the effects of a policy are unknown while its text is not JSON', async () => {
  const effects = {
    accounts: 3,
    users: ['ana'],
    groups: [{ name: 'staff', members: 2 }],
    changes: [],
    partial: false,
    unreadablePolicies: [],
  }
  await startFakeServer(() => ({ body: effects }))
  startTestSession({ plugins: ['policies'] })
  const { again } = await render(<Strip text="{}" />)
  await until(() => assert.match(effectsText(), 'Affects 3 accounts'))
  await again(<Strip text="{" />)
  assert.not.match(effectsText(), 'Affects')
  assert.match(effectsText(), 'The effects are unknown: The policy is not valid JSON.')
  await again(<Strip text="{}" />)
  assert.match(effectsText(), 'Affects 3 accounts')
})

test('Show Changes says that the effects are unknown, or that the policy has no accounts', async () => {
  const textOf = async (of: EffectsState) => {
    await cleanup()
    await render(<ShowChanges before="{}" after="{ }" of={of} onClose={() => {}} />)
    return find('[role=dialog]').textContent
  }
  const failure = new Failure(500, 'The storage server is not reachable')
  assert.match(
    await textOf({ working: false, failure }),
    'The effects are unknown: The storage server is not reachable',
  )
  const effects: Effects = { accounts: 0, users: [], groups: [], changes: [], partial: false, unreadablePolicies: [] }
  assert.match(await textOf({ working: false, effects }), policyWithoutAccounts)
  assert.match(
    await textOf({ working: false, effects: { ...effects, accounts: 1, partial: true } }),
    comparisonIncomplete,
  )
})
