import { assert } from '../../../../test/lib/suite.ts'
import * as v from 'valibot'
import { type Client, pathOf, type Resource, toKubernetesError } from '../../../../engines/kubernetes/client.ts'
import { Failure } from '../../../../core/protocol/failure.ts'
import { createSharedInstances } from '../../../../engines/lib/shared-instances.ts'
import { onEveryCluster } from '../../../../test/conformance/clusters.ts'
import { expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'
import { certificate, key } from '../../../../test/engines/minio/certificate.ts'
import { AddedPool } from '../../create/payload.ts'
import { createOn } from '../../kubernetes/create/adapter.ts'
import { detailsOn } from '../../kubernetes/details.ts'
import { ownSecretLabels } from '../../kubernetes/own-secrets.ts'
import { securityOf } from '../../kubernetes/security/adapter.ts'
import { core, kind, label, useTenant } from './tenant.ts'

type Context = Parameters<typeof createOn>[0]

const base64 = (text: string) => Buffer.from(text).toString('base64')
const lost = () => new Failure(503, 'The API server cannot be reached', { detail: 'socket hang up' })

/** A client that applies patches, but loses the responses. */
const losingPatches = (client: Client, then: () => Promise<unknown> = async () => undefined): Client => ({
  ...client,
  patch: async (path, change) => {
    await client.patch(path, change)
    await then()
    throw lost()
  },
})

onEveryCluster('changes of a tenant that break off', (test, cluster) => {
  const { port, make } = useTenant(cluster)
  const contextOf = (client: Client) =>
    ({ client, clock: Date.now, sharedInstances: createSharedInstances() }) as unknown as Context

  const newCertificates = {
    autoCert: false,
    customCertificates: {
      secretsToBeDeleted: [],
      minio: [{ crt: base64(certificate), key: base64(key) }],
      minioCAs: [base64(certificate)],
    },
  }
  const tenantAt = (namespace: string) => pathOf(kind, { namespace, name: 'prod' })
  const referencesOf = ({ spec }: Resource) => {
    const { externalCertSecret = [], externalCaCertSecret = [] } = spec as Record<string, { name: string }[]>
    return [...externalCertSecret, ...externalCaCertSecret].map(({ name }) => name).sort()
  }
  /** Names of the secrets with certificates in a namespace. */
  const certificateSecrets = async (namespace: string) =>
    (await cluster().client.list(core('secrets', { namespace })))
      .map(({ metadata: { name } }) => name)
      .filter((name) => /certificate/.test(name))
      .sort()

  test('new certificates stay if the response to their creation or to the change is lost', async () => {
    const { client } = cluster()
    const { namespace } = await make()
    const create: Client['create'] = async (...sent) => {
      await client.create(...sent)
      throw lost()
    }
    await securityOf({ client: { ...losingPatches(client), create } }).setSecurity(namespace, 'prod', newCertificates)
    const references = referencesOf(await client.get(tenantAt(namespace)))
    assert.is(references.length, 2)
    assert.equal(await certificateSecrets(namespace), references)
  })

  test('secrets that the tenant references are kept after a conflict, and others are deleted', async () => {
    const { client } = cluster()
    const { namespace } = await make()
    const at = tenantAt(namespace)
    const appendOther = () =>
      client.patch(at, [{ op: 'add', path: '/spec/externalCaCertSecret/-', value: { name: 'other', type: 'Opaque' } }])
    const conflict = securityOf({ client: losingPatches(client, appendOther) })
    await expectFailure(409, conflict.setSecurity(namespace, 'prod', newCertificates), /changed in the meantime/)
    const references = referencesOf(await client.get(at)).filter((name) => name !== 'other')
    assert.is(references.length, 2)
    assert.equal(await certificateSecrets(namespace), references)
    const refused = { ...client, patch: () => Promise.reject(toKubernetesError(422, { reason: 'Invalid' })) }
    await expectFailure(400, securityOf({ client: refused }).setSecurity(namespace, 'prod', newCertificates))
    assert.equal(await certificateSecrets(namespace), references)
  })

  test('secrets are kept and named if the tenant cannot be read after a lost response', async () => {
    const { client } = cluster()
    const { namespace } = await make()
    let isDown = false
    const down: Client = {
      ...losingPatches(client, async () => (isDown = true)),
      get: (...sent) => (isDown ? Promise.reject(lost()) : client.get(...sent)),
    }
    const { detail } = await expectFailure(
      503,
      securityOf({ client: down }).setSecurity(namespace, 'prod', newCertificates),
      /unknown whether the tenant was changed/,
    )
    const references = referencesOf(await client.get(tenantAt(namespace)))
    assert.equal(await certificateSecrets(namespace), references)
    assert.match(detail ?? '', 'The API server cannot be reached')
    for (const name of references) assert.match(detail ?? '', name)
  })

  test('new certificates are kept and named if the cluster may still apply a change without a response', async () => {
    const { client } = cluster()
    const { namespace } = await make()
    let apply = async (): Promise<unknown> => undefined
    const late: Client = {
      ...client,
      patch: (path, change) => {
        apply = () => client.patch(path, change)
        return Promise.reject(lost())
      },
    }
    const { detail } = await expectFailure(
      503,
      securityOf({ client: late }).setSecurity(namespace, 'prod', newCertificates),
    )
    await apply()
    const references = referencesOf(await client.get(tenantAt(namespace)))
    assert.is(references.length, 2)
    assert.equal(await certificateSecrets(namespace), references)
    for (const name of references) assert.match(detail ?? '', name)
  })

  test('a pool is added once if the response is lost', async () => {
    const { client } = cluster()
    const { namespace } = await make()
    const size = { servers: 4, volumes_per_server: 2, volume_configuration: { size: 2 ** 30 } }
    const add = (through: Client) => createOn(contextOf(through)).addPool(namespace, 'prod', v.parse(AddedPool, size))
    const pools = async () => ((await client.get(tenantAt(namespace))).spec as { pools: object[] }).pools.length
    await add(losingPatches(client))
    assert.is(await pools(), 2)
    await expectFailure(503, add({ ...client, patch: () => Promise.reject(lost()) }), /cannot be reached/)
    assert.is(await pools(), 2)
  })

  test('a tenant is not deleted with its volumes if the caller may not delete these or its secrets', async () => {
    const { client } = cluster()
    const ref = await make()
    const { namespace } = ref
    await client.create(core('secrets', { namespace }), { metadata: { name: 'idle', labels: ownSecretLabels('prod') } })
    const rule = (verbs: string[], resources: string[], groups = ['']) => ({ verbs, resources, groups })
    const rules = [
      rule(['get', 'list', 'delete'], ['tenants'], ['minio.min.io']),
      rule(['list'], ['secrets', 'pods']),
      rule(['list'], ['ingresses'], ['networking.k8s.io']),
    ]
    const as = async (...more: typeof rules) =>
      port(
        (await cluster().account(namespace, uniqueName('a'), { within: { [namespace]: [...rules, ...more] } })).token,
      )
    const claims = rule(['deletecollection'], ['persistentvolumeclaims'])
    const refusalOf = async (...more: typeof rules) =>
      (await expectFailure(403, (await as(...more)).removeTenant(ref, 'remove'))).detail
    assert.match((await refusalOf()) ?? '', /cannot deletecollection resource "persistentvolumeclaims"/)
    assert.match((await refusalOf(claims)) ?? '', /cannot delete resource "secrets"/)
    assert.is((await (await port()).tenant(ref)).name, 'prod')
    await (await as(claims, rule(['delete'], ['secrets']))).removeTenant(ref, 'remove')
    await expectFailure(404, (await port()).tenant(ref))
    const remaining = (await client.list(core('secrets', { namespace }))).map(({ metadata }) => metadata.name)
    assert.not.ok(remaining.includes('idle'))
  })

  test('remaining volumes or secrets are reported if they cannot be deleted after the tenant', async () => {
    const { client } = cluster()
    const attempt = async (more: (at: string) => Partial<Client>) => {
      const ref = await make()
      const metadata = { name: 'idle', labels: ownSecretLabels('prod') }
      await client.create(core('secrets', ref), { metadata })
      await client.create(core('persistentvolumeclaims', ref), {
        metadata: { name: 'data0-prod', labels: label },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      })
      const context = {
        ...contextOf({ ...client, ...more(tenantAt(ref.namespace)) }),
        checkAccess: async () => undefined,
      }
      const failure = await expectFailure(503, detailsOn(context).removeTenant(ref, 'remove'))
      await expectFailure(404, (await port()).tenant(ref))
      assert.match(failure.detail ?? '', /cannot be reached/)
      return failure.message
    }
    assert.is(
      await attempt(() => ({ send: () => Promise.reject(lost()) })),
      'The tenant prod is deleted, but not all of its volumes are',
    )
    assert.is(
      await attempt((at) => ({
        remove: (path, options) => (path === at ? client.remove(path, options) : Promise.reject(lost())),
      })),
      'The tenant prod and its volumes are deleted, but not all of its secrets are',
    )
  })
})
