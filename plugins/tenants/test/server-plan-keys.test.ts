import { generateKeyPairSync } from 'node:crypto'
import { assert, suite } from '../../../test/lib/suite.ts'
import { parse } from 'yaml'
import { certificate, key } from '../../../test/engines/minio/certificate.ts'
import { operator4Shape, operator7Shape, toBase64, fromBase64, planTenant, refusalOf } from './plan-tenant.ts'

const test = suite('the key store and certificates of a tenant')

const providers: Record<string, [given: object, stored: object]> = {
  vault: [
    {
      endpoint: 'https://v',
      engine: 'kv',
      namespace: '',
      prefix: 'p',
      approle: { id: 'role: #1', secret: '007', retry: 7 },
      status: { ping: 0 },
      tls: { ca: '' },
    },
    {
      vault: {
        endpoint: 'https://v',
        engine: 'kv',
        prefix: 'p',
        approle: { id: 'role: #1', secret: '007', retry: '7s' },
      },
    },
  ],
  aws: [
    {
      secretsmanager: {
        endpoint: 'e',
        region: 'eu',
        kmskey: '',
        credentials: { accesskey: 'a', secretkey: 'true', token: null },
      },
    },
    { aws: { secretsmanager: { endpoint: 'e', region: 'eu', credentials: { accesskey: 'a', secretkey: 'true' } } } },
  ],
  gemalto: [
    { keysecure: { endpoint: 'e', credentials: { token: 't', domain: 'root', retry: 15 }, tls: null } },
    { gemalto: { keysecure: { endpoint: 'e', credentials: { token: 't', domain: 'root', retry: '15s' } } } },
  ],
  gcp: [
    {
      secretmanager: {
        project_id: 'p',
        credentials: { client_email: 'm@example', private_key: '-----BEGIN\nKEY-----\n' },
      },
    },
    {
      gcp: {
        secretmanager: {
          project_id: 'p',
          credentials: { client_email: 'm@example', private_key: '-----BEGIN\nKEY-----\n' },
        },
      },
    },
  ],
  azure: [
    { keyvault: { endpoint: 'e', credentials: { tenant_id: '1', client_id: '2', client_secret: '3' } } },
    { azure: { keyvault: { endpoint: 'e', credentials: { tenant_id: '1', client_id: '2', client_secret: '3' } } } },
  ],
}

for (const [provider, [given, stored]] of Object.entries(providers))
  for (const [image, shape, isFormer] of [
    ['', operator7Shape, false],
    ['', operator4Shape, true],
    ['minio/kes:v0.16.1', operator4Shape, true],
    ['minio/kes:v0.22.0', operator4Shape, false],
  ] as const)
    test(`keys at ${provider} are configured as ${image || `the default of operator ${isFormer ? 4 : 7}`} reads them`, () => {
      const { secret, spec } = planTenant({ encryption: { image, replicas: '3', [provider]: given } }, shape)
      assert.equal(spec.kes, {
        replicas: 3,
        ...(image && { image }),
        kesSecret: { name: 'harbour-secret-kes-configuration' },
      })
      const config = parse(fromBase64(secret('secret-kes-configuration')?.data?.['server-config.yaml'])) as Record<
        string,
        unknown
      >
      assert.equal(config[isFormer ? 'keys' : 'keystore'], stored)
      assert.equal([config.root, config.admin], isFormer ? ['disabled', undefined] : [undefined, { identity: '_' }])
      const policy = (config.policy as Record<string, { identities: string[] }>)['default-policy']
      assert.equal(policy?.identities, ['${MINIO_KES_IDENTITY}'])
      assert.is(secret('secret-kes-client-cert'), undefined, 'an empty certificate creates no secret')
    })

test('encryption without TLS, without a provider or with several is refused with the reason', () => {
  const [vault, aws] = [providers.vault?.[0], providers.aws?.[0]]
  assert.match(refusalOf({ enable_tls: false, encryption: { vault } }), /^400 encryption: TLS is required/)
  assert.match(refusalOf({ encryption: {} }), /^400 encryption: Name one of vault/)
  assert.match(refusalOf({ encryption: { vault, aws } }), /^400 encryption: Name one of vault/)
})

test('certificates are validated before anything is created', () => {
  const pair = { crt: toBase64(certificate), key: toBase64(key) }
  const foreign = toBase64(
    String(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })),
  )
  const { spec, secret } = planTenant({
    enable_tls: false,
    tls: { minio: [pair], ca_certificates: [pair.crt], console: { crt: '', key: '' } },
    encryption: { vault: { ...providers.vault?.[0], tls: { ca: pair.crt } }, client: pair, server: pair },
  })
  assert.equal(spec.externalCertSecret, [{ name: 'harbour-external-server-certificate-0', type: 'kubernetes.io/tls' }])
  assert.equal(spec.externalCaCertSecret, [{ name: 'harbour-ca-certificate-0', type: 'Opaque' }])
  assert.equal(spec.externalClientCertSecret, {
    name: 'harbour-external-client-certificate-kes-0',
    type: 'kubernetes.io/tls',
  })
  assert.equal(
    [secret('external-server-certificate-0')?.type, secret('external-server-certificate-0')?.data],
    ['kubernetes.io/tls', { 'tls.crt': pair.crt, 'tls.key': pair.key }],
  )
  assert.equal(Object.keys(secret('secret-kes-client-cert')?.data ?? {}), ['ca.crt'])
  const config = parse(fromBase64(secret('secret-kes-configuration')?.data?.['server-config.yaml'])) as {
    policy: Record<string, { identities: string[] }>
    keystore: { vault: { tls: object } }
  }
  assert.match(config.policy['default-policy']?.identities[0] ?? '', /^[0-9a-f]{64}$/)
  assert.equal(config.keystore.vault.tls, { ca: '/tmp/kes/ca.crt' })

  assert.is(
    refusalOf({ tls: { minio: [pair, { ...pair, key: foreign }] } }),
    '400 tls.minio.1.key: this key does not belong to the certificate',
  )
  assert.is(refusalOf({ tls: { minio: [{ ...pair, crt: '%%' }] } }), '400 tls.minio.0.crt: this is not base64')
  assert.is(
    refusalOf({ tls: { ca_certificates: [toBase64('hello')] } }),
    '400 tls.ca_certificates.0: this is not a certificate in PEM',
  )
  assert.is(
    refusalOf({ tls: { minio: [{ ...pair, key: toBase64('hello') }] } }),
    '400 tls.minio.0.key: this is not a private key in PEM, or it has a passphrase',
  )
})
