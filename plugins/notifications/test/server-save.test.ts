import { assert, test } from '../../../test/lib/suite.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import { openEngine, root } from '../../../test/engines/embedded/workspace.ts'
import { createOutbound } from '../../../engines/outbound/outbound.ts'
import { type Receiver, startReceiver } from '../../../test/lib/receiver.ts'
import { type ErrorBody, hostOn, type Send } from '../../../test/server/host.ts'

let receiver: Receiver

const started = async (allowed: string[]): Promise<Send> => {
  const engine = await openEngine(temporaryFolder('save'), root, { outbound: createOutbound({ allowed }) })
  return (await hostOn(engine, root)).as(root)
}

let send: Send
test.before(async () => {
  receiver = await startReceiver()
  send = await started(['127.0.0.1'])
})

const all = '/api/v1/admin/notification_endpoints'
const saved = (key_values: object[], more: object = {}) =>
  send('PUT', '/api/v1/configs/notify_webhook', { key_values, ...more })

test('the form of the former console creates and changes the default target with its own key names', async () => {
  const created = await saved([
    { key: 'endpoint', value: receiver.url },
    { key: 'auth_token', value: 'a-token' },
    { key: 'queue-limit', value: '50' },
    { key: 'comment', value: '' },
  ])
  assert.equal([created.statusCode, created.json()], [200, { restart: false }])
  assert.equal(
    (await send('GET', all))
      .json()
      .notification_endpoints.map(({ service, account_id }: Record<string, string>) => `${service}:${account_id}`),
    ['webhook:_'],
  )
  assert.is((await saved([{ key: 'comment', value: 'x="y"' }])).statusCode, 200)
  assert.is((await saved([{ key: 'comment', value: 'changed' }])).statusCode, 200)
  const { properties, secrets } = (await send('GET', `${all}/webhook/_`)).json()
  assert.equal(
    [properties, secrets],
    [{ endpoint: receiver.url, queue_limit: '50', comment: 'changed' }, ['auth_token']],
  )
  assert.is((await saved([{ key: 'endpoint', value: receiver.url }], { arn_resource_id: 'named' })).statusCode, 200)
  assert.is((await send('GET', '/api/v1/admin/arns')).json().arns.length, 2)
})

test('an invalid value is reported with its field, and no secret is returned', async () => {
  const add = (properties: object, service = 'webhook') =>
    send('POST', all, { service, account_id: 'more', properties })
  const errorOf = async (work: ReturnType<Send>) => {
    const response = await work
    return `${response.statusCode} ${response.json<ErrorBody>().message}`
  }
  const refusals = [
    [add({}), '422 properties.endpoint in body: Field cannot be empty'],
    [add({ endpoint: receiver.url, topic: 'x' }), '422 properties.topic in body: Webhook has no such setting'],
    [
      add({ endpoint: receiver.url, comment: 'a\u0007b' }),
      '422 properties.comment in body: Control characters are not allowed',
    ],
    [add({ endpoint: receiver.url, queue_limit: 'many' }), '422 properties.queue_limit in body: Enter a whole number'],
    [add({ endpoint: receiver.url, queue_dir: '/queue' }), '400 queue_dir: the embedded engine has no such setting'],
    [
      add({ endpoint: 'http://me:marked-secret@127.0.0.1/' }),
      '400 Endpoint: remove the user and password from the address',
    ],
    [add({ address: 'h:1', key: 'k' }, 'redis'), '501 This storage supports webhooks only'],
    [add({}, 'pigeon'), '422 service in body: there is no service "pigeon"'],
    [send('PUT', '/api/v1/configs/notify_pigeon', { key_values: [] }), '404 There is no service "notify_pigeon"'],
    [
      send('POST', all, { service: 'webhook', account_id: 'a b', properties: {} }),
      '422 account_id in body: Enter letters, digits, dashes and underscores only',
    ],
  ] as const
  for (const [request, expected] of refusals) assert.is(await errorOf(request), expected)
  const created = await add({ endpoint: receiver.url, auth_token: 'marked-secret' })
  assert.is(created.statusCode, 201)
  assert.not(created.payload.includes('marked-secret'))
})

test('a test accepts stored values that could not be entered, and refuses unknown settings', async () => {
  const tested = async (properties: object) => send('POST', `${all}/test`, { service: 'webhook', properties })
  const accepted = await tested({ endpoint: receiver.url, queue_limit: '-1' })
  assert.is(accepted.statusCode, 200)
  assert.is(accepted.json().steps.at(-1).outcome, 'passed')
  assert.is((await tested({ endpoint: receiver.url, topic: 'x' })).statusCode, 422)
})

test("a webhook in the console's own network is refused unless the deployment allows it", async () => {
  const closed = await started([])
  for (const endpoint of [receiver.url, 'http://169.254.169.254/latest', 'http://[::1]:1/', 'http://localhost:1/']) {
    const response = await closed('POST', all, { service: 'webhook', account_id: 'inside', properties: { endpoint } })
    const { message, detailedMessage } = response.json<ErrorBody>()
    assert.is(response.statusCode, 400)
    assert.match(message, /^Endpoint: ".+" is in the console's internal network/)
    assert.match(detailedMessage ?? '', /CONSOLE_ALLOWED_TARGETS/)
  }
  assert.equal((await closed('GET', all)).json().notification_endpoints, [])
})
