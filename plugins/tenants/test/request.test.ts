import { assert, suite } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { isNeeded } from '../create/choices.ts'
import { allocationOf } from '../pages/create/request.ts'
import { rowOf } from '../create/row-texts.ts'
import { steps } from '../create/steps.ts'
import { GIB } from '../sizes/units.ts'
import { requestFor, setup } from './wizard-answers.ts'

const test = suite('requests of the wizard')

const sent = (changes: Parameters<typeof requestFor>[0] = {}) =>
  requestFor(changes, { logSearch: false, prometheus: false })

test("the wizard's defaults create a tenant with TLS, separate nodes and its own keys", () => {
  const request = sent()
  assert.equal(
    [request.enable_tls, request.expose_minio, request.expose_console, request.erasureCodingParity, request.encryption],
    [true, true, true, 3, null],
  )
  assert.equal(request.idp, { keys: [{ access_key: 'first-admin', secret_key: 'hidden-first' }] })
  const [pool] = request.pools
  assert.equal(
    [pool?.servers, pool?.volumes_per_server, pool?.volume_configuration],
    [4, 4, { size: 64 * GIB, storage_class_name: 'fast' }],
  )
  assert.equal(pool?.resources, { requests: { memory: 2 * GIB }, limits: { memory: 8 * GIB } })
  const [term] = pool?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
  assert.equal(
    term?.labelSelector?.matchExpressions?.map(({ values }) => values),
    [['harbour'], ['pool-0']],
  )
})

test('pods are placed by labels, or anywhere', () => {
  assert.is(sent({ placement: { kind: 'none' } }).pools[0]?.affinity, null)
  const affinity = sent({
    placement: { kind: 'nodeSelector', apart: false, labels: [rowOf('disk', 'ssd'), rowOf('zone', 'b')] },
  }).pools[0]?.affinity
  const [term] = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  assert.equal(term?.matchExpressions, [
    { key: 'disk', operator: 'In', values: ['ssd'] },
    { key: 'zone', operator: 'In', values: ['b'] },
  ])
  assert.is(affinity?.podAntiAffinity, undefined)
})

test('certificates are sent as base64, and only if TLS and custom certificates are on', () => {
  const cert = (name: string) => `-----BEGIN ${name}-----`
  const own = {
    custom: true,
    pairs: [rowOf(cert('A'), cert('KEY OF A')), rowOf('', ''), rowOf(cert('ß'), cert('B'))],
    cas: [rowOf(cert('CA')), rowOf('')],
  }
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const pairs = [
    ['A', 'KEY OF A'],
    ['ß', 'B'],
  ].map(([crt = '', key = '']) => ({ crt: base64(cert(crt)), key: base64(cert(key)) }))
  assert.equal(sent({ security: own }).tls, { minio: pairs, ca_certificates: [base64(cert('CA'))] })
  assert.equal(sent({ security: { ...own, tls: false } }).tls, { minio: [], ca_certificates: [] })
  assert.is(sent({ security: { ...own, tls: false } }).enable_tls, false)
})

test('an incomplete or invalid row is reported', () => {
  const wrong = (schema: v.GenericSchema, input: object) => v.safeParse(schema, input).issues?.[0].message
  assert.is(wrong(steps.identity, { keys: [rowOf('harbour-admin', 'short')] }), 'Keys must be at least length 8')
  assert.is(
    wrong(steps.identity, { keys: [rowOf('harbour-admin', 'secret-0123'), rowOf('harbour-admin', 'secret-4567')] }),
    'Each user needs a unique access key',
  )
  assert.is(wrong(steps.placement, { labels: [rowOf('disk', '')] }), 'You need to add at least one label key-pair')
  assert.is(wrong(steps.placement, { labels: [] }), 'You need to add at least one label key-pair')
  assert.is(wrong(steps.security, { pairs: [rowOf('-----BEGIN A-----', '')] }), 'Add both a certificate and its key')
  assert.match(wrong(steps.security, { cas: ['nothing like it'] }) ?? '', /PEM/)
})

test('each identity provider and each key store creates its own request', () => {
  const oidc = { kind: 'oidc', configuration_url: 'https://id', client_id: 'c', secret_id: 's', claim_name: 'policy' }
  assert.equal(Object.keys(sent({ identity: oidc }).idp ?? {}), ['oidc'])
  assert.equal(Object.keys(sent({ identity: { kind: 'directory', url: 'ldap:636', user_dns: ['uid=a'] } }).idp ?? {}), [
    'active_directory',
  ])
  const all = {
    on: true,
    endpoint: 'https://k',
    role_id: 'r',
    role_secret: 's',
    region: 'eu',
    accesskey: 'a',
    secretkey: 's',
    token: 't',
    domain: 'd',
    project_id: 'p',
    tenant_id: '1',
    client_id: '2',
    client_secret: '3',
    replicas: 2,
  }
  for (const provider of ['vault', 'aws', 'gemalto', 'gcp', 'azure']) {
    const { encryption } = sent({ encryption: { ...all, provider } })
    assert.equal(Object.keys(encryption ?? {}), ['replicas', 'image', 'securityContext', provider])
    assert.is(encryption?.replicas, '2')
  }
})

test('fields that one key store requires are required only there', () => {
  const needed = (choice: string) =>
    ['endpoint', 'client_id', 'role_id', 'project_id'].filter((name) => isNeeded(choice, name))
  assert.equal(['vault', 'aws', 'gcp', 'azure'].map(needed), [
    ['endpoint', 'role_id'],
    ['endpoint'],
    ['project_id'],
    ['endpoint', 'client_id'],
  ])
})

test('sizes that do not fit are described in words', () => {
  const problem = (more: object, most = 64 * GIB) => allocationOf({ ...setup, ...more }, most).problem
  assert.is(problem({}), undefined)
  assert.match(problem({ size: '1', unit: 'Gi' }) ?? '', /^Disk Size with this combination/)
  assert.match(problem({ servers: 17, drives: 1 }) ?? '', /^No number from 4 to 16 divides/)
  assert.match(problem({ memory: 65 }) ?? '', /greater than the max available memory/)
  assert.match(problem({}, 0) ?? '', /no memory available/)
  assert.is(allocationOf(setup, undefined).problem, undefined, 'no problem is shown while nodes are loading')
})
