import { assert, suite } from '../../../test/lib/suite.ts'
import type { Template } from '../create/contract.ts'
import type { WizardValues } from '../create/steps.ts'
import { cloneRequest, requestOfSource } from '../pages/create/clone.ts'
import { allocationOf, requestOf } from '../pages/create/request.ts'
import { GIB } from '../sizes/units.ts'
import { answersOf } from './wizard-answers.ts'

const test = suite('request to clone a tenant')

const offers = { logSearch: true, prometheus: true }
const memory = 64 * GIB
const drafts: Template['steps'] = {
  setup: { servers: 4, drives: 4, size: '1', unit: 'Ti', memory: 3, storage_class: 'fast' },
  configure: { expose_minio: false, enable_prometheus: true, custom: true, runAsUser: 5, runAsGroup: 6, fsGroup: 7 },
  images: { image: 'minio/minio:v1', kes: 'minio/kes:v1', postgres: 'library/postgres:v1' },
  placement: { kind: 'none' },
  identity: { kind: 'keys' },
  security: { tls: true, automatic: true },
  encryption: { on: true, provider: 'vault', replicas: 2 },
}
const template: Template = { steps: drafts, reenter: [], left: [] }

/** Returns the request for a copy with answers that differ from the source tenant. */
const sent = (more: { readonly [Name in keyof WizardValues]?: object } = {}, from = template) => {
  const changed = Object.fromEntries(
    Object.entries(from.steps).map(([step, values]) => [step, { ...values, ...more[step as keyof WizardValues] }]),
  )
  const answers = answersOf(changed)
  const request = requestOf(answers, allocationOf(answers.setup, memory), offers)
  const before = requestOfSource(answers, { template: from, offers, memory, storageClass: 'first' })
  const { name, namespace, erasureCodingParity, image_registry, tls, idp, encryption, ...changes } = JSON.parse(
    JSON.stringify(cloneRequest(before, request)),
  )
  assert.equal([name, namespace, erasureCodingParity], ['harbour', 'port', 3])
  return { changes, encryption, secrets: { image_registry, tls, idp } }
}

test('unchanged values are not sent', () => {
  const { changes, encryption, secrets } = sent()
  assert.equal(changes, {})
  assert.equal(Object.keys(encryption), ['vault'])
  assert.equal(secrets.tls, { minio: [], ca_certificates: [] })
})

test('only changed values are sent', () => {
  assert.equal(sent({ setup: { size: '2' } }).changes, {
    pool: { volume_configuration: { size: (2 * 1024 ** 4) / 16 } },
  })
  assert.equal(sent({ setup: { memory: 4 } }).changes, {
    pool: { resources: { requests: { memory: 4 * GIB }, limits: { memory: 8 * GIB } } },
  })
  assert.equal(
    sent({ configure: { expose_console: false }, images: { image: undefined, postgres: 'library/postgres:v2' } })
      .changes,
    {
      image: '',
      expose_console: false,
      logSearchConfiguration: { postgres_image: 'library/postgres:v2' },
    },
  )
  assert.equal(sent({ configure: { fsGroup: 8 }, placement: { kind: 'default' } }).changes.pool.securityContext, {
    runAsUser: '5',
    runAsGroup: '6',
    fsGroup: '8',
    runAsNonRoot: true,
  })
  assert.is(sent({ configure: { custom: false } }).changes.pool.securityContext, null)
  assert.equal(Object.keys(sent({ placement: { kind: 'default' } }).changes.pool.affinity), ['podAntiAffinity'])
  assert.equal(sent({ encryption: { replicas: 3 } }).encryption.replicas, '3')
  assert.is(sent({ encryption: { on: false } }).encryption, undefined)
  assert.equal(sent({ security: { automatic: false } }).changes, { enable_tls: false })
})

test('defaults that the source tenant does not state count as shown', () => {
  const bare = { ...template, steps: { ...drafts, setup: { servers: 4, drives: 4 }, placement: { kind: 'default' } } }
  const defaults = { size: '100', unit: 'Gi', memory: 2, storage_class: 'first' }
  assert.equal(sent({ setup: defaults }, bare).changes, {})
  assert.equal(sent({ setup: { ...defaults, storage_class: 'second' } }, bare).changes, {
    pool: { volume_configuration: { storage_class_name: 'second' } },
  })
})
