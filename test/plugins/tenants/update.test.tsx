import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ref } from 'valtio'
import { session } from '../../../core/web/session.ts'
import { Confirms } from '../../../ui/confirm.tsx'
import { updateImage } from '../../../plugins/tenants/details/pages/update.tsx'
import { button, cleanup, click, render, until } from '../../lib/react.tsx'

const place = { namespace: 'apps', tenant: 'store' }
const dialog = () => document.querySelector('[role=dialog]')?.textContent ?? ''

test.before.each(() => {
  session.value = ref({
    status: 'ok',
    pages: [],
    features: [],
    password: 'owner',
    operator: true,
    distributedMode: false,
    withheld: [],
    rights: 'some' as const,
    account: 'admin',
    plugins: ['tenants'],
  })
  session.state = 'in'
})
test.after.each(cleanup)

test('the update dialog of a tenant without an image names the image of the operator', async () => {
  for (const [image, words] of [
    ['', "Currently the operator's default image."],
    ['quay.io/minio/minio:2', 'Now quay.io/minio/minio:2'],
  ] as const) {
    await render(
      <>
        <button type="button" onClick={() => void updateImage(place, { image, enable_prometheus: false })}>
          Open
        </button>
        <Confirms />
      </>,
    )
    await click(button('Open'))
    await until(() => assert.ok(dialog().includes(words), dialog()))
    await click(button('Cancel'))
    await cleanup()
  }
})

test.run()
