import { assert, suite } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import * as v from 'valibot'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { AddedPool } from '../create/payload.ts'
import { Pools } from '../details/pages/pools.tsx'
import { GIB } from '../sizes/units.ts'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, field, find, render, type, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { callState } from '../../../test/lib/call-state.ts'
import { tenantDetails } from './tenant-details.ts'

const test = suite('adding a pool')

const pool = {
  name: '',
  stateful_set: 'prod-ss-0',
  servers: 4,
  volumes_per_server: 4,
  volume_configuration: { size: 64 * GIB, storage_class_name: 'fast' },
}
const tenant = tenantDetails({ total_size: 1024 * GIB, pools: [pool] })

let may: boolean
let quota: { status: number; body: object }
let remains: { status: number; body: object }
let sent: object[]
let reloads: number

const respond = ({ url, method, body }: ReceivedRequest) => {
  const { pathname } = new URL(url, 'http://here')
  if (pathname.endsWith('/has-permission')) return { status: 201, body: { permissions: [{ id: 'add', can: may }] } }
  if (pathname.endsWith('/harbour-storagequota')) return quota
  if (pathname.endsWith('/remains')) return remains
  if (pathname.endsWith('/nodes/labels')) return { status: 200, body: { disk: ['ssd', 'slow'], zone: ['a'] } }
  if (method === 'POST') sent.push(JSON.parse(body))
  return { status: 201 }
}

const show = async (of: object = {}) => {
  await render(
    <>
      <Pools
        tenant={{ ...tenant, ...of }}
        at={{ namespace: 'harbour', tenant: 'prod' }}
        pods={callState()}
        volumes={callState()}
        reload={async () => void (reloads += 1)}
      />
      <ConfirmDialogs />
    </>,
  )
}
const open = async (of: object = {}) => {
  await show(of)
  await click(button('Expand Tenant'))
  await until(() => find('[role=dialog]'))
  await until(() => assert.match(dialogText(), /left|could not/))
}
const dialogText = () => find('[role=dialog]').textContent ?? ''
const add = () => button('Add Pool', find('[role=dialog]'))
const valueOf = (name: string) => (field(name) as HTMLInputElement).value

test.before.each(async () => {
  may = true
  quota = {
    status: 200,
    body: {
      name: 'harbour-storagequota',
      elements: [{ name: 'fast.storageclass.storage.k8s.io/requests.storage', hard: 4096 * GIB, used: 1024 * GIB }],
    },
  }
  // volumes of the existing pool and of a removed one
  remains = {
    status: 200,
    body: { pools: [{ name: 'ss-0', volumes: ['data0-prod-ss-0-0'] }] },
  }
  sent = []
  reloads = 0
  await startFakeServer(respond)
  startTestSession({ pages: ['/tenants'], operator: true, plugins: ['tenants'] })
})

test('the form starts with the values of the last pool, shows the capacity, and sends an unused name', async () => {
  await open()
  assert.equal(['Pool Name', 'Number of Nodes', 'Volumes per Server', 'Volume Size', 'Storage Class'].map(valueOf), [
    'pool-1',
    '4',
    '4',
    '64',
    'fast',
  ])
  for (const text of [
    '256.0 GiB',
    '768.0 GiB with EC:4, 16 drives share an object',
    '4 drives or 1 server',
    '2.0 TiB of 3.0 TiB',
  ])
    assert.ok(dialogText().includes(text), `${text} in ${dialogText()}`)
  await click(add())
  await until(() => assert.is(reloads, 1))
  assert.equal(sent[0], {
    like: 'pool-0',
    name: 'pool-1',
    servers: 4,
    volumes_per_server: 4,
    volume_configuration: { size: 64 * GIB, storage_class_name: 'fast' },
  })
  assert.ok(v.safeParse(AddedPool, sent[0]).success)
})

test('values copied from the last pool are listed, and other placement rules replace them', async () => {
  await open({ pools: [{ ...pool, fields: ['tolerations', 'securityContext', 'affinity'] }] })
  assert.match(dialogText(), /Also copied: tolerations, securityContext\./)
  await click(field('Default (Pod Anti-Affinity)'))
  await click(add())
  await until(() => assert.is(sent.length, 1))
  const { affinity } = v.parse(AddedPool, sent[0])
  const [term] = affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
  assert.equal(
    term?.labelSelector?.matchExpressions?.map(({ values }) => values),
    [['prod'], ['pool-1']],
  )
  assert.is(term?.topologyKey, 'kubernetes.io/hostname')
})

test('quota, parity and name conflicts are reported while typing, and nothing is sent', async () => {
  await open()
  await type(field('Volume Size'), '200')
  assert.match(dialogText(), /This pool needs 3\.1 TiB, but only 3\.0 TiB are left of fast in harbour/)
  await type(field('Volume Size'), '64')
  await type(field('Volumes per Server'), '1')
  assert.match(dialogText(), /The tenant uses EC:4, which requires erasure sets of at least 8 drives/)
  await type(field('Volumes per Server'), '4')
  await type(field('Pool Name'), 'pool-0')
  assert.match(dialogText(), /A pool "pool-0" already exists/)
  await click(add())
  assert.equal(sent, [])
})

test('the capacity is unknown while a field refuses its value', async () => {
  await open()
  for (const [name, refused, accepted] of [
    ['Volume Size', '0.5', '64'],
    ['Volume Size', '99999999999', '64'],
    ['Number of Nodes', '2000', '4'],
    ['Volumes per Server', '1.5', '4'],
  ] as const) {
    await type(field(name), refused)
    assert.not.match(dialogText(), /Total capacity|Adds /, `${name} ${refused}`)
    await type(field(name), accepted)
    assert.match(dialogText(), /Total capacity.*Adds 1\.0 TiB/)
  }
})

const former = {
  status: 200,
  body: { pools: ['pool-1', 'pool-2'].map((name) => ({ name, volumes: [`data0-prod-${name}-0`] })) },
}

test('a name with existing volumes is not proposed, and is explained when typed', async () => {
  remains = former
  await open()
  assert.is(valueOf('Pool Name'), 'pool-3')
  assert.throws(() => field('Attach the existing volumes'))
  await type(field('Pool Name'), 'pool-2')
  assert.match(dialogText(), /Volumes of a removed pool "pool-2" still exist\. Choose another name, or attach them\./)
  assert.match(dialogText(), /uses the existing volumes data0-prod-pool-2-0/)
  await click(add())
  assert.equal(sent, [])
  await click(field('Attach the existing volumes'))
  await click(add())
  await until(() => assert.is(sent.length, 1))
  assert.is(v.parse(AddedPool, sent[0]).reuse_volumes, true)
})

test('volumes that may not be listed are reported as unknown, and the server decides', async () => {
  remains = { status: 403, body: { code: 403, message: 'Access denied', detailedMessage: null } }
  await open()
  assert.is(valueOf('Pool Name'), 'pool-1')
  assert.match(dialogText(), /Whether a removed pool of this name left volumes is unknown: Access denied/)
  await click(add())
  await until(() => assert.is(sent.length, 1))
})

test('pods can be placed on nodes with labels, and at least one label is required', async () => {
  await open()
  await click(field('Node Selector'))
  await until(() =>
    assert.equal([...(field('Key') as HTMLSelectElement).options].map(({ value }) => value).filter(Boolean), [
      'disk',
      'zone',
    ]),
  )
  await click(add())
  assert.match(dialogText(), /Field cannot be empty/)
  assert.equal(sent, [])
  await type(field('Key'), 'zone')
  assert.is(valueOf('Value'), 'a')
  await click(field('With Pod Anti-Affinity'))
  await click(add())
  await until(() => assert.is(sent.length, 1))
  const nodeSelectorTerms = [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }]
  assert.equal((sent[0] as { affinity: object }).affinity, {
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
  })
})

test('a quota that may not be read is reported, and storage classes are those of the pools', async () => {
  quota = { status: 403, body: { code: 403, message: 'Access denied', detailedMessage: null } }
  await open({ configuration: 'withheld' })
  await until(() => assert.match(dialogText(), /Remaining quotas could not be read: Access denied/))
  assert.equal(pluck([...(field('Storage Class') as HTMLSelectElement).options], 'value'), ['fast'])
  assert.match(dialogText(), /Usable capacity depends on the tenant's parity/)
})

test('an account that may not change tenants sees why the button is disabled', async () => {
  may = false
  await show()
  await until(() => assert.is(button('Expand Tenant').getAttribute('aria-disabled'), 'true'))
  await click(button('Expand Tenant'))
  assert.match(document.body.textContent ?? '', /patch tenants\.minio\.min\.io/)
})
