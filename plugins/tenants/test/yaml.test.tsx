import { closeAtEnd } from '../../../test/lib/close-at-end.ts'
import { assert, suite } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { editYaml } from '../details/pages/yaml.tsx'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, field, find, render, type, until } from '../../../test/lib/react.tsx'

const test = suite('the YAML of a tenant')

const yaml = 'kind: Tenant\nmetadata:\n  resourceVersion: "1"\nspec:\n  mode: 1\n'
const stored = {
  status: 200,
  body: { yaml, version: '1', fields: { spec: 'object', 'spec.mode': 'integer', 'spec.users': 'array' } },
}
let read: { status: number; body: object }
let reply: { status: number; body: object }
let line: Awaited<ReturnType<typeof startFakeServer>>

const respond = ({ method }: ReceivedRequest) => (method === 'GET' ? read : reply)
const dialog = () => find('[role=dialog]')

test.before.each(async () => {
  read = stored
  line = await startFakeServer(respond)
  await render(<ConfirmDialogs />)
  void editYaml({ namespace: 'blue', tenant: 'store' })
  await until(() => dialog())
  closeAtEnd(async () => {
    await click(button('Close', dialog()))
    await click(button('Discard', dialog()))
  })
})

test('an error in the text is shown at its line', async () => {
  reply = {
    status: 400,
    body: {
      code: 400,
      message: 'The YAML cannot be read',
      detailedMessage: 'Line 5: "mode" is a duplicate key',
      params: { line: 5 },
    },
  }
  await type(field('YAML'), `${yaml}  mode: 2\n`)
  await click(button('Review Changes', dialog()))
  await until(() => assert.match(dialog().textContent ?? '', /Line 5: "mode" is a duplicate key/))
  assert.is(field('YAML').getAttribute('aria-invalid'), 'true')
  assert.is(find('[class*=wrong]', dialog()).textContent, '5  mode: 1')
  assert.not.match(dialog().textContent ?? '', /The YAML cannot be read/)
})

test('the review shows the result of saving, not the typed text', async () => {
  reply = { status: 201, body: { yaml: yaml.replace('mode: 1', 'mode: 256') } }
  await type(field('YAML'), yaml.replace('mode: 1', 'mode: 0400'))
  await click(button('Review Changes', dialog()))
  await until(() => assert.match(dialog().textContent ?? '', /mode: 256/))
  assert.not.match(dialog().textContent ?? '', /0400/)
})

test('a field that the operator does not have is reported while it is typed', async () => {
  await type(field('YAML'), `${yaml}  modes: 2\n`)
  await until(() =>
    assert.match(dialog().textContent ?? '', /Line 6: The operator of this cluster has no field spec\.modes/),
  )
  await type(field('YAML'), `${yaml}  users: []\n`)
  await until(() => assert.not.match(dialog().textContent ?? '', /has no field/))
  assert.is(field('YAML').getAttribute('aria-invalid'), null)
})

test('after a conflict a newer version that cannot be read is reported, and read again by the next try', async () => {
  reply = { status: 409, body: { code: 409, message: 'Another change came first', detailedMessage: null } }
  await type(field('YAML'), yaml.replace('mode: 1', 'mode: 2'))
  read = { status: 503, body: { code: 503, message: 'The cluster is away', detailedMessage: null } }
  await click(button('Review Changes', dialog()))
  await until(() => assert.match(dialog().textContent ?? '', /could not be loaded: The cluster is away/))
  read = { status: 200, body: { yaml: yaml.replace('"1"', '"2"'), version: '2' } }
  await click(button('Review Changes', dialog()))
  await until(() => button('Keep My Text', dialog()))
  assert.not.match(dialog().textContent ?? '', /The cluster is away/)
})

test('a text without a version conflicts with newer changes, and is saved over them after Keep My Text', async () => {
  const versions = () => line.sent.flatMap(({ method, body }) => (method === 'PUT' ? JSON.parse(body).version : []))
  reply = { status: 409, body: { code: 409, message: 'Another change came first', detailedMessage: null } }
  await type(field('YAML'), 'kind: Tenant\nspec:\n  mode: 2\n')
  read = { status: 200, body: { yaml: yaml.replace('mode: 1', 'mode: 3'), version: '2' } }
  await click(button('Review Changes', dialog()))
  await until(() => button('Keep My Text', dialog()))
  reply = { status: 201, body: { yaml: yaml.replace('mode: 1', 'mode: 2') } }
  await click(button('Keep My Text', dialog()))
  await click(button('Review Changes', dialog()))
  await until(() => assert.match(dialog().textContent ?? '', /mode: 3/))
  assert.equal(versions(), ['1', '2'])
})

test('a second document is reported while it is typed', async () => {
  await type(field('YAML'), `${yaml}---\nkind: Secret\n`)
  await until(() => assert.match(dialog().textContent ?? '', /Line 6: Only one document can be saved/))
})

test('a manifest over the limit names it before the review', async () => {
  await type(field('YAML'), `${yaml}  text: ${'ä'.repeat(33 * 1024)}\n`)
  await until(() => assert.is(button('Review Changes', dialog()).getAttribute('aria-disabled'), 'true'))
  const reasonId = button('Review Changes', dialog()).getAttribute('aria-describedby') ?? ''
  assert.match(document.getElementById(reasonId)?.textContent ?? '', /larger than 64 KiB/)
})
