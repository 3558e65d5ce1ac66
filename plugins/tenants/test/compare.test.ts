import { assert, test } from '../../../test/lib/suite.ts'
import type { Settings } from '../compare/contract.ts'
import { compareSettings } from '../compare/rows.ts'
import { unreadOf } from '../compare/pages/unread.ts'
import { tenantDetails } from './tenant-details.ts'

const status = { write_quorum: 3, drives_online: 4, drives_offline: 0, drives_healing: 0, health_status: 'green' }
const tenant = tenantDetails({
  namespace: 'shop',
  image: 'a/minio:RELEASE.2026-11-04T10-00-00Z',
  currentState: 'Initialized',
  creation_date: '2026-11-01T00:00:00Z',
  total_size: 4096,
  status,
  parity: 'EC:2',
  pools: [
    {
      name: 'pool-0',
      stateful_set: 'prod-pool-0',
      servers: 4,
      volumes_per_server: 1,
      volume_configuration: { size: 1024, storage_class_name: 'fast' },
    },
  ],
})
const pool: Settings['pools'][number] = {
  requests: { cpu: '1', memory: '2Gi' },
  limits: { cpu: '', memory: '' },
  placement: { kind: 'default' },
  rules: '',
}
const steps: Settings['steps'] = {
  setup: {},
  configure: {},
  images: {},
  placement: {},
  identity: { kind: 'keys' },
  security: { tls: true },
  encryption: {},
}
const plain: Settings = {
  fields: {},
  tenant,
  steps,
  secrets: [],
  pools: [pool],
  environment: ['MINIO_ROOT_USER'],
  unread: [],
}

/** Returns the differences, one line each. */
const differing = (one: Settings, other: Settings) =>
  compareSettings(one, other).flatMap(({ title, rows }) =>
    rows
      .filter(({ alike }) => !alike)
      .map(({ label, cells: [first, second] }) => `${title}, ${label}: ${first.text} | ${second.text}`),
  )

test('a tenant does not differ from one with equal settings', () => {
  assert.equal(differing(plain, { ...plain, tenant: { ...tenant, name: 'other', namespace: 'elsewhere' } }), [])
})

test('settings that only one tenant has are described in words', () => {
  const more = {
    ...plain,
    pools: [pool, pool],
    tenant: { ...tenant, pools: [...(tenant.pools ?? []), ...(tenant.pools ?? [])] },
  }
  const found = differing(plain, more)
  assert.ok(found.includes('Pools, Pool 2: Servers: No such pool | 4'), found.join('\n'))
  assert.ok(found.includes('Resources, Pool 2: Memory: No such pool | 2Gi'), found.join('\n'))
  assert.equal(differing(plain, { ...plain, environment: ['MINIO_ROOT_USER', 'MINIO_DOMAIN'] }), [
    'Environment, MINIO_DOMAIN: Not set | Set',
  ])
})

test('settings are named as in the wizard, and secrets are only set or not set', () => {
  const sso: Settings = {
    ...plain,
    steps: { ...steps, identity: { kind: 'oidc', client_id: 'console' } },
    secrets: ['identity.secret_id'],
  }
  assert.equal(differing(plain, sso), [
    'Identity Provider, Protocol: Built-in | OpenID',
    'Identity Provider, Client ID: Not set | console',
    'Identity Provider, Secret ID: Not set | Set',
  ])
  assert.equal(differing(sso, sso), [])
})

test('lists and certificates are compared by content and shown briefly', () => {
  const trusting = (...cas: string[]): Settings => ({ ...plain, steps: { ...steps, security: { tls: true, cas } } })
  assert.equal(differing(trusting('one', 'two'), trusting('two', 'one')), [])
  assert.equal(differing(trusting('one'), trusting('two')), [
    'Security, CA Certificates: 1 certificate | 1 certificate',
  ])
  const ruled = (rules: string): Settings => ({ ...plain, pools: [{ ...pool, rules }] })
  assert.equal(differing(ruled('zone a'), ruled('zone a')), [])
  assert.equal(differing(ruled('zone a'), ruled('zone b')), [
    'Resources, Pool 1: Pod Placement: Custom rules | Custom rules',
  ])
})

test('settings in a missing configuration secret are unknown', () => {
  const missing = {
    ...plain,
    environment: [],
    tenant: { ...tenant, configuration: 'missing' as const, parity: undefined },
  }
  assert.equal(
    differing(plain, missing).filter((line) => !line.startsWith('Features')),
    [
      'Pools, Erasure Code Parity: EC:2 | Unknown',
      'Identity Provider, Protocol: Built-in | Unknown',
      'Encryption, Enable Server Side Encryption: Off | Unknown',
      'Environment, MINIO_ROOT_USER: Set | Unknown',
    ],
  )
  assert.ok(differing(plain, missing).includes('Features, OpenID: Off | Unknown'))
})

test('settings that the caller may not see are withheld, neither equal nor unset', () => {
  const veiled: Settings = {
    ...plain,
    unread: ['configuration'],
    environment: [],
    tenant: { ...tenant, configuration: 'withheld', parity: undefined },
  }
  const found = differing(plain, veiled)
  for (const line of [
    'Pools, Erasure Code Parity: EC:2 | Withheld',
    'Identity Provider, Protocol: Built-in | Withheld',
    'Environment, MINIO_ROOT_USER: Set | Withheld',
    'Features, OpenID: Off | Withheld',
  ])
    assert.ok(found.includes(line), `${line}\n\n${found.join('\n')}`)
  assert.equal(
    found.filter((line) => line.includes('Not set')),
    ['Features, License: Not set | Withheld'],
  )
  assert.equal(unreadOf(veiled), ['Your role cannot read the secrets of prod in shop: its configuration is hidden.'])
  assert.equal(unreadOf(plain), [])
})

test('fields that no other row covers have separate rows, equal except for the name of the tenant', () => {
  const image = { text: 'one', inRow: true }
  const one = {
    ...plain,
    fields: {
      'pools[0].runtimeClassName': { text: 'gvisor' },
      'configuration.name': { text: 'prod-env', same: '{tenant}-env' },
      'env[0].value': { text: 'Set', same: 'digest-1' },
      'securityContext.runAsUser': { text: '1000', inRow: true },
      image,
    },
  }
  const other = {
    ...plain,
    fields: {
      'configuration.name': { text: 'next-env', same: '{tenant}-env' },
      'env[0].value': { text: 'Set', same: 'digest-2' },
      'securityContext.runAsUser': { text: '1000' },
      image,
    },
  }
  const group = compareSettings(one, other).find(({ title }) => title === 'Further fields')
  assert.equal(
    group?.rows.map(({ label, alike, cells }) => [label, alike, cells[1].text]),
    [
      ['pools[0].runtimeClassName', false, 'Not set'],
      ['configuration.name', true, 'next-env'],
      ['env[0].value', false, 'Set'],
      ['securityContext.runAsUser', true, '1000'],
    ],
  )
})
