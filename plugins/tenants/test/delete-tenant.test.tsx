import { assert, suite } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { Differences, Needs } from '../pages/create/differences.tsx'
import { deleteTenant } from '../details/pages/removals.tsx'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, find, findAll, render, until } from '../../../test/lib/react.tsx'

const test = suite('deleting a tenant, and reviewing a copy')

const secrets = [
  { name: 'prod-env' },
  { name: 'prod-tls', used_by: ['Ingress shop spec.tls[0].secretName'] },
  { name: 'prod-issued', keeps: 'foreign' },
  { name: 'prod-unseen', keeps: 'unknown' },
]
const text = () => find('[role=dialog]').textContent ?? ''

test('the dialog names the secrets deleted with the volumes, and why the others stay', async () => {
  const requests: ReceivedRequest[] = []
  await startFakeServer((sent) => {
    requests.push(sent)
    return { status: 200, body: { secrets } }
  })
  await render(
    <>
      <ConfirmDialogs />
      <button type="button" onClick={() => void deleteTenant({ namespace: 'shop', tenant: 'prod' }, 4)}>
        Delete it
      </button>
    </>,
  )
  await click(button('Delete it'))
  await until(() => find('[role=dialog]'))
  assert.equal(requests, [], 'no secrets are requested while volumes stay')
  await click(find('[role=dialog] [role=switch], [role=dialog] input[type=checkbox]'))
  await until(() => assert.match(text(), 'Also deleted: secret prod-env.'))
  assert.match(text(), 'Secret prod-tls is kept, because it is used by Ingress shop spec.tls[0].secretName.')
  assert.match(text(), 'Secret prod-issued is kept, because this console did not create it.')
  assert.match(text(), 'Secret prod-unseen is kept, because you cannot list what else uses it.')
  await click(button('Cancel', find('[role=dialog]')))
  await until(() => assert.equal(findAll('[role=dialog]'), []))
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
