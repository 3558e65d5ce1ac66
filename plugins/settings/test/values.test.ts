import { assert, test } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import type { Setting } from '../../../core/protocol/config-setting.ts'
import { contentsOf } from '../pages/section-search.ts'
import { changesOf, initialOf, schemaOf } from '../pages/values.ts'
import { settingsOf } from '../sections.ts'
import { pluginSection } from './plugin-sections.ts'

const settings: readonly Setting[] = [
  { key: 'endpoint', title: 'Endpoint', kind: 'text', required: true },
  { key: 'origins', title: 'Origins', kind: 'list' },
  { key: 'verify', title: 'Verify', kind: 'flag' },
  { key: 'auth_token', title: 'Auth Token', kind: 'secret' },
]

const settingOf = (key: string, type = 'string', description = '') => ({ key, type, description, optional: true })

test('an untouched form sends no changes, with any stored value', () => {
  for (const values of [
    {},
    { endpoint: 'a', origins: 'x,y', verify: 'on' },
    { endpoint: '', origins: '', verify: '' },
    { verify: 'off', origins: 'x, y' },
  ])
    assert.equal(changesOf(settings, { values, fromEnvironment: {} }, initialOf(settings, { values })), [])
})

test("changes show the previous value, lists in the server's form, and no previous value of a secret", () => {
  const values = { endpoint: 'a', origins: 'x', verify: 'off' }
  const changes = changesOf(
    settings,
    { values, fromEnvironment: {} },
    { endpoint: '', origins: ['x', '', 'z'], verify: true, auth_token: 'typed' },
  )
  assert.equal(changes, [
    { key: 'endpoint', before: 'a', after: '', secret: false },
    { key: 'origins', before: 'x', after: 'x,z', secret: false },
    { key: 'verify', before: 'off', after: 'on', secret: false },
    { key: 'auth_token', before: '', after: 'typed', secret: true },
  ])
})

test('values from environment variables are never sent, and a stored secret is not required again', () => {
  const fromEnvironment = { endpoint: 'MINIO_AUDIT_WEBHOOK_ENDPOINT' }
  assert.equal(changesOf(settings, { values: {}, fromEnvironment }, { endpoint: 'other' }), [])
  const needy: Setting[] = [
    { key: 'endpoint', title: '', kind: 'text', required: true },
    { key: 'auth_token', title: '', kind: 'secret', required: true },
  ]
  assert.ok(v.is(schemaOf(needy, { fromEnvironment, secrets: ['auth_token'], values: {} }), {}))
  assert.not(v.is(schemaOf(needy, { fromEnvironment: {}, secrets: [], values: {} }), {}))
})

test('a stored value that the form would refuse, and one from an environment variable, can stay', () => {
  const amounts: Setting[] = [
    { key: 'interval', title: '', kind: 'duration' },
    { key: 'limit', title: '', kind: 'number', required: true },
  ]
  const values = { interval: '1d', limit: 'auto' }
  const schema = schemaOf(amounts, { values, secrets: [], fromEnvironment: { limit: 'MINIO_API_LIMIT' } })
  assert.ok(v.is(schema, values))
  assert.not(v.is(schema, { interval: '2d', limit: 'auto' }))
})

test('the form refuses values that no storage can store, and leaves quotes to the storage', () => {
  const schema = schemaOf(settings, { fromEnvironment: {}, secrets: [], values: {} })
  for (const endpoint of ['a = b; c', 'a "quoted" word', "'quoted'"])
    assert.ok(v.is(schema, { endpoint, origins: ['x'] }))
  for (const endpoint of ['line\nbreak', '']) assert.not(v.is(schema, { endpoint }), endpoint)
  assert.not(v.is(schema, { endpoint: 'a', origins: ['x,y'] }))
})

test('a section shows the settings its server supports in the order of the specification, then all others', () => {
  const drawn = settingsOf(pluginSection('identity_openid'), [
    settingOf('scopes'),
    settingOf('vendor', 'string', 'Specify vendor type'),
    settingOf('client_id'),
    settingOf('client_secret'),
    settingOf('enable', 'on|off'),
  ])
  assert.equal(
    drawn.map(({ key, kind }) => `${key} ${kind}`),
    ['client_id text', 'client_secret secret', 'scopes text', 'vendor text'],
  )
  assert.is(drawn.at(-1)?.hint, 'Specify vendor type.')
  assert.equal(
    settingsOf(pluginSection('unheard_of'), [
      settingOf('a_b', 'on|off'),
      settingOf('root_access', 'boolean'),
      settingOf('c', 'csv'),
      settingOf('sasl_password'),
    ]).map(({ title, kind }) => `${title} ${kind}`),
    ['A B flag', 'Root Access flag', 'C list', 'SASL Password secret'],
  )
})

test('the eleven editors of the specification have all their fields', () => {
  const fields = {
    region: 'name comment',
    cache: 'drives expiry quota exclude after watermark_low watermark_high comment',
    compression: 'extensions mime_types',
    api: 'requests_max cors_allow_origin replication_workers replication_failed_workers',
    heal: 'bitrotscan max_sleep max_io',
    scanner: 'delay max_wait cycle',
    etcd: 'endpoints path_prefix coredns_path client_cert client_cert_key comment',
    identity_openid: 'config_url client_id client_secret claim_name claim_prefix claim_userinfo redirect_uri scopes',
    identity_ldap:
      'server_addr username_format username_search_filter group_search_filter username_search_base_dn group_name_attribute sts_expiry tls_skip_verify server_insecure comment',
    logger_webhook: 'endpoint auth_token',
    audit_webhook: 'endpoint auth_token',
  }
  for (const [id, keys] of Object.entries(fields)) {
    const claimedKeys = pluginSection(id).settings?.map(({ key }) => key) ?? []
    for (const key of keys.split(' ')) assert.ok(claimedKeys.includes(key), `${id} ${key}`)
  }
})

test('a search finds sections by names, keys, labels and help of their settings, and panels by their keywords', () => {
  const base = { group: 'Data', multipleTargets: false, dynamic: true, canDisable: false } as const
  const requests = { key: 'requests_max', title: 'Requests Max', kind: 'number', description: 'concurrent' } as const
  const origins = { key: 'cors_allow_origin', title: 'Cors Allow Origin', kind: 'list', description: '' } as const
  const speed = { key: 'speed', title: 'Speed', kind: 'choice', description: '' } as const
  const sections = [
    { ...base, key: 'api', title: 'API', description: 'manage global HTTP API', settings: [requests, origins] },
    { ...base, key: 'scanner', title: 'Scanner', description: 'namespace scanning', settings: [speed] },
  ]
  const panel = { id: 'sessions', title: 'Sessions', about: 'How long people stay signed in.', page: '/account' }
  const panels = [{ ...panel, group: 'Identity', load: () => Promise.reject(new Error('is not opened')) } as const]
  const found = (search: string) =>
    contentsOf(sections, panels, search).flatMap(({ entries, panels: own }) => [
      ...own.map(({ id }) => id),
      ...entries.map(({ section, hits }) => [section.key, ...hits.map(({ key }) => key)].join(' ')),
    ])
  assert.equal(found(''), ['sessions', 'api', 'scanner'])
  assert.equal(found('CORS'), ['api cors_allow_origin'])
  assert.equal(found('concurrent'), ['api requests_max'])
  assert.equal(found('scanner'), ['scanner'])
  assert.equal(found('signed in'), ['sessions'])
  assert.equal(found('nothing like it'), [])
})

test('a setting with fixed values accepts no other value except the current one of the server', () => {
  const [quorum] = settingsOf(pluginSection('api'), [
    { key: 'list_quorum', description: 'any of "optimal", "strict"', type: 'string', optional: true },
  ])
  assert.is(quorum?.kind, 'choice')
  const schema = (values: Record<string, string>) =>
    schemaOf(quorum ? [quorum] : [], { fromEnvironment: {}, secrets: [], values })
  assert.ok(v.is(schema({}), { list_quorum: 'strict' }))
  assert.not(v.is(schema({}), { list_quorum: 'banana' }))
  assert.ok(v.is(schema({ list_quorum: 'newest' }), { list_quorum: 'newest' }))
  assert.equal(initialOf(quorum ? [quorum] : [], { values: { list_quorum: '' } }), { list_quorum: undefined })
})
