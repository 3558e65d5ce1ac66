import { callState } from '../../../test/lib/call-state.ts'
import { button, click, find, render, unmount, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { versionsCountTowardQuota } from '../messages.ts'
import { Summary } from '../pages/summary.tsx'
import type { SummaryCalls } from '../pages/use-summary.ts'

/** Text of the question before versioning is enabled on a bucket with this quota, in bytes. */
const questionAt = async (quota: number) => {
  startTestSession({ plugins: ['buckets'], features: ['versions', 'quota'] })
  const summary = {
    bucket: 'photos',
    when: true,
    canLock: false,
    encryption: callState(),
    corsRules: callState(),
    replication: callState(),
    versioning: callState({ is_versioned: false, status: '', excludedPrefixes: [], excludeFolders: false }),
    locking: callState({ object_locking_enabled: false }),
    quota: callState({ quota }),
    reload: async () => undefined,
  } as unknown as SummaryCalls
  await render(
    <>
      <Summary
        info={callState({ name: 'photos' }) as never}
        summary={summary}
        refusal={() => false}
        onChanged={async () => undefined}
      />
      <ConfirmDialogs />
    </>,
  )
  await click(button('Edit Versioning'))
  await until(() => assert.match(find('[role=dialog]').textContent, 'photos'))
  const question = find('[role=dialog]').textContent
  await click(button('Cancel'))
  await unmount()
  return question
}

test('enabling versioning mentions the quota of a bucket that has one', async () => {
  assert.match(await questionAt(1024), versionsCountTowardQuota.trim())
  assert.not.match(await questionAt(0), versionsCountTowardQuota.trim())
})
