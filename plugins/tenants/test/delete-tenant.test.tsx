import { assert, suite } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { Differences, Needs } from '../pages/create/differences.tsx'
import { deleteTenant } from '../details/pages/removals.tsx'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { startTestSession } from '../../../test/lib/session.ts'
import { button, click, find, findAll, render, unmount, until } from '../../../test/lib/react.tsx'

const test = suite('deleting a tenant, and reviewing a copy')

const secrets = [
  { name: 'prod-env' },
  { name: 'prod-tls', used_by: ['Ingress shop spec.tls[0].secretName'] },
  { name: 'prod-issued', keeps: 'foreign' },
  { name: 'prod-unseen', keeps: 'unknown' },
]
/** Ids of the permissions that the caller lacks. */
let missing: readonly string[]
test.before.each(() => {
  startTestSession({ operator: true })
  missing = []
})

const respond = ({ url, body }: ReceivedRequest) => {
  if (!url.endsWith('/has-permission')) return { status: 200, body: { secrets } }
  const { actions } = JSON.parse(body) as { actions: { id: string; action: string }[] }
  const permissions = actions.map(({ id, action }) => ({ id, can: !missing.includes(action) }))
  return { status: 201, body: { permissions } }
}
const openDialog = async (namespace: string) => {
  await render(
    <>
      <ConfirmDialogs />
      <button type="button" onClick={() => void deleteTenant({ namespace, tenant: 'prod' }, 4)}>
        Delete it
      </button>
    </>,
  )
  await click(button('Delete it'))
  await until(() => find('[role=dialog]'))
}
const volumesSwitch = () => find('[role=dialog] [role=switch], [role=dialog] input[type=checkbox]')

const text = () => find('[role=dialog]').textContent ?? ''

test('the dialog names the secrets deleted with the volumes, and why the others stay', async () => {
  const { sent } = await startFakeServer(respond)
  await openDialog('shop')
  const isSecrets = ({ url }: ReceivedRequest) => url.endsWith('/secrets')
  assert.not(sent.some(isSecrets), 'no secrets are requested while volumes stay')
  await click(volumesSwitch())
  await until(() => assert.match(text(), 'Also deleted: secret prod-env.'))
  assert.match(text(), 'Secret prod-tls is kept, because it is used by Ingress shop spec.tls[0].secretName.')
  assert.match(text(), 'Secret prod-issued is kept, because this console did not create it.')
  assert.match(text(), 'Secret prod-unseen is kept, because you cannot list what else uses it.')
  await click(button('Cancel', find('[role=dialog]')))
  await until(() => assert.equal(findAll('[role=dialog]'), []))
})

test('volumes cannot be chosen without the rights to delete them and to list secrets', async () => {
  await startFakeServer(respond)
  for (const action of ['k8s:deletecollection:persistentvolumeclaims', 'k8s:list:secrets']) {
    missing = [action]
    await openDialog(`without-${action.split(':')[2]}`)
    await until(() => assert.ok((volumesSwitch() as HTMLInputElement).disabled))
    assert.match(text(), action.split(':')[2]!)
    await unmount()
  }
})

test('the review of a copy names the differences and what its namespace is missing', async () => {
  await render(
    <>
      <Needs
        of={[
          { kind: 'Secret', name: 'shared', paths: ['env[0].valueFrom.secretKeyRef.name'], state: 'missing' },
          { kind: 'ServiceAccount', name: 'runner', paths: ['serviceAccountName'], state: 'unknown' },
        ]}
      />
      <Differences
        of={[
          { path: 'mountPath', before: '/export', after: '/data' },
          { path: 'subPath', before: '/x' },
        ]}
      />
    </>,
  )
  const page = document.body.textContent ?? ''
  assert.match(page, 'secret shared, used by env[0].valueFrom.secretKeyRef.name')
  assert.match(page, 'service account runner, used by serviceAccountName (whether it exists is unknown)')
  assert.match(page, '2 fields differ from the other tenant')
  assert.match(page, '/export → /data')
  assert.match(page, '/x → Not set')
})
