import { startFakeServer } from '../../../test/core/fake-server.ts'
import { find, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { EffectsStrip } from '../pages/effects/effects-strip.tsx'
import { useEffects } from '../pages/effects/use-effects.ts'

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
