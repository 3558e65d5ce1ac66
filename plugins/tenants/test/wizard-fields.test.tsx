import { assert, suite } from '../../../test/lib/suite.ts'
import type { Step } from '../create/steps.ts'
import { Fields } from '../pages/create/fields.tsx'
import { type InitialValues, useSteps } from '../pages/create/use-steps.ts'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { click, field, find, findAll, render, type, unmount, until } from '../../../test/lib/react.tsx'

const test = suite('fields of the wizard')

const GI = 1024 ** 3
let quota: { status: number; body: object }
let nodes: { status: number; body: object }
const classOf = (name: string, left: number) => ({
  name: `${name}.storageclass.storage.k8s.io/requests.storage`,
  hard: left,
  used: 0,
})
const respond = ({ url }: ReceivedRequest) => {
  const { pathname } = new URL(url, 'http://here')
  if (pathname.endsWith('/tenants')) return { status: 200, body: { tenants: [], total: 0 } }
  if (pathname.includes('/resourcequotas/')) return quota
  return nodes
}

test.before.each(async () => {
  nodes = { status: 200, body: { max_memory: 64 * GI } }
  await startFakeServer(respond)
})

let steps: ReturnType<typeof useSteps> | undefined
const Wizard = ({ step, from }: { step: Step; from: InitialValues }) => {
  steps = useSteps(() => {}, { from, offers: { logSearch: false, prometheus: false }, reenter: [] })
  return <Fields forms={steps.forms} step={step} />
}
const show = (step: Step, from: InitialValues) => render(<Wizard step={step} from={from} />)
const setup = (more: object = {}) =>
  show('setup', {
    setup: { name: 'wharf', namespace: 'quay', servers: 4, drives: 4, size: '100', unit: 'Gi', ...more },
  })
const textOf = (name: string) => find(`[data-field=${name}]`)?.textContent ?? ''
const isWrong = (label: string) => field(label).getAttribute('aria-invalid') === 'true'

test('a cluster without storage classes is reported at Storage Class, and the namespace stays valid', async () => {
  quota = { status: 200, body: { name: '', elements: [] } }
  await setup()
  await until(() => assert.match(textOf('storage_class'), 'This cluster has no storage class'))
  assert.equal([isWrong('Storage Class'), isWrong('Namespace')], [true, false])
  assert.not.match(document.body.textContent ?? '', 'Please enter a valid namespace')
  assert.is(steps?.hindered, true)
})

test('storage classes that may not be read are not reported as missing, and the namespace is valid', async () => {
  quota = { status: 403, body: { message: 'Access denied', detailedMessage: 'cannot list storageclasses' } }
  await setup()
  await until(() => assert.match(textOf('storage_class'), 'Storage classes could not be read'))
  assert.equal([isWrong('Namespace'), isWrong('Storage Class')], [false, false])
  await type(field('Storage Class'), 'fast')
  assert.equal([steps?.hindered, steps?.forms.setup.values.storage_class], [false, 'fast'])
  assert.not.match(document.body.textContent ?? '', 'Error validating if namespace already has tenants')
})

test('nodes that may not be listed block nothing, and the requested memory is kept', async () => {
  quota = { status: 200, body: { name: '', elements: [classOf('fast', 2 ** 62)] } }
  nodes = { status: 403, body: { message: 'Access denied', detailedMessage: 'cannot list nodes' } }
  await setup({ memory: 8 })
  await until(() => assert.match(textOf('memory'), 'The memory of the nodes is unknown'))
  await until(() => assert.is(steps?.hindered, false))
  assert.is(isWrong('Number of Servers'), false)
  assert.is(steps?.allocation.memory?.request, 8 * GI)
})

test('too few untainted nodes block a new tenant but not a copy, which has the tolerations of its source', async () => {
  quota = { status: 200, body: { name: '', elements: [classOf('fast', 2 ** 62)] } }
  nodes = { status: 507, body: { message: 'There are not enough nodes' } }
  await setup()
  await until(() => assert.match(textOf('memory'), 'Nodes with taints are not counted'))
  await until(() => assert.is(steps?.hindered, false))
  await unmount()
  await show('setup', {})
  await type(field('Number of Servers'), '5')
  await until(() => assert.is(isWrong('Number of Servers'), true))
  assert.is(steps?.hindered, true)
})

test('a missing namespace is a hint with a button, not an error', async () => {
  quota = { status: 404, body: { message: 'not found' } }
  await setup()
  await until(() => assert.match(textOf('namespace'), 'The namespace "quay" does not exist yet. Create it here.'))
  assert.ok(findAll('button').some(({ textContent }) => textContent === 'Create Namespace'))
  assert.equal([isWrong('Namespace'), isWrong('Storage Class')], [false, false])
  assert.match(textOf('storage_class'), 'Create the namespace first')
  assert.is(steps?.hindered, true)
})

test('a size above the rest of the quota is an error at the size', async () => {
  quota = { status: 200, body: { name: 'q', elements: [classOf('fast', 10 * GI)] } }
  await setup()
  await until(() => assert.match(textOf('size'), 'Volume size must be greater than 1Gi and less than 10.0 GiB'))
  assert.is(isWrong('Total Size'), true)
  assert.equal([steps?.problems.setup, steps?.hindered], [[], true])
})

test('certificates of Vault and the CA of Gemalto can be chosen as files', async () => {
  quota = { status: 200, body: { name: '', elements: [classOf('fast', 10 * GI)] } }
  const files = () => findAll('input[type=file]').map((input) => input.getAttribute('aria-label'))
  await show('encryption', { encryption: { on: true, provider: 'vault' } })
  for (const label of ['Vault Client Certificate file', 'Vault Client Key file', 'CA Certificate file'])
    assert.ok(files().includes(label), `${label} of ${files().join()}`)
  await unmount()
  await show('encryption', { encryption: { on: true, provider: 'gemalto' } })
  assert.ok(files().includes('CA Certificate file'), files().join())
})

test('a directory requires an administrator of the tenant, except for a copy of a tenant without one', async () => {
  quota = { status: 200, body: { name: '', elements: [classOf('fast', 10 * GI)] } }
  const directory = { kind: 'directory' as const, url: 'ldap.example:636', lookup_bind_dn: 'cn=reader' }
  const isComplete = () => steps?.forms.identity.value !== undefined
  await show('identity', {})
  await click(field('Active Directory'))
  await type(field('LDAP Server Address'), directory.url)
  await type(field('Lookup Bind DN'), directory.lookup_bind_dn)
  assert.is(isComplete(), false)
  await type(field('Tenant Administrators 1'), 'uid=anna,dc=example')
  assert.is(isComplete(), true)
  await unmount()
  await show('identity', { identity: { ...directory, user_dns: [] } })
  assert.is(isComplete(), true)
})
