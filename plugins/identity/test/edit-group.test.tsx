import { banners } from '../../../core/web/toasts.ts'
import { administrators } from '../../../test/lib/administrators.ts'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, field, find, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { EditGroup } from '../pages/group-form.tsx'

type Features = NonNullable<NonNullable<Parameters<typeof startTestSession>[0]>['features']>

const all: Features = ['administration', 'users', 'groups', 'account-changes', 'account-status']

/** Opens the form of the group `team`, and returns what it saves. */
const open = async ({ denied = [], features = all }: { denied?: readonly string[]; features?: Features }) => {
  const group = { name: 'team', members: ['ana', 'bob'], status: 'enabled', policy: '' }
  const respond = ({ method, url, body }: ReceivedRequest) => {
    if (url.includes('has-permission')) {
      const { actions } = JSON.parse(body) as { actions: { id: string; action: string }[] }
      return { permissions: actions.map(({ id, action }) => ({ id, can: !denied.includes(action) })) }
    }
    if (url.includes('administrators')) return administrators()
    if (method === 'PUT') saved.push(JSON.parse(body) as object)
    return url.includes('/users') ? { users: [] } : group
  }
  const saved: object[] = []
  await startFakeServer((request) => ({ body: respond(request) }))
  startTestSession({ plugins: ['identity'], features })
  await render(<EditGroup name="team" onClose={() => {}} onDone={async () => {}} />)
  await until(() => field('Users optional'))
  return saved
}

test.after.each(() => {
  banners.messages = []
})

test('members of a group can be edited on a storage that cannot disable groups', async () => {
  const saved = await open({ features: all.filter((one) => one !== 'account-status') })
  await click(find('[role=dialog] [aria-label="Remove bob"]'))
  await click(button('Save'))
  await until(() => assert.equal(saved, [{ status: 'enabled', members: ['ana'] }]))
})

test('the form of a group leaves out what the account may not change, and says why', async () => {
  const saved = await open({ denied: ['admin:EnableGroup'] })
  await until(() => assert.match(find('[role=dialog]').textContent, /Your policies do not allow\sadmin:EnableGroup/))
  assert.throws(() => field('Enabled'), /./)
  await click(find('[role=dialog] [aria-label="Remove bob"]'))
  await click(button('Save'))
  await until(() => assert.equal(saved, [{ status: 'enabled', members: ['ana'] }]))
})
