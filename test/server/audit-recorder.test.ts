import { assert, test } from '../lib/suite.ts'
import { pluck } from '../lib/pluck.ts'
import * as v from 'valibot'
import type { AuditEvent } from '../../engines/lib/audit-event.ts'
import { MASK } from '../../core/protocol/mask-secrets.ts'
import { plugins } from '../lib/plugins-of-server.ts'
import { withoutSecrets } from '../../server/without-secrets.ts'
import { until } from '../lib/until.ts'
import { cookiesOf, type Host, type Send, startHost } from './host.ts'

let host: Host
let root: Send
const acts: AuditEvent[] = []

test.before(async () => {
  host = await startHost()
  host.engine.auditEvents?.listen((act) => void acts.push(act))
  root = await host.as(host.root)
})
test.before.each(() => void acts.splice(0))

const only = async (name: string) => {
  await until(() => acts.some((act) => act.name === name))
  const found = acts.filter((act) => act.name === name)
  assert.is(found.length, 1, name)
  return found[0] as AuditEvent
}
const parsed = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text))

test('a change is recorded with actor, address, call, and the state before and after', async () => {
  await root(
    'POST',
    '/api/v1/buckets',
    { name: 'changed', versioning: false, locking: false },
    { 'user-agent': 'A Browser' },
  )
  const made = await only('buckets.add')
  assert.equal(
    [made.account, made.agent, made.status, made.error, made.target, made.before],
    [host.root.accessKey, 'A Browser', 201, '', 'changed', undefined],
  )
  assert.is(parsed(made.after).name, 'changed')
  assert.ok(made.address && made.id && made.took > 0)
  await root('PUT', '/api/v1/buckets/changed/quota', { enabled: true, quota_type: 'hard', amount: 4096 })
  const { params, path, before, after } = await only('buckets.setQuota')
  assert.equal([{ ...params }, path], [{ bucket: 'changed' }, '/api/v1/buckets/changed/quota'])
  assert.is(parsed(after).quota, 4096)
  assert.is.not(before, after)
  await root('DELETE', '/api/v1/buckets/changed')
  const removal = await only('buckets.remove')
  assert.equal([parsed(removal.before).name, removal.after, removal.status], ['changed', undefined, 204])
})

test('the record of an upload names the object', async () => {
  await root('POST', '/api/v1/buckets', { name: 'filled', versioning: false, locking: false })
  const upload = await root('POST', '/api/v1/buckets/filled/uploads', { key: 'reports/q3.pdf', size: 1 })
  assert.is(upload.statusCode, 201, upload.payload)
  const { target, params } = await only('object-browser.beginUpload')
  assert.equal([params.bucket, target], ['filled', 'reports/q3.pdf'])
})

test('a policy change is recorded with both documents', async () => {
  const policy = (action: string) =>
    JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: [action], Resource: ['arn:aws:s3:::*'] }],
    })
  await root('POST', '/api/v1/policies', { name: 'told', policy: policy('s3:GetObject') })
  assert.is((await only('policies.add')).before, undefined)
  acts.splice(0)
  await root('POST', '/api/v1/policies', { name: 'told', policy: policy('s3:PutObject') })
  const { before, after } = await only('policies.add')
  assert.match(before ?? '', /^ +"s3:GetObject"$/m)
  assert.match(after ?? '', /^ +"s3:PutObject"$/m)
})

test('a refusal is recorded with status and input, and so is every sign-in attempt', async () => {
  await root('POST', '/api/v1/users', {
    accessKey: 'powerless',
    secretKey: 'powerless-secret',
    groups: [],
    policies: [],
  })
  const send = await host.as({ accessKey: 'powerless', secretKey: 'powerless-secret' })
  assert.equal([(await only('login')).account, (await only('login')).status], ['powerless', 201])
  acts.splice(0)
  await send('PUT', '/api/v1/buckets/not-mine/quota', { enabled: true, quota_type: 'hard', amount: 1 })
  const refused = await only('buckets.setQuota')
  assert.equal(
    [refused.account, refused.status, refused.error, refused.before],
    ['powerless', 403, 'Access denied', undefined],
  )
  assert.is(parsed(refused.after).amount, 1)
  const anonymous = await host.as()
  await anonymous('POST', '/api/v1/login', { accessKey: 'powerless', secretKey: 'a wrong guess' })
  assert.equal([(await only('login')).account, (await only('login')).status], ['powerless', 401])
})

test('a failed sign-in with an unknown name leaves the name out of the record', async () => {
  const typed = 'my-password-by-mistake'
  await (await host.as())('POST', '/api/v1/login', { accessKey: typed, secretKey: 'x' })
  const act = await only('login')
  assert.is(act.status, 401)
  assert.is(act.account, '(unknown account)')
  assert.not.match(JSON.stringify(act), typed)
})

test('a refused change with deeply nested JSON is recorded, and answered with the correct error', async () => {
  const response = await root('POST', '/api/v1/policies', { name: 'deep', policy: '['.repeat(9000) + ']'.repeat(9000) })
  assert.is(response.statusCode, 400)
  const act = await only('policies.add')
  assert.is(act.status, 400)
  assert.match(act.after ?? '', '…')
})

test('reading secrets or opening access is recorded with the input', async () => {
  await root('GET', '/api/v1/config-export?secrets=included')
  const exported = await only('settings.export')
  assert.equal([exported.account, parsed(exported.after)], [host.root.accessKey, { secrets: 'included' }])
  await root('POST', '/api/v1/buckets', { name: 'shared-from' })
  await root('GET', '/api/v1/buckets/shared-from/objects/share?prefix=a.txt&expires=1h')
  assert.is((await only('object-browser.share')).path, '/api/v1/buckets/shared-from/objects/share')
  await root('GET', '/api/v1/accounts-archive')
  assert.is((await only('identity.archive')).account, host.root.accessKey)
})

test('policies and groups of accounts are recorded before and after a change', async () => {
  for (const accessKey of ['member-one', 'member-two'])
    await root('POST', '/api/v1/users', { accessKey, secretKey: 'a-long-secret', groups: [], policies: ['readonly'] })
  await root('POST', '/api/v1/groups', { group: 'joined', members: ['member-one'] })
  await root('PUT', '/api/v1/set-policy', { name: ['readwrite'], entityType: 'user', entityName: 'member-one' })
  const attached = await only('identity.setPolicy')
  assert.equal(
    [parsed(attached.before).policy, parsed(attached.after).policy, attached.target],
    [['readonly'], ['readwrite'], 'member-one'],
  )
  acts.splice(0)
  await root('PUT', '/api/v1/set-policy', { name: ['diagnostics'], entityType: 'group', entityName: 'joined' })
  const policies = await only('identity.setPolicy')
  assert.not.match(policies.before ?? '', 'diagnostics')
  assert.match(policies.after ?? '', 'diagnostics')
  await root('PUT', '/api/v1/users-groups-bulk', { users: ['member-two'], groups: ['joined'] })
  const joined = await only('identity.addToGroups')
  assert.not.match(joined.before ?? '', 'member-two')
  assert.match(joined.after ?? '', 'member-two')
  acts.splice(0)
  await root('POST', '/api/v1/groups', { group: 'joined-too', members: [] })
  await root('PUT', '/api/v1/users-groups-bulk', {
    users: ['member-one', 'member-two'],
    groups: ['joined', 'joined-too'],
  })
  const both = await only('identity.addToGroups')
  assert.match(both.before ?? '', /"members": 0/)
  assert.not.match(both.after ?? '', /"members": 0/)
})

test('starting a feed or a profile is recorded once, with its parameters', async () => {
  const origin = await host.app.listen({ host: '127.0.0.1', port: 0 })
  const cookie = cookiesOf(await (await host.as())('POST', '/api/v1/login', host.root))
  const follow = (path: string) =>
    fetch(origin + path, { headers: { accept: 'text/event-stream', cookie } }).then((response) => response.text())
  await follow('/ws/speedtest/drive?size=1&seconds=1')
  const { account, path, status, after, params } = await only('diagnostic.speed')
  assert.equal(
    [account, path, status, { ...params }, parsed(after).size],
    [host.root.accessKey, '/ws/speedtest/drive', 200, { kind: 'drive' }, 1],
  )
  await follow('/ws/heal/changed?recursive=true')
  assert.ok((await only('heal.follow')).status >= 400)
  await follow('/ws/heal/changed?join=true')
  await root('GET', '/api/v1/admin/profile?type=cpu&seconds=1')
  assert.equal(parsed((await only('diagnostic.profile')).after).type, 'cpu')
  assert.is(acts.filter(({ name }) => name === 'heal.follow').length, 1)
})

test('calls without a change are not recorded', async () => {
  for (const [method, url, body] of [
    ['GET', '/api/v1/buckets', undefined],
    ['POST', '/api/v1/has-permission', { actions: [] }],
    ['POST', '/api/v1/group-details', { groups: [] }],
    ['POST', '/api/v1/config-import/changes', { text: 'api requests_max="5"' }],
    ['POST', '/api/v1/logs/audit', '{}'],
  ] as const)
    await root(method, url, body)
  await root('POST', '/api/v1/groups', { group: 'told', members: [] })
  await only('identity.addGroup')
  assert.equal(pluck(acts, 'name'), ['identity.addGroup'])
})

test('records contain no secret of a call', async () => {
  const secret = 'planted-Secret-1'
  await root('POST', '/api/v1/users', {
    accessKey: 'keeper',
    secretKey: secret,
    groups: [],
    policies: ['consoleAdmin'],
  })
  const keeper = await host.as({ accessKey: 'keeper', secretKey: secret })
  await (await host.as())('POST', '/api/v1/login', { accessKey: 'keeper', secretKey: `${secret}-wrong` })
  await (await host.as())('POST', '/api/v1/login/operator', { jwt: secret })
  await keeper('POST', '/api/v1/service-account-credentials', { accessKey: 'KEEPERKEY', secretKey: `${secret}-key` })
  await keeper('POST', '/api/v1/account/change-password', {
    current_secret_key: secret,
    new_secret_key: `${secret}-2`,
  })
  await root('POST', '/api/v1/account/change-user-password', { selectedUser: 'keeper', newSecretKey: `${secret}-3` })
  await root('PUT', '/api/v1/configs/audit_webhook/sink', {
    key_values: [
      { key: 'endpoint', value: `https://me:${secret}@sink.example/` },
      { key: 'auth_token', value: secret },
    ],
  })
  await root('PUT', '/api/v1/configs/audit_webhook', {
    key_values: [{ key: 'auth_token', value: secret }],
    arn_resource_id: 'sink',
  })
  await root('POST', '/api/v1/config-import', {
    text: `audit_webhook:other endpoint="https://sink.example/" auth_token="${secret}"`,
  })
  for (const [service, properties] of Object.entries({
    webhook: { endpoint: 'https://sink.example/', auth_token: secret },
    postgresql: { connection_string: `host=h user=u password='${secret}' dbname=d`, table: 't' },
    mysql: { dsn_string: `u:${secret}@tcp(h:1)/d`, table: 't' },
    amqp: { url: `amqp://u:${secret}/x@h`, exchange: 'e' },
  }))
    await root('POST', '/api/v1/admin/notification_endpoints', { service, account_id: 'planted', properties })
  const target = { name: 'T1', endpoint: 'https://far.example', bucket: 'b', prefix: '', region: 'r' }
  await root('POST', '/api/v1/admin/tiers', { type: 'minio', minio: { ...target, accesskey: 'k', secretkey: secret } })
  await root('POST', '/api/v1/admin/tiers', {
    type: 'gcs',
    gcs: { ...target, creds: Buffer.from(secret).toString('base64') },
  })
  await root('PUT', '/api/v1/admin/tiers/minio/T1/credentials', { access_key: 'k', secret_key: secret })
  await root('POST', '/api/v1/groups', { group: 'last', members: [] })
  await until(() => acts.some(({ target }) => target === 'last'))
  const names = new Set(acts.map(({ name }) => name))
  for (const name of [
    'login',
    'identity.addUser',
    'identity.addAccountWithKeys',
    'identity.changePassword',
    'identity.changeUserPassword',
    'settings.save',
    'settings.put',
    'settings.import',
    'notifications.add',
  ])
    assert.ok(names.has(name), `${name} was not told of`)
  const recorded = JSON.stringify(acts)
  assert.not.match(recorded, new RegExp(`${secret}|${Buffer.from(secret).toString('base64').slice(0, 12)}`))
  assert.match(recorded, new RegExp(MASK))
})

test('a field marked as secret in the schema is masked, under any name and at any depth', () => {
  const secret = v.pipe(v.string(), v.metadata({ control: 'secret' }))
  const schema = v.object({
    plain: v.optional(secret, ''),
    list: v.array(v.object({ inner: secret, open: v.string() })),
    either: v.variant('kind', [v.object({ kind: v.literal('a'), held: secret })]),
  })
  assert.equal(
    withoutSecrets({ plain: 'x', list: [{ inner: 'y', open: 'z' }], either: { kind: 'a', held: 'q' } }, schema),
    {
      plain: MASK,
      list: [{ inner: MASK, open: 'z' }],
      either: { kind: 'a', held: MASK },
    },
  )
  assert.equal(withoutSecrets({ auth_token: '', secretKey: undefined }, undefined), {
    auth_token: '',
    secretKey: undefined,
  })
})

test('every snapshot call of a change belongs to the same contract', () => {
  for (const { id, routes } of plugins)
    for (const { name, endpoint } of routes)
      for (const snapshot of typeof endpoint.snapshotCall === 'object'
        ? endpoint.snapshotCall.calls
        : [endpoint.snapshotCall])
        if (snapshot)
          assert.ok(
            routes.some(
              (other) =>
                other.name === snapshot && other.endpoint.effect === 'none' && other.endpoint.method !== 'FEED',
            ),
            `Plugin "${id}": "${name}" is seen by "${snapshot}", which reads nothing`,
          )
})
