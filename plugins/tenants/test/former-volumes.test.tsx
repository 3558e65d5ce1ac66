import { assert, suite } from '../../../test/lib/suite.ts'
import { FormerVolumes, useFormerVolumes } from '../pages/create/former-volumes.tsx'
import { type FakeResponse, startFakeServer } from '../../../test/core/fake-server.ts'
import { render, until } from '../../../test/lib/react.tsx'

const test = suite('volumes of a deleted tenant')

let line: Awaited<ReturnType<typeof startFakeServer>>
let reply: FakeResponse

test.before.each(async () => void (line = await startFakeServer(() => reply)))

const Wizard = (tenant: { namespace: string; name: string }) => {
  const former = useFormerVolumes(tenant)
  return <div>{former ? <FormerVolumes {...former} /> : 'no warning'}</div>
}
const pageText = () => document.body.textContent ?? ''
const requestSent = () => until(() => assert.is(line.sent.length, 1))

test('the wizard warns of volumes that a new tenant of the same name would attach', async () => {
  const volumes = Array.from({ length: 8 }, (_, index) => `data${index % 2}-wharf-pool-0-${index >> 1}`)
  reply = { body: { pools: [{ name: 'pool-0', volumes }] } }
  await render(<Wizard namespace="quay" name="wharf" />)
  await until(() => assert.match(pageText(), 'Volumes of a deleted tenant wharf exist in quay.'))
  assert.match(pageText(), 'data0-wharf-pool-0-0, data1-wharf-pool-0-0, data0-wharf-pool-0-1 and 5 more')
  assert.match(pageText(), 'a pool named pool-0 attaches them with their data')
  assert.match(line.sent[0]?.url ?? '', /\/namespaces\/quay\/tenants\/wharf\/remains$/)
})

test('without such volumes there is no warning', async () => {
  reply = { body: { pools: [] } }
  await render(<Wizard namespace="quay" name="wharf" />)
  await requestSent()
  assert.is(pageText(), 'no warning')
})

test('volumes that may not be listed are unknown', async () => {
  reply = { status: 403, body: { code: 403, message: 'Access denied', detailedMessage: null } }
  await render(<Wizard namespace="quay" name="wharf" />)
  await until(() =>
    assert.match(pageText(), 'Whether a deleted tenant wharf left volumes in quay is unknown: Access denied'),
  )
})
