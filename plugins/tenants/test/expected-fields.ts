import { parse } from 'yaml'
import { readConfigEnv } from '../../../engines/kubernetes/config-env.ts'
import type { Resource } from '../../../engines/kubernetes/client.ts'
import { certificate, key } from '../../../test/engines/minio/certificate.ts'
import type { answerCases } from './wizard-answers.ts'

/** A tenant and its secrets as Kubernetes resources. */
export type TenantResources = { tenant: Resource; secrets: readonly Resource[] }

/** Expectation about one field: path, actual value and expected value. */
export type ExpectedField = readonly [place: string, is: unknown, hasToBe: unknown]

const base64 = (text: string) => Buffer.from(text).toString('base64')
const tls = (name: string) => ({ name, type: 'kubernetes.io/tls' })
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce((inner: unknown, part) => (inner as Record<string, unknown> | undefined)?.[part], value)
const apart = {
  requiredDuringSchedulingIgnoredDuringExecution: [
    {
      labelSelector: {
        matchExpressions: [
          { key: 'v1.min.io/tenant', operator: 'In', values: ['harbour'] },
          { key: 'v1.min.io/pool', operator: 'In', values: ['pool-0'] },
        ],
      },
      topologyKey: 'kubernetes.io/hostname',
    },
  ],
}
const within = (pairs: [string, string][]) => ({
  requiredDuringSchedulingIgnoredDuringExecution: {
    nodeSelectorTerms: [
      { matchExpressions: pairs.map(([name, value]) => ({ key: name, operator: 'In', values: [value] })) },
    ],
  },
})

const readers = ({ tenant, secrets }: TenantResources) => {
  const data = (name: string) =>
    secrets.find(({ metadata }) => metadata.name === `harbour-${name}`)?.data as Record<string, string> | undefined
  const text = (name: string, file: string) => Buffer.from(data(name)?.[file] ?? '', 'base64').toString()
  const env = Object.fromEntries(readConfigEnv(text('env-configuration', 'config.env')))
  return {
    spec: (path: string) => at(tenant.spec, path),
    secret: (name: string) => {
      const found = secrets.find(({ metadata }) => metadata.name === `harbour-${name}`)
      return found && [found.type, found.immutable ?? false, found.metadata.labels?.['v1.min.io/tenant'], found.data]
    },
    env: (prefix: string) =>
      Object.fromEntries(
        Object.entries(env)
          .filter(([name]) => name.startsWith(prefix))
          .map(([name, value]) => [name.slice(prefix.length), value]),
      ),
    json: (name: string, file: string) => JSON.parse(text(name, file)) as unknown,
    store: () => {
      const config: unknown = parse(text('secret-kes-configuration', 'server-config.yaml'))
      return at(config, 'keystore') ?? at(config, 'keys')
    },
    // the oldest operators have one more secret, with the root credentials
    names: secrets
      .map(({ metadata }) => metadata.name.replace('harbour-', ''))
      .filter((name) => name !== 'secret')
      .sort(),
  }
}

/** Expected fields of a tenant (operator 2.5, 2.6) per set of answers. */
export const expectedFields: Record<keyof typeof answerCases, (made: TenantResources) => ExpectedField[]> = {
  'built-in users, own certificates and Vault': (made) => {
    const { spec, secret, env, json, store, names } = readers(made)
    const expectedSecret = (type: string, data: object, immutable = true) => [type, immutable, 'harbour', data]
    const pair = { 'tls.crt': base64(certificate), 'tls.key': base64(key) }
    return [
      [
        'all secrets',
        names,
        [
          'ca-certificate-0',
          'env-configuration',
          'external-client-certificate-kes-0',
          'external-server-certificate-0',
          'regcred',
          'secret-kes-client-cert',
          'secret-kes-configuration',
          'secret-kes-external-cert-0',
          'user-0',
          'user-1',
        ],
      ],
      [
        '2 user',
        secret('user-1'),
        expectedSecret('Opaque', {
          CONSOLE_ACCESS_KEY: base64('second-admin'),
          CONSOLE_SECRET_KEY: base64('hidden-second'),
        }),
      ],
      ['3 certificate', secret('external-server-certificate-0'), expectedSecret('kubernetes.io/tls', pair)],
      ['4 client', secret('external-client-certificate-kes-0'), expectedSecret('kubernetes.io/tls', pair)],
      ['5 server', secret('secret-kes-external-cert-0'), expectedSecret('kubernetes.io/tls', pair)],
      [
        '6 provider',
        secret('secret-kes-client-cert'),
        expectedSecret('Opaque', {
          'client.crt': base64(certificate),
          'client.key': base64(key),
          'ca.crt': base64(certificate),
        }),
      ],
      ['8 authority', secret('ca-certificate-0'), expectedSecret('Opaque', { 'public.crt': base64(certificate) })],
      [
        '9 registry',
        json('regcred', '.dockerconfigjson'),
        { auths: { 'r.example': { username: 'puller', password: 'hidden-pull', auth: base64('puller:hidden-pull') } } },
      ],
      ['name', made.tenant.metadata.name, 'harbour'],
      ['enable_tls', spec('requestAutoCert'), false],
      ['enable_console', env('MINIO_BROWSER'), { '': 'on' }],
      [
        'enable_prometheus',
        at(made.tenant.spec, 'poolsMetadata') ?? { annotations: spec('pools.0.annotations') },
        {
          annotations: {
            'prometheus.io/path': '/minio/v2/metrics/cluster',
            'prometheus.io/port': '9000',
            'prometheus.io/scrape': 'true',
          },
        },
      ],
      ['image', spec('image'), 'minio/minio:v1'],
      ['expose', spec('exposeServices'), { minio: true, console: false }],
      ['mount path', spec('mountPath'), '/export'],
      ['erasureCodingParity', env('MINIO_STORAGE_CLASS_'), { STANDARD: 'EC:3' }],
      ['pools.name', spec('pools.0.name'), 'pool-0'],
      ['pools.servers', [spec('pools.0.servers'), spec('pools.0.volumesPerServer')], [4, 4]],
      [
        'pools.size',
        spec('pools.0.volumeClaimTemplate.spec'),
        {
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '64Gi' } },
          storageClassName: 'fast',
        },
      ],
      ['pools.claim', spec('pools.0.volumeClaimTemplate.metadata.name'), 'data'],
      ['pools.resources', spec('pools.0.resources'), { requests: { memory: '2Gi' }, limits: { memory: '8Gi' } }],
      [
        'pools.affinity',
        spec('pools.0.affinity'),
        {
          nodeAffinity: within([
            ['disk', 'ssd'],
            ['zone', 'b'],
          ]),
          podAntiAffinity: apart,
        },
      ],
      [
        'pools.securityContext',
        spec('pools.0.securityContext'),
        { runAsUser: 1001, runAsGroup: 1002, fsGroup: 1003, runAsNonRoot: true },
      ],
      ['image_registry', spec('imagePullSecret'), { name: 'harbour-regcred' }],
      ['idp.keys', spec('users'), [{ name: 'harbour-user-0' }, { name: 'harbour-user-1' }]],
      ['tls.minio', spec('externalCertSecret'), [tls('harbour-external-server-certificate-0')]],
      ['tls.ca_certificates', spec('externalCaCertSecret'), [{ name: 'harbour-ca-certificate-0', type: 'Opaque' }]],
      ['encryption.client', spec('externalClientCertSecret'), tls('harbour-external-client-certificate-kes-0')],
      ['encryption.server', spec('kes.externalCertSecret'), tls('harbour-secret-kes-external-cert-0')],
      ['encryption.replicas', spec('kes.replicas'), 2],
      ['encryption.image', spec('kes.image'), 'minio/kes:2025-03-12T09-35-18Z'],
      [
        'encryption.securityContext',
        spec('kes.securityContext'),
        { runAsUser: 1004, runAsGroup: 1005, fsGroup: 1006, runAsNonRoot: true },
      ],
      [
        'encryption secrets',
        [spec('kes.kesSecret.name'), spec('kes.clientCertSecret.name')],
        ['harbour-secret-kes-configuration', 'harbour-secret-kes-client-cert'],
      ],
      [
        'encryption.vault',
        store(),
        {
          vault: {
            ...{
              endpoint: 'https://vault',
              engine: 'kv',
              namespace: 'n',
              prefix: 'p',
              approle: { engine: 'approle', id: 'hidden-role', secret: 'hidden-vault', retry: '7s' },
            },
            ...{
              tls: { key: '/tmp/kes/client.key', cert: '/tmp/kes/client.crt', ca: '/tmp/kes/ca.crt' },
              status: { ping: '9s' },
            },
          },
        },
      ],
      ['configuration', spec('configuration'), { name: 'harbour-env-configuration' }],
      ['the owner', Object.values(env('MINIO_ROOT_')).map((text) => text.length), [32, 16]],
    ]
  },
  'OpenID and AWS': (made) => {
    const { spec, env, store, names } = readers(made)
    return [
      ['all secrets', names, ['env-configuration', 'secret-kes-configuration']],
      [
        'idp.oidc',
        env('MINIO_IDENTITY_OPENID_'),
        {
          CONFIG_URL: 'https://id',
          CLIENT_ID: 'c',
          CLIENT_SECRET: 'hidden-oidc',
          CLAIM_NAME: 'policy',
          REDIRECT_URI: 'https://back',
          SCOPES: 'openid',
        },
      ],
      ['users', spec('users'), undefined],
      ['default placement', spec('pools.0.affinity'), { podAntiAffinity: apart }],
      ['no context', spec('pools.0.securityContext'), undefined],
      [
        'encryption.aws',
        store(),
        {
          aws: {
            secretsmanager: {
              endpoint: 'https://aws',
              region: 'eu',
              kmskey: 'k',
              credentials: { accesskey: 'hidden-access', secretkey: 'hidden-aws', token: 'hidden-token' },
            },
          },
        },
      ],
      [
        'no certificates',
        [
          spec('requestAutoCert'),
          spec('externalCertSecret'),
          spec('externalCaCertSecret'),
          spec('kes.clientCertSecret'),
        ],
        [true, undefined, undefined, undefined],
      ],
    ]
  },
  'a directory and Gemalto': (made) => {
    const { spec, env, secret, store } = readers(made)
    return [
      [
        'idp.active_directory',
        env('MINIO_IDENTITY_LDAP_'),
        {
          ...{
            SERVER_ADDR: 'ldap.example:636',
            TLS_SKIP_VERIFY: 'on',
            SERVER_INSECURE: 'on',
            SERVER_STARTTLS: 'on',
            LOOKUP_BIND_DN: 'cn=reader',
            LOOKUP_BIND_PASSWORD: 'hidden-ldap',
          },
          ...{
            USER_DN_SEARCH_BASE_DN: 'ou=people',
            USER_DN_SEARCH_FILTER: '(uid=%s)',
            GROUP_SEARCH_BASE_DN: 'ou=groups',
            GROUP_SEARCH_FILTER: '(member=%d)',
          },
        },
      ],
      ['user_dns', spec('users'), [{ name: 'harbour-user-0' }, { name: 'harbour-user-1' }]],
      ['2 name', secret('user-1'), ['Opaque', true, 'harbour', { CONSOLE_ACCESS_KEY: base64('uid=ben') }]],
      ['placed anywhere', spec('pools.0.affinity'), undefined],
      [
        'encryption.gemalto',
        store(),
        {
          gemalto: {
            keysecure: {
              endpoint: 'https://g',
              credentials: { token: 'hidden-token', domain: 'root', retry: '5s' },
              tls: { ca: '/tmp/kes/ca.crt' },
            },
          },
        },
      ],
    ]
  },
  GCP: (made) => [
    [
      'encryption.gcp',
      readers(made).store(),
      {
        gcp: {
          secretmanager: {
            project_id: 'p',
            endpoint: 'https://g',
            credentials: {
              client_email: 'm@example',
              client_id: '5',
              private_key_id: 'hidden-id',
              private_key: 'hidden-gcp',
            },
          },
        },
      },
    ],
    ['no registry', [readers(made).spec('imagePullSecret'), readers(made).spec('image')], [undefined, undefined]],
  ],
  Azure: (made) => [
    [
      'encryption.azure',
      readers(made).store(),
      {
        azure: {
          keyvault: {
            endpoint: 'https://a',
            credentials: { tenant_id: '1', client_id: '2', client_secret: 'hidden-azure' },
          },
        },
      },
    ],
  ],
}
