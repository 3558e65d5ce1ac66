import { X509Certificate } from 'node:crypto'
import { assert } from '../lib/suite.ts'
import { createTenant } from '../lib/tenants.ts'
import { kindAt, pathOf } from '../../engines/kubernetes/client.ts'
import { tenantAt, tenantKind } from '../../engines/kubernetes/tenant.ts'
import { ownSecretLabels } from '../../plugins/tenants/kubernetes/own-secrets.ts'
import type { TenantsBackend } from '../../plugins/tenants/backend.ts'
import tenants from '../../plugins/tenants/server.ts'
import { certificateFor, hasOpenssl } from '../lib/certificates.ts'
import { onEveryGeneration } from './clusters.ts'
import { expectFailure, uniqueName } from './engines.ts'

const secretAt = (namespace: string, name?: string) => pathOf(kindAt('v1', 'secrets'), { namespace, name })
const base64 = (text: string) => Buffer.from(text).toString('base64')

type Spec = {
  externalCertSecret?: { name: string; type: string }[]
  externalCaCertSecret?: { name: string; type: string }[]
  [other: string]: unknown
}

if (!hasOpenssl()) console.log('the certificates of tenants are skipped: there is no openssl')
else
  onEveryGeneration("a tenant's certificates", (test, cluster) => {
    const port = (token?: string): Promise<TenantsBackend> => cluster().port(tenants, token)

    const make = async (spec: object = {}) => {
      const ns = await cluster().namespace(uniqueName('secure'))
      const volumes = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } } } }
      const pools = [{ name: 'pool-0', servers: 4, volumesPerServer: 2, volumeClaimTemplate: volumes }]
      await createTenant(cluster().client, ns, { metadata: { name: 'prod' }, spec: { pools, ...spec } })
      return ns
    }
    const specOf = async (at: string) => (await cluster().client.get(tenantAt(at, 'prod'))).spec as Spec
    const secretNames = async (at: string) =>
      (await cluster().client.list(secretAt(at))).map(({ metadata: { name } }) => name).sort()

    test('a tenant without TLS settings has automatic certificates and no custom ones', async () => {
      const tenantRef = await make()
      assert.equal(await (await port()).security(tenantRef, 'prod'), {
        autoCert: true,
        customCertificates: { minio: null, minioCAs: null },
      })
      await expectFailure(404, (await port()).security(tenantRef, 'nobody'), /not found/)
    })

    test('without a value, automatic certificates stay as they are, also if someone else changed them', async () => {
      const tenantRef = await make({ requestAutoCert: false })
      const authority = certificateFor('ca')
      await (await port()).setSecurity(tenantRef, 'prod', {
        customCertificates: { secretsToBeDeleted: [], minio: [], minioCAs: [base64(authority.crt)] },
      })
      const { requestAutoCert, externalCaCertSecret } = await specOf(tenantRef)
      assert.equal([requestAutoCert, externalCaCertSecret?.length], [false, 1])
    })

    test('added certificates are referenced by the tenant, stored in secrets, and listed with names and expiry', async () => {
      const tenantRef = await make({ env: [{ name: 'OTHER', value: 'x' }], mountPath: '/data' })
      const [served, one, two] = [
        certificateFor('prod.example', 'DNS:prod.example,DNS:*.prod.example,IP:10.0.0.7'),
        certificateFor('ca-1'),
        certificateFor('ca-2'),
      ]
      const tenants = await port()
      await tenants.setSecurity(tenantRef, 'prod', {
        autoCert: false,
        customCertificates: {
          secretsToBeDeleted: [],
          minio: [{ crt: base64(served.crt), key: base64(served.key) }],
          minioCAs: [base64(one.crt + two.crt)],
        },
      })
      const { autoCert, customCertificates } = await tenants.security(tenantRef, 'prod')
      assert.is(autoCert, false)
      const [first, ...none] = customCertificates.minio ?? []
      const { serialNumber, validTo } = new X509Certificate(served.crt)
      assert.equal(none, [])
      assert.match(first?.name ?? '', /^prod-[a-z]{5}-external-certificates-0$/)
      assert.equal(first?.domains, ['prod.example', '*.prod.example', '10.0.0.7'])
      assert.equal(
        [first?.expiry, first?.serialNumber],
        [new Date(validTo).toISOString(), BigInt(`0x${serialNumber}`).toString()],
      )
      assert.equal(
        customCertificates.minioCAs?.map(({ domains }) => domains?.[0]),
        ['ca-1', 'ca-2'],
        'each certificate of one file is listed',
      )
      const spec = await specOf(tenantRef)
      assert.equal([spec.env, spec.mountPath, spec.requestAutoCert], [[{ name: 'OTHER', value: 'x' }], '/data', false])
      assert.equal(
        spec.externalCertSecret?.map(({ type }) => type),
        ['kubernetes.io/tls'],
      )
    })

    test('a removed certificate is deleted with its secret, and no other secret is affected', async () => {
      const tenantRef = await make()
      await cluster().client.create(secretAt(tenantRef), {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'database' },
        data: { password: base64('kept') },
      })
      const tenants = await port()
      const pair = certificateFor('prod.example')
      await tenants.setSecurity(tenantRef, 'prod', {
        autoCert: true,
        customCertificates: {
          secretsToBeDeleted: [],
          minio: [{ crt: base64(pair.crt), key: base64(pair.key) }],
          minioCAs: [],
        },
      })
      const [{ name = '' } = {}] = (await tenants.security(tenantRef, 'prod')).customCertificates.minio ?? []
      await tenants.setSecurity(tenantRef, 'prod', {
        autoCert: true,
        customCertificates: { secretsToBeDeleted: [name, 'database'], minio: [], minioCAs: [] },
      })
      assert.equal(await tenants.security(tenantRef, 'prod'), {
        autoCert: true,
        customCertificates: { minio: null, minioCAs: null },
      })
      assert.equal(await secretNames(tenantRef), ['database'])
      await tenants.setSecurity(tenantRef, 'prod', { autoCert: false })
      assert.is((await specOf(tenantRef)).requestAutoCert, false)
    })

    test('invalid certificates and mismatched keys are refused by field, and nothing changes', async () => {
      const tenantRef = await make()
      const tenants = await port()
      const [pair, other] = [certificateFor('a.example'), certificateFor('b.example')]
      const set = (crt: string, key: string, ca?: string) =>
        tenants.setSecurity(tenantRef, 'prod', {
          autoCert: false,
          customCertificates: {
            secretsToBeDeleted: [],
            minio: [{ crt: base64(crt), key: base64(key) }],
            minioCAs: ca ? [base64(ca)] : [],
          },
        })
      await expectFailure(400, set('nothing', pair.key), /minio\.0\.crt: this is not a certificate/)
      await expectFailure(400, set(pair.crt, 'nothing'), /minio\.0\.key: this is not a private key/)
      await expectFailure(400, set(pair.crt, other.key), /minio\.0\.key: this key does not belong/)
      await expectFailure(400, set(pair.crt, pair.key, 'nothing'), /minioCAs\.0: this is not a certificate/)
      assert.equal(await secretNames(tenantRef), [])
      assert.is((await tenants.security(tenantRef, 'prod')).autoCert, true)
    })

    test('missing secrets and those without a certificate are reported, and those of cert-manager are read', async () => {
      const { crt } = certificateFor('managed.example')
      const references = [
        { name: 'gone', type: 'kubernetes.io/tls' },
        { name: 'odd', type: 'Opaque' },
        { name: 'managed', type: 'cert-manager.io/v1' },
      ]
      const tenantRef = await make({ externalCertSecret: references })
      const secret = (name: string, data: object) =>
        cluster().client.create(secretAt(tenantRef), { apiVersion: 'v1', kind: 'Secret', metadata: { name }, data })
      await secret('odd', { 'public.crt': base64('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n') })
      await secret('managed', { 'tls.crt': base64(crt) })
      const { minio } = (await (await port()).security(tenantRef, 'prod')).customCertificates
      assert.equal(
        minio?.map(({ name }) => name),
        ['gone', 'odd', 'managed'],
      )
      assert.is(minio?.[0]?.problem, 'The secret does not exist')
      assert.match(minio?.[1]?.problem ?? '', /^It cannot be read/)
      assert.equal(minio?.[2]?.domains, ['managed.example'])
    })

    const keep = (at: string, name: string, data: Record<string, string>, metadata: object = {}) =>
      cluster().client.create(secretAt(at), {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name, ...metadata },
        data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, base64(value)])),
      })

    test('removing one reference keeps the other list, all other fields, and a secret in use', async () => {
      const reference = { name: 'minio-tls', type: 'kubernetes.io/tls' }
      const tenantRef = await make({
        requestAutoCert: false,
        externalCertSecret: [reference],
        externalCaCertSecret: [reference],
        externalClientCertSecret: reference,
      })
      await keep(
        tenantRef,
        'minio-tls',
        { 'tls.crt': certificateFor('prod.example').crt },
        { labels: ownSecretLabels('prod') },
      )
      const tenants = await port()
      const { minioCAs } = (await tenants.security(tenantRef, 'prod')).customCertificates
      assert.equal(minioCAs?.[0]?.used_by?.sort(), [
        'prod spec.externalCertSecret[0].name',
        'prod spec.externalClientCertSecret.name',
      ])
      const drop = (removed: object) =>
        tenants.setSecurity(tenantRef, 'prod', {
          autoCert: false,
          customCertificates: { secretsToBeDeleted: [], removed, minio: [], minioCAs: [] } as never,
        })
      const before = await specOf(tenantRef)
      await drop({ minioCAs: ['minio-tls'] })
      const { externalCaCertSecret: _, ...rest } = before
      assert.equal(await specOf(tenantRef), rest)
      assert.equal(await secretNames(tenantRef), ['minio-tls'])
      await drop({ minio: ['minio-tls'] })
      assert.equal(await secretNames(tenantRef), ['minio-tls'], 'the client certificate still names it')
    })

    test('a secret that another tenant uses, or that this console did not create, is not deleted', async () => {
      const tenantRef = await make({
        externalCaCertSecret: ['shared', 'foreign'].map((name) => ({ name, type: 'kubernetes.io/tls' })),
      })
      const { crt } = certificateFor('ca')
      await keep(tenantRef, 'shared', { 'tls.crt': crt }, { labels: ownSecretLabels('prod') })
      await keep(tenantRef, 'foreign', { 'tls.crt': crt })
      const { pools } = await specOf(tenantRef)
      await cluster().client.create(pathOf(tenantKind, { namespace: tenantRef }), {
        apiVersion: 'minio.min.io/v2',
        kind: 'Tenant',
        metadata: { name: 'next' },
        spec: { pools, kes: { kesSecret: { name: 'shared' } } },
      })
      const tenants = await port()
      const [shared, foreign] = (await tenants.security(tenantRef, 'prod')).customCertificates.minioCAs ?? []
      assert.equal([shared?.keeps, shared?.used_by], [undefined, ['next spec.kes.kesSecret.name']])
      assert.equal([foreign?.keeps, foreign?.used_by], ['foreign', undefined])
      await tenants.setSecurity(tenantRef, 'prod', {
        autoCert: true,
        customCertificates: { secretsToBeDeleted: ['shared', 'foreign'], minio: [], minioCAs: [] },
      })
      assert.equal(await secretNames(tenantRef), ['foreign', 'shared'])
      assert.is((await specOf(tenantRef)).externalCaCertSecret, undefined)
    })

    test('a save without changes writes nothing', async () => {
      const tenantRef = await make({ externalCertSecret: [], externalCaCertSecret: [] })
      const before = await cluster().client.get(tenantAt(tenantRef, 'prod'))
      await (await port()).setSecurity(tenantRef, 'prod', { autoCert: true })
      assert.equal(await cluster().client.get(tenantAt(tenantRef, 'prod')), before)
    })

    test('for a CA of cert-manager the authority is shown, not the certificate it signed', async () => {
      const reference = { name: 'managed', type: 'cert-manager.io/v1' }
      const tenantRef = await make({
        requestAutoCert: false,
        externalCertSecret: [reference],
        externalCaCertSecret: [reference],
      })
      const [leaf, authority] = [certificateFor('leaf').crt, certificateFor('authority', 'DNS:authority', 3650).crt]
      await keep(tenantRef, 'managed', { 'tls.crt': leaf, 'ca.crt': authority })
      const { minio, minioCAs } = (await (await port()).security(tenantRef, 'prod')).customCertificates
      assert.equal([minio?.[0]?.domains, minioCAs?.[0]?.domains], [['leaf'], ['authority']])
      const endings = async () => {
        const [health] = (await (await port()).health('all')).filter(({ tenant }) => tenant.namespace === tenantRef)
        return health?.certificates?.map(({ expiry }) => Date.parse(expiry))
      }
      const endOf = (pem: string) => Date.parse(new X509Certificate(pem).validTo)
      assert.equal(await endings(), [endOf(leaf), endOf(authority)])
      const tenant = await cluster().client.get(tenantAt(tenantRef, 'prod'))
      await cluster().client.replace(tenantAt(tenantRef, 'prod'), {
        ...tenant,
        spec: { ...(tenant.spec as Spec), externalCertSecret: [] },
      })
      assert.equal(await endings(), [endOf(authority)])
    })

    test('a caller who may not write secrets is refused by the cluster, with a message', async () => {
      const tenantRef = await make()
      const { token } = await cluster().account(tenantRef, 'viewer', {
        within: { [tenantRef]: [{ verbs: ['get'], resources: ['tenants'], groups: ['minio.min.io'] }] },
      })
      await expectFailure(
        403,
        (await port(token)).setSecurity(tenantRef, 'prod', { autoCert: false }),
        /cannot patch resource "tenants"/,
      )
      assert.is((await specOf(tenantRef)).requestAutoCert, undefined)
    })
  })
