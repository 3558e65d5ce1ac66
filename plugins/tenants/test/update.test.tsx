import { assert, test } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { Toasts } from '../../../ui/toasts.tsx'
import { updateImage } from '../details/pages/update.tsx'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, field, render, type, unmount, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

const tenantRef = { namespace: 'apps', tenant: 'store' }
const dialog = () => document.querySelector('[role=dialog]')?.textContent ?? ''

test.before.each(() => {
  startTestSession({ operator: true, account: 'admin', plugins: ['tenants'] })
})

test('the update dialog of a tenant without an image names the image of the operator', async () => {
  for (const [image, expectedText] of [
    ['', "Currently the operator's default image."],
    ['quay.io/minio/minio:2', 'Now quay.io/minio/minio:2'],
  ] as const) {
    await render(
      <>
        <button type="button" onClick={() => void updateImage(tenantRef, { image, enable_prometheus: false })}>
          Open
        </button>
        <ConfirmDialogs />
      </>,
    )
    await click(button('Open'))
    await until(() => assert.ok(dialog().includes(expectedText), dialog()))
    await click(button('Cancel'))
    await unmount()
  }
})

test('the message names the secret with the credentials of a registry, which may be a new one', async () => {
  const sent: unknown[] = []
  await startFakeServer(({ method, body }) => {
    if (method === 'PUT') sent.push(JSON.parse(body))
    return { status: 201, body: { image_pull_secret: 'store-regcred-2' } }
  })
  await render(
    <>
      <button type="button" onClick={() => void updateImage(tenantRef, { image: 'a/b:1', enable_prometheus: false })}>
        Open
      </button>
      <ConfirmDialogs />
      <Toasts />
    </>,
  )
  await click(button('Open'))
  await click(field('Set Custom Image Registry'))
  const registry = { registry: 'r.example', username: 'u', password: 'a-password' }
  for (const [label, value] of [
    ['Endpoint', registry.registry],
    ['Username', registry.username],
    ['Password', registry.password],
  ] as const)
    await type(field(label), value)
  await click(button('Save'))
  const expected = /Registry credentials are in secret store-regcred-2/
  await until(() => assert.match(document.body.textContent ?? '', expected))
  assert.equal(sent, [{ image_registry: registry }])
})

test('an unchanged image is not sent, since it may have been updated meanwhile', async () => {
  const sent: unknown[] = []
  await startFakeServer(({ method, body }) => {
    if (method === 'PUT') sent.push(JSON.parse(body))
    return { status: 201, body: {} }
  })
  await render(
    <>
      <button type="button" onClick={() => void updateImage(tenantRef, { image: 'a/b:1', enable_prometheus: false })}>
        Open
      </button>
      <ConfirmDialogs />
    </>,
  )
  await click(button('Open'))
  await click(field('Announce Metrics'))
  await click(button('Save'))
  await until(() => assert.equal(sent, [{ image_pull_secret: '', enable_prometheus: true }]))
})
