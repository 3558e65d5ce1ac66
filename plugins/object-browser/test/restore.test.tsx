import { assert, test } from '../../../test/lib/suite.ts'
import type { Feature } from '../../../core/protocol/features.ts'
import type { Item } from '../contract.ts'
import { Restored, RestoreButton } from '../pages/object/restore.tsx'
import { button, click, render, unmount } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

const on = (features: Feature[]) => {
  startTestSession({ features, account: 'admin' })
}

const item = (more: Partial<Item>): Item => ({ name: 'old.txt', size: 7, last_modified: '', ...more })

const reasonFor = async (more: Partial<Item>, refused: string | false = false) => {
  let presses = 0
  await render(<RestoreButton item={item(more)} refusal={() => refused} onPress={() => (presses += 1)} />)
  const found = button('Restore')
  await click(found)
  const why = presses > 0 ? 'pressed' : (document.body.textContent ?? '').replace('Restore', '')
  await unmount()
  return why
}

test('an object in a tier can be restored, and other objects show why not', async () => {
  on(['tiers'])
  assert.is(await reasonFor({ storage_class: 'COLD' }), 'pressed')
  assert.is(
    await reasonFor({ storage_class: 'COLD', restored: { state: 'available', until: '2030-01-01T00:00:00Z' } }),
    'pressed',
  )
  assert.match(await reasonFor({ storage_class: 'STANDARD' }), /It is not in a tier/)
  assert.match(await reasonFor({ storage_class: 'COLD', restored: { state: 'running' } }), /already being restored/)
  assert.match(
    await reasonFor({ storage_class: 'COLD' }, 'Your policies do not allow\ns3:RestoreObject'),
    /s3:RestoreObject/,
  )
  on([])
  assert.match(await reasonFor({ storage_class: 'STANDARD' }), /not support remote tiers/)
})

test('a restored copy, or one in progress, is shown', async () => {
  await render(<Restored restored={{ state: 'running' }} />)
  assert.match(document.body.textContent ?? '', /being restored/)
  await unmount()
  await render(<Restored restored={{ state: 'available', until: '2030-01-02T00:00:00Z' }} />)
  assert.match(document.body.textContent ?? '', /restored until .*2030/)
})
