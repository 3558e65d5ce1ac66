import { assert, test } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { Failure } from '../../../core/protocol/failure.ts'
import type { Target } from '../contract.ts'
import { MASK } from '../../../core/protocol/mask-secrets.ts'
import AddTarget from '../pages/add.tsx'
import { settingsOf } from '../pages/fields.ts'
import { TargetForm } from '../pages/target-form.tsx'
import { type Service, serviceOf, services, type Setting, valueOf } from '../services.ts'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, field, find, findAll, render, type, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

type Saved = { name: string; properties: Record<string, string> }

const be = (features: string[]) => {
  startTestSession({ features, plugins: ['notifications'] })
}

test.before.each(() => be(['event-services']))

const renderForm = async (service: Service, target?: Target) => {
  const saved: Saved[] = []
  await render(
    <TargetForm
      service={service}
      {...(target && { target })}
      onSave={async (name, properties) => void saved.push({ name, properties })}
    />,
  )
  return saved
}

const at = (key: string) => find(`[data-field="${key}"] input, [data-field="${key}"] select`)
const fill = async (values: Record<string, string>) => {
  for (const [key, value] of Object.entries(values)) await type(at(key), value)
}
const save = () => click(button('Save Notification Target'))
const choose = async (label: string) => click(field(label))

/** A valid value of a setting that contains its key. */
const example = ({ key, kind, options = [] }: Setting) =>
  ({
    list: '',
    number: '7',
    duration: '1m30s',
    choice: options.at(-1) ?? '',
    flag: 'on',
    secret: `the ${key} = a 'secret'?`,
    text: key === 'queue_dir' ? '/queue' : key === 'endpoint' ? 'http://hook/?a=b' : `${key} with = in it`,
  })[kind]

test('an error of the storage server is shown at its field and at the top, without earlier test results', async () => {
  const service = serviceOf('webhook') as Service
  await startFakeServer(() => ({
    status: 200,
    body: {
      steps: [{ step: 'connection', outcome: 'failed', detail: 'Endpoint: hook:1 cannot be reached', durationMs: 3 }],
    },
  }))
  const refuse = async () => {
    throw new Failure(400, 'Endpoint: hook:1 cannot be reached', { field: 'endpoint' })
  }
  await render(<TargetForm service={service} onSave={refuse} />)
  await type(at('endpoint'), 'http://hook:1/x')
  if (findAll('[data-field="queue_dir"] input').length > 0) await type(at('queue_dir'), '/queue')
  await click(button('Test Target'))
  await until(() => assert.ok(find('section[aria-label="Test Target"]')))
  await save()
  await until(() => assert.is(at('endpoint').getAttribute('aria-invalid'), 'true'))
  assert.is(findAll('section[aria-label="Test Target"]').length, 0)
})

for (const service of services) {
  test(`the form of ${service.title} has every field and saves it as the storage server expects`, async () => {
    const saved = await renderForm(service)
    if (service.connection) await choose(service.connection === 'mysql' ? 'DSN String' : 'Connection String')
    await type(at('account_id'), 'mine')
    const settings = settingsOf(service, 'server')
    for (const setting of settings) {
      const value = example(setting)
      assert.ok(v.is(valueOf(setting), value), `${setting.key} does not take ${value}`)
      if (setting.kind === 'flag') await click(field(setting.title))
      else await type(at(setting.key), value)
    }
    await save()
    const expected = Object.fromEntries(settings.map((setting) => [setting.key, example(setting)]))
    assert.equal(saved, [{ name: 'mine', properties: expected }])
  })

  test(`missing values of ${service.title} are reported at their fields, and nothing is saved`, async () => {
    const saved = await renderForm(service)
    if (service.connection) await choose(service.connection === 'mysql' ? 'DSN String' : 'Connection String')
    await save()
    const needed = settingsOf(service, 'server').filter(({ required, value }) => required && value === undefined)
    const wrong = findAll('[aria-invalid=true]').map((one) => one.closest<HTMLElement>('[data-field]')?.dataset.field)
    assert.equal(
      wrong,
      needed.map(({ key }) => key),
    )
    assert.equal(saved, [])
  })
}

test('values that the storage server could not store are reported before saving', async () => {
  const saved = await renderForm(serviceOf('nsq')!)
  await fill({ nsqd_address: 'a:1', topic: 'a\u0007b', queue_dir: 'relative', queue_limit: 'many' })
  await save()
  const errors = findAll('[aria-invalid=true]').map(
    (one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent,
  )
  assert.equal(errors, [
    'Control characters are not allowed',
    'Enter an absolute path, such as /var/lib/minio/events',
    'Enter a whole number',
  ])
  assert.equal(saved, [])
})

test('a connection string is converted to its fields and back, and unknown parts survive', async () => {
  const saved = await renderForm(serviceOf('postgres')!)
  const connection = { host: 'pg', dbname: 'events', user: 'me', password: "a 'secret", port: '5432' }
  await fill({ ...connection, sslmode: 'verify-full' })
  assert.is(
    find('[aria-label=Connection]').textContent,
    `host=pg dbname=events user=me password=${MASK} port=5432 sslmode=verify-full`,
  )
  await choose('Connection String')
  const text = "host=pg dbname=events user=me password='a \\'secret' port=5432 sslmode=verify-full"
  assert.is((at('connection_string') as HTMLInputElement).value, text)
  await type(at('connection_string'), `${text} connect_timeout=5`.replace('host=pg', 'host=other'))
  await choose('Fields')
  assert.is((at('host') as HTMLInputElement).value, 'other')
  await type(at('dbname'), 'more')
  await type(at('table'), 'bucket_events')
  await save()
  const { connection_string, table, format } = saved[0]?.properties ?? {}
  assert.equal(
    [connection_string, table, format],
    [
      "host=other dbname=more user=me password='a \\'secret' port=5432 sslmode=verify-full connect_timeout=5",
      'bucket_events',
      'namespace',
    ],
  )
})

test('a connection string that cannot be parsed stays a text', async () => {
  await renderForm(serviceOf('mysql')!)
  await choose('DSN String')
  await type(at('dsn_string'), 'nothing like it')
  await choose('Fields')
  assert.is((at('dsn_string') as HTMLInputElement).value, 'nothing like it')
})

const known: Target = {
  service: 'postgresql',
  account_id: 'orders',
  properties: {
    connection_string: `host=pg dbname=events user=me password=${MASK}`,
    table: 'rows',
    format: 'access',
    queue_limit: '0',
  },
  secrets: [],
  fromEnvironment: { queue_limit: 'MINIO_NOTIFY_POSTGRES_QUEUE_LIMIT_ORDERS' },
}

test('an edit sends only changed fields, leaves the secret, and locks settings from the environment', async () => {
  const saved = await renderForm(serviceOf('postgres')!, known)
  assert.equal(
    [
      (at('host') as HTMLInputElement).value,
      (at('password') as HTMLInputElement).value,
      (at('format') as HTMLSelectElement).value,
    ],
    ['pg', '', 'access'],
  )
  assert.match(find('[data-field=password]').textContent, /Set, unchanged/)
  assert.ok((at('queue_limit') as HTMLInputElement).disabled)
  assert.match(find('[data-field=queue_limit]').textContent, /MINIO_NOTIFY_POSTGRES_QUEUE_LIMIT_ORDERS/)
  await type(at('comment'), 'for reports')
  await save()
  assert.equal(saved[0], { name: 'orders', properties: { comment: 'for reports' } })
  await type(at('host'), 'pg2')
  await save()
  assert.is(saved[1]?.properties.connection_string, `host=pg2 dbname=events user=me password=${MASK}`)
})

for (const [service, key, text] of [
  ['postgresql', 'connection_string', ` user='me' password=${MASK}  port=5432 host=pg dbname=events `],
  ['mysql', 'dsn_string', 'me:@tcp(db)/events?parseTime=true'],
] as const)
  test(`an edit of a comment leaves the connection string of ${service} as it is`, async () => {
    const properties = { table: 'rows', format: 'access', [key]: text }
    const saved = await renderForm(serviceOf(service)!, { ...known, service, properties })
    await type(at('comment'), 'for reports')
    await save()
    assert.equal(saved, [{ name: 'orders', properties: { comment: 'for reports' } }])
  })

const mqtt: Target = {
  service: 'mqtt',
  account_id: 'plant',
  properties: { broker: 'tcp://mqtt:1883', topic: 'events', qos: '7', keep_alive_interval: '1d' },
  secrets: [],
  fromEnvironment: { keep_alive_interval: 'MINIO_NOTIFY_MQTT_KEEP_ALIVE_INTERVAL_plant' },
}

test('a target whose stored values the form would refuse, and without a queue folder, can be edited', async () => {
  const saved = await renderForm(serviceOf('mqtt')!, mqtt)
  assert.is((at('qos') as HTMLSelectElement).value, '7')
  await type(at('comment'), 'for reports')
  await save()
  assert.equal(saved, [{ name: 'plant', properties: { comment: 'for reports' } }])
})

test('a connection string without a database, which the fields would require, is edited as text', async () => {
  const properties = { ...known.properties, connection_string: 'host=pg user=me' }
  const saved = await renderForm(serviceOf('postgres')!, { ...known, properties })
  await type(at('comment'), 'for reports')
  await save()
  assert.equal(saved, [{ name: 'orders', properties: { comment: 'for reports' } }])
})

test('the fields of a connection string from an environment variable are locked', async () => {
  const fromEnvironment = { connection_string: 'MINIO_NOTIFY_POSTGRES_CONNECTION_STRING_orders' }
  await renderForm(serviceOf('postgres')!, { ...known, fromEnvironment })
  for (const name of ['host', 'port', 'dbname', 'user', 'password', 'sslmode'])
    assert.ok((at(name) as HTMLInputElement).disabled, name)
  assert.match(find('[data-field=host]').textContent, /MINIO_NOTIFY_POSTGRES_CONNECTION_STRING_orders/)
})

test('a stored secret stays unless another one is typed, and emptied fields are cleared', async () => {
  const target: Target = {
    service: 'webhook',
    account_id: 'hook',
    properties: { endpoint: 'http://hook/', comment: 'old', queue_dir: '/queue' },
    secrets: ['auth_token'],
    fromEnvironment: {},
  }
  const saved = await renderForm(serviceOf('webhook')!, target)
  await type(at('comment'), '')
  await save()
  assert.equal(saved[0]?.properties, { comment: '' })
  await type(at('auth_token'), 'new')
  await save()
  assert.is(saved[1]?.properties.auth_token, 'new')
})

test('a webhook of a storage with its own delivery needs no queue folder', async () => {
  be([])
  const saved = await renderForm(serviceOf('webhook')!)
  assert.equal(
    findAll('[data-field]').map((one) => one.dataset.field),
    ['account_id', 'endpoint', 'auth_token', 'queue_limit', 'comment'],
  )
  await type(at('endpoint'), 'http://hook/')
  await save()
  assert.equal(saved, [{ name: '_', properties: { endpoint: 'http://hook/' } }])
})

test('another service in the address has the fields of that service', async () => {
  const { again } = await render(<AddTarget params={{ service: 'webhook' }} />)
  await again(<AddTarget params={{ service: 'nsq' }} />)
  const names = findAll('[data-field]').map((one) => one.dataset.field)
  assert.ok(names.includes('nsqd_address'), names.join(', '))
  assert.not.ok(names.includes('endpoint'), names.join(', '))
})
