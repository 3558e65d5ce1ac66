import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { assert, test } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { pathNotices, readConfig } from '../../server/config.ts'
import { withoutEffect } from '../../server/environment.ts'
import { readFlags } from '../../server/flags.ts'
import { StartError } from '../../engines/start-error.ts'

const folder = temporaryFolder('config')

const read = (args: string[], environment: NodeJS.ProcessEnv = {}) => readConfig(readFlags(args), environment)

const refuses = (args: string[], environment: NodeJS.ProcessEnv, message: RegExp) =>
  assert.throws(
    () => read(args, environment),
    (error: unknown) => error instanceof StartError && message.test(error.message) && !error.message.includes('\n'),
    `${args.join(' ')} ${JSON.stringify(environment)} is not refused with ${message}`,
  )

test('without settings the console listens on 127.0.0.1:9090 and stores data in ./data', () => {
  const { host, port, storage, subpath, logLevel } = read([])
  assert.equal({ host, port, subpath, logLevel }, { host: '127.0.0.1', port: 9090, subpath: '', logLevel: 'info' })
  assert.equal(storage, { engine: 'embedded', folder: join(process.cwd(), 'data'), root: undefined })
})

test('a flag overrides its variable', () => {
  const environment = { CONSOLE_PORT: '1', CONSOLE_HOSTNAME: 'a', CONSOLE_DATA: '/b' }
  const { host, port, storage } = read(['--port', '2', '--host', 'c', '--data', '/d'], environment)
  assert.equal(
    { host, port, storage },
    { host: 'c', port: 2, storage: { engine: 'embedded', folder: '/d', root: undefined } },
  )
  const others = read([], environment)
  assert.equal([others.host, others.port], ['a', 1])
})

test('an unknown flag is refused with a suggestion', () => {
  refuses(['--prot', '1'], {}, /^--prot is not known; did you mean --port\?$/)
  refuses(['--zzzzzz'], {}, /^--zzzzzz is not known; see --help$/)
  refuses(['serve'], {}, /^"serve" is not a flag; see --help$/)
  refuses(['--port'], {}, /^--port needs a value/)
})

test('an unknown variable gets a warning with a suggestion', () => {
  assert.equal(withoutEffect({ CONSOLE_MINIO_SERVR: 'x', CONSOLE_QQQQQQQQQ: '1', CONSOLE_EMPTY: '' }, []), [
    'CONSOLE_MINIO_SERVR is unknown and has no effect; did you mean CONSOLE_MINIO_SERVER?',
    'CONSOLE_QQQQQQQQQ is unknown and has no effect',
  ])
})

test('unsupported settings of other versions get a warning', () => {
  for (const name of ['CONSOLE_SUBNET_URL']) {
    const [notice, ...others] = withoutEffect({ [name]: 'on' }, [])
    assert.match(notice ?? '', new RegExp(`^${name} has no effect here: `))
    assert.equal(others, [])
  }
})

test('variables Kubernetes sets for a Service named console are ignored', () => {
  const service = (name: string, port: number) => ({
    [`${name}_SERVICE_HOST`]: '10.96.0.7',
    [`${name}_SERVICE_PORT`]: String(port),
    [`${name}_SERVICE_PORT_HTTP`]: String(port),
    [`${name}_PORT`]: `tcp://10.96.0.7:${port}`,
    [`${name}_PORT_${port}_TCP`]: `tcp://10.96.0.7:${port}`,
    [`${name}_PORT_${port}_TCP_PROTO`]: 'tcp',
    [`${name}_PORT_${port}_TCP_PORT`]: String(port),
    [`${name}_PORT_${port}_TCP_ADDR`]: '10.96.0.7',
  })
  const environment = { ...service('CONSOLE', 9091), ...service('CONSOLE_DATA', 80), ...service('CONSOLE_IDP', 443) }
  const { port, storage } = read([], environment)
  assert.is(port, 9090)
  assert.ok(storage.engine === 'embedded' && storage.folder.endsWith('/data'))
  assert.equal(withoutEffect(environment, []), [
    'CONSOLE_PORT is "tcp://10.96.0.7:9091", as Kubernetes sets it for a Service, and is ignored',
  ])
  assert.is(read(['--port', '80'], environment).port, 80)
  assert.is(read([], { CONSOLE_METRICS_TOKEN: 'tcp://x' }).metricsToken, 'tcp://x')
})

test('a session can have an idle timeout', () => {
  const seconds = (CONSOLE_IDLE_TIMEOUT: string) => read([], { CONSOLE_IDLE_TIMEOUT }).idleSeconds
  assert.equal(
    [seconds(''), seconds('off'), seconds('30m'), seconds('1h30m'), seconds('90')],
    [undefined, undefined, 1800, 5400, 90],
  )
  for (const bad of ['5', '2d', 'on', '25h', '1h '])
    refuses(
      [],
      { CONSOLE_IDLE_TIMEOUT: bad },
      /^CONSOLE_IDLE_TIMEOUT is ".*", but it must be off or a time such as 30m, from 1 minute to 24 hours$/,
    )
})

test('variables of tests and other programs are ignored', () => {
  assert.equal(read([], { CONSOLE_TEST_MINIO: 'x', MINIO_WHATEVER: 'y', PATH: '/bin' }).port, 9090)
})

test('an invalid value is refused with an explanation', () => {
  refuses(['--port', '70000'], {}, /^--port is "70000", but a port is a number from 0 to 65535$/)
  refuses([], { CONSOLE_PORT: '1e3' }, /^CONSOLE_PORT is "1e3"/)
  refuses([], { CONSOLE_MINIO_SERVER: 'minio:9000' }, /must be an http or https address/)
  refuses(
    [],
    { CONSOLE_MINIO_SERVER: 'http://minio:9000/path' },
    /only scheme, host and port belong there, as in http:\/\/minio:9000/,
  )
  refuses([], { CONSOLE_SUBPATH: '/a b/' }, /must be a path such as \/console\//)
  refuses([], { CONSOLE_SUBPATH: '/a/../b' }, /must be a path/)
  refuses([], { CONSOLE_SUBPATH: '/api/' }, /reserves that path/)
  refuses([], { CONSOLE_MINIO_SERVER: 'http://m:9000', CONSOLE_STS_DURATION: '5m' }, /from 15 minutes to 365 days/)
  refuses([], { CONSOLE_MINIO_SERVER: 'http://m:9000', CONSOLE_LDAP_ENABLED: 'perhaps' }, /must be on or off/)
  refuses([], { CONSOLE_OPERATOR_MODE: 'maybe' }, /must be one of on, off, demo/)
  refuses([], { CONSOLE_TRUSTED_PROXY: '10.0.0.0/8,proxy' }, /"proxy" is neither "on", an address nor a range/)
  refuses([], { CONSOLE_TRUSTED_PROXY: '10.0.0.0/64' }, /is neither "on", an address nor a range/)
  refuses([], { CONSOLE_LOG_LEVEL: 'loud' }, /one of fatal, error, warn/)
})

test('ports for consoles of tenants need a separate host name, TLS and a data folder', () => {
  const operator = { CONSOLE_OPERATOR_MODE: 'on', CONSOLE_DATA: folder }
  const ports = 'https://tenants.example.com:9100-9199'
  const { origins } = read([], { ...operator, CONSOLE_TENANT_PORTS: ports })
  const { scheme, hostname, first, last, address } = origins?.ports ?? {}
  assert.equal([scheme, hostname, first, last, address], ['https', 'tenants.example.com', 9100, 9199, '127.0.0.1'])
  assert.is(origins?.all, 'https://tenants.example.com:*')
  assert.ok(read([], { ...operator, CONSOLE_TENANT_PORTS: 'http://localhost:9100-9100' }).origins?.ports)
  const refusesPorts = (text: string, message: RegExp, more: NodeJS.ProcessEnv = operator) =>
    refuses([], { ...more, CONSOLE_TENANT_PORTS: text }, message)
  for (const text of ['9100-9199', 'https://a.example', 'https://a.example:9-8', 'https://a.example:1-1001', 'x'])
    refusesPorts(text, /a host name with up to 1000 ports, as in https:\/\/tenants\.example\.com:9100-9199/)
  refusesPorts('http://tenants.example.com:9100-9199', /only https protects a host name other than localhost/)
  refusesPorts('https://a.example:9000-9099', /includes port 9090, on which the console itself listens/)
  refusesPorts('http://127.0.0.1:9100-9199', /has the host name of the console, 127\.0\.0\.1/)
  refusesPorts(ports, /also needs CONSOLE_DATA/, { CONSOLE_OPERATOR_MODE: 'on' })
  refusesPorts(ports, /CONSOLE_TENANT_URL and CONSOLE_TENANT_PORTS are both set/, {
    ...operator,
    CONSOLE_TENANT_URL: 'https://*.tenants.example.com',
  })
})

test('allowed internal targets are a list of addresses, ranges and names', () => {
  assert.equal(read([]).allowedTargets, [])
  const CONSOLE_ALLOWED_TARGETS = '10.1.0.0/16, hook.corp,*.apps.corp , fd00::/8'
  assert.equal(read([], { CONSOLE_ALLOWED_TARGETS }).allowedTargets, [
    '10.1.0.0/16',
    'hook.corp',
    '*.apps.corp',
    'fd00::/8',
  ])
  refuses(
    [],
    { CONSOLE_ALLOWED_TARGETS: '10.1.0.0/16,http://hook' },
    /^CONSOLE_ALLOWED_TARGETS is .*"http:\/\/hook" is neither an address, a range .* nor a host name$/,
  )
})

test('a duration is in seconds or has units', () => {
  const seconds = (CONSOLE_STS_DURATION: string) => {
    const { storage } = read([], { CONSOLE_MINIO_SERVER: 'http://m:9000', CONSOLE_STS_DURATION })
    return storage.engine === 'minio' ? storage.stsSeconds : undefined
  }
  assert.equal([seconds('12h'), seconds('1h30m'), seconds('900s'), seconds('3600')], [43200, 5400, 900, 3600])
})

test("the former console's CONSOLE_STS_DURATION_SECONDS is accepted", () => {
  const { storage } = read([], { CONSOLE_MINIO_SERVER: 'http://m:9000', CONSOLE_STS_DURATION_SECONDS: '1800' })
  assert.equal(storage.engine === 'minio' && storage.stsSeconds, 1800)
})

test('trusted proxies are addresses, ranges, or all private ones', () => {
  const trusted = (CONSOLE_TRUSTED_PROXY: string) => read([], { CONSOLE_TRUSTED_PROXY }).trustedProxies
  assert.equal(trusted('10.0.0.0/8, ::1'), ['10.0.0.0/8', '::1'])
  assert.equal(trusted('on'), ['loopback', 'linklocal', 'uniquelocal'])
  assert.equal([trusted('off'), trusted('')], [[], []])
})

test('a subpath needs no surrounding slashes', () => {
  for (const path of ['console', '/console', '/console/', '//console//'])
    assert.is(read([], { CONSOLE_SUBPATH: path }).subpath, '/console')
  assert.is(read([], { CONSOLE_SUBPATH: '/' }).subpath, '')
})

test("root credentials come from the console's variables, else MinIO's, and may be in files", () => {
  const file = join(folder, 'password')
  writeFileSync(file, 'from a file\n')
  const pair = (environment: NodeJS.ProcessEnv) => {
    const { storage } = read([], environment)
    return storage.engine === 'embedded' ? storage.root : undefined
  }
  const minio = { MINIO_ROOT_USER: 'minio', MINIO_ROOT_PASSWORD: 'minio-secret' }
  assert.equal(pair(minio), { accessKey: 'minio', secretKey: 'minio-secret' })
  assert.equal(pair({ ...minio, CONSOLE_ROOT_USER: 'admin', CONSOLE_ROOT_PASSWORD_FILE: file }), {
    accessKey: 'admin',
    secretKey: 'from a file',
  })
})

test('incomplete, short or duplicate root credentials are refused', () => {
  refuses([], { CONSOLE_ROOT_USER: 'admin' }, /^CONSOLE_ROOT_USER is set, but CONSOLE_ROOT_PASSWORD is not$/)
  refuses([], { MINIO_ROOT_PASSWORD: 'long-enough' }, /^MINIO_ROOT_PASSWORD is set, but MINIO_ROOT_USER is not$/)
  refuses([], { CONSOLE_ROOT_USER: 'ad', CONSOLE_ROOT_PASSWORD: 'long-enough' }, /at least 3 characters/)
  refuses([], { CONSOLE_ROOT_USER: 'admin', CONSOLE_ROOT_PASSWORD: 'short' }, /at least 8 characters/)
  refuses(
    [],
    { CONSOLE_ROOT_USER: 'admin', CONSOLE_ROOT_PASSWORD: 'ü'.repeat(128) },
    /^CONSOLE_ROOT_PASSWORD is longer than 255 bytes/,
  )
  refuses([], { CONSOLE_ROOT_USER: 'a', CONSOLE_ROOT_USER_FILE: '/b' }, /are both set; keep one/)
  refuses([], { CONSOLE_ROOT_USER_FILE: join(folder, 'none') }, /which cannot be read \(ENOENT\)/)
})

test('a token of the metrics that a header cannot contain is refused', () => {
  for (const CONSOLE_METRICS_TOKEN of ['two\nlines', 'tökens', 'two words'])
    refuses([], { CONSOLE_METRICS_TOKEN }, /^CONSOLE_METRICS_TOKEN is invalid: it must be a token of ASCII characters/)
})

test('an empty file of a secret is refused', () => {
  const file = join(folder, 'empty')
  for (const text of ['', '\n']) {
    writeFileSync(file, text)
    for (const name of ['CONSOLE_METRICS_TOKEN', 'CONSOLE_PBKDF_PASSPHRASE', 'CONSOLE_IDP_SECRET'])
      refuses([], { [`${name}_FILE`]: file }, new RegExp(`^${name}_FILE names ".*", which is empty$`))
  }
})

test('single sign-on is refused if incomplete, or without a server that supports it', () => {
  const environment = {
    CONSOLE_MINIO_SERVER: 'https://minio:9000',
    CONSOLE_IDP_URL: 'https://idp/.well-known/openid-configuration',
    CONSOLE_IDP_CLIENT_ID: 'console',
    CONSOLE_IDP_CALLBACK: 'https://console/oauth_callback',
    CONSOLE_IDP_SCOPES: 'email, groups',
    CONSOLE_IDP_LOCAL_LOGIN: 'on',
  }
  const { storage, localLogin } = read([], environment)
  assert.equal(storage.engine === 'minio' && storage.idp?.scopes, ['openid', 'email', 'groups'])
  assert.is(localLogin, true)
  const { storage: spaced } = read([], { ...environment, CONSOLE_IDP_SCOPES: 'openid email' })
  assert.equal(spaced.engine === 'minio' && spaced.idp?.scopes, ['openid', 'email'])
  refuses(
    [],
    { ...environment, CONSOLE_IDP_SCOPES: 'email,a"b' },
    /^CONSOLE_IDP_SCOPES is "email,a"b", but "a"b" is not a scope: it contains /,
  )
  refuses([], { ...environment, CONSOLE_IDP_CALLBACK: '' }, /^Single sign-on also needs CONSOLE_IDP_CALLBACK$/)
  const role = { ...environment, CONSOLE_IDP_ROLE_ARN: 'arn:minio:iam:::role/nOybJqMNzNmroqEKq5D0EUsRZw0' }
  const given = read([], role).storage
  assert.is(given.engine === 'minio' && given.idp?.roleArn, role.CONSOLE_IDP_ROLE_ARN)
  refuses(
    [],
    { ...environment, CONSOLE_IDP_ROLE_ARN: 'readonly' },
    /^CONSOLE_IDP_ROLE_ARN is "readonly", but it must be a role/,
  )
  refuses([], { ...environment, CONSOLE_MINIO_SERVER: '' }, /needs CONSOLE_MINIO_SERVER/)
  refuses([], { CONSOLE_LDAP_ENABLED: 'on' }, /needs CONSOLE_MINIO_SERVER/)
})

test('the callback address can be derived from the request, and then must not be set', () => {
  const environment = {
    CONSOLE_MINIO_SERVER: 'https://minio:9000',
    CONSOLE_IDP_URL: 'https://idp/.well-known/openid-configuration',
    CONSOLE_IDP_CLIENT_ID: 'console',
    CONSOLE_IDP_CALLBACK_DYNAMIC: 'on',
  }
  const { storage } = read([], environment)
  assert.ok(storage.engine === 'minio' && storage.idp && storage.idp.callback === undefined)
  refuses([], { ...environment, CONSOLE_IDP_CALLBACK: 'https://console/oauth_callback' }, /are both set; keep one$/)
  refuses([], { ...environment, CONSOLE_IDP_CLIENT_ID: '' }, /^Single sign-on also needs CONSOLE_IDP_CLIENT_ID$/)
})

test('a callback address that does not lead to the console is refused', () => {
  const environment = {
    CONSOLE_MINIO_SERVER: 'https://minio:9000',
    CONSOLE_IDP_URL: 'https://idp/.well-known/openid-configuration',
    CONSOLE_IDP_CLIENT_ID: 'console',
  }
  const withCallback = (callback: string, subpath = '') => ({
    ...environment,
    CONSOLE_IDP_CALLBACK: callback,
    CONSOLE_SUBPATH: subpath,
  })
  for (const callback of ['https://console/', 'https://console/oauth_callback/', 'https://console/oauth_callback?a=b'])
    refuses(
      [],
      withCallback(callback),
      /^CONSOLE_IDP_CALLBACK is ".*", but it must be https:\/\/console\/oauth_callback$/,
    )
  refuses(
    [],
    withCallback('https://console/oauth_callback', '/storage/'),
    /but it must be https:\/\/console\/storage\/oauth_callback$/,
  )
  const { storage } = read([], withCallback('https://console/storage/oauth_callback', 'storage'))
  assert.ok(storage.engine === 'minio' && storage.idp?.callback)
})

test('settings of single sign-on without a provider are refused', () => {
  for (const environment of [{ CONSOLE_IDP_ROLE_ARN: 'arn:minio:iam:::role/abc' }, { CONSOLE_IDP_USERINFO: 'on' }])
    refuses(
      [],
      { CONSOLE_MINIO_SERVER: 'https://minio:9000', ...environment },
      /^CONSOLE_IDP_\w+ is set, but CONSOLE_IDP_URL is not; set up single sign-on, or remove it$/,
    )
  assert.is(read([], { CONSOLE_IDP_USERINFO: 'off', CONSOLE_IDP_LOCAL_LOGIN: 'on' }).storage.engine, 'embedded')
})

test('a region that no signature can contain is refused', () => {
  for (const [server, name] of [
    ['CONSOLE_MINIO_SERVER', 'CONSOLE_MINIO_REGION'],
    ['CONSOLE_S3_SERVER', 'CONSOLE_S3_REGION'],
  ] as const) {
    const environment = { [server]: 'https://storage:9000' }
    for (const region of ['us east-1', 'eu/west', 'a,b', ' eu-west-1', 'zürich'])
      refuses([], { ...environment, [name]: region }, new RegExp(`^${name} is "${region}", but it must be a region`))
    const { storage } = read([], { ...environment, [name]: 'eu_west.1' })
    assert.is('region' in storage && storage.region, 'eu_west.1')
  }
})

test('meaningless variables of the former console get a warning', () => {
  const notices = withoutEffect({ CONSOLE_IDP_HMAC_SALT: 'salt', CONSOLE_IDP_TOKEN_EXPIRATION: '' }, [])
  assert.is(notices.length, 1)
  assert.match(notices[0] ?? '', /^CONSOLE_IDP_HMAC_SALT has no effect here: /)
})

test('an error about an address does not contain its password', () => {
  const invalid = ['ftp://ann:hunter2@127.0.0.1', 'ann:hunter2@minio:9000', 'http://ann:hunter2/@minio:x']
  const servers = ['CONSOLE_MINIO_SERVER', 'CONSOLE_S3_SERVER']
  for (const address of invalid)
    for (const name of [...servers, 'CONSOLE_SHARE_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'])
      refuses([], { [name]: address }, /^(?!.*hunter2).* is "(\w+:\/\/)?…@/)
  for (const name of servers)
    refuses([], { [name]: 'http://ann:hunter2@minio:9000' }, /^(?!.*hunter2).* is "http:\/\/…@minio:9000", but only/)
})

test('a missing, incomplete or invalid certificates folder is refused', () => {
  const notFolder = /^CONSOLE_CERTS_DIR or --certs-dir names ".*", which is not a folder$/
  refuses(['--certs-dir', join(folder, 'none')], {}, notFolder)
  writeFileSync(join(folder, 'public.crt'), 'no certificate')
  refuses(['--certs-dir', folder], {}, /has public.crt, but no private.key$/)
  writeFileSync(join(folder, 'private.key'), 'no key')
  refuses(['--certs-dir', folder], {}, /public\.crt contains no certificate in PEM format$/)
  writeFileSync(join(folder, 'public.crt'), rootCertificates[0] ?? '')
  refuses(['--certs-dir', folder], {}, /private\.key contains no private key in PEM format$/)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  for (const type of ['sec1', 'pkcs8'] as const) {
    const key = privateKey.export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open' })
    writeFileSync(join(folder, 'private.key'), key)
    refuses(['--certs-dir', folder], {}, /private\.key has a passphrase, which is not supported/)
  }
  writeFileSync(join(folder, 'private.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  refuses(['--certs-dir', folder], {}, /does not contain a certificate .* with its key/)
  writeFileSync(join(folder, 'public.crt'), '')
  refuses([], { CONSOLE_MINIO_CA: join(folder, 'public.crt') }, /which contains no certificate$/)
  refuses([], { CONSOLE_MINIO_CA: join(folder, 'none') }, /which does not exist$/)
})

test('a file of authorities without a certificate gets a warning', () => {
  const certs = join(folder, 'no-authorities')
  mkdirSync(join(certs, 'CAs'), { recursive: true })
  writeFileSync(join(certs, 'CAs', 'one.crt'), rootCertificates[0] ?? '')
  writeFileSync(join(certs, 'CAs', 'x.pem'), 'no certificate')
  assert.equal(pathNotices({}, { CONSOLE_CERTS_DIR: certs }), [
    `${join(certs, 'CAs', 'x.pem')} is ignored, because it contains no certificate in PEM format`,
  ])
})

test('a named folder of plugins that is missing or a file gets a warning', () => {
  const missing = join(folder, 'no-plugins')
  const file = join(folder, 'plugins.txt')
  writeFileSync(file, '')
  for (const path of [missing, file]) {
    const notice = `CONSOLE_PLUGIN_DIR names "${path}", which is not a folder`
    assert.equal(pathNotices({}, { CONSOLE_PLUGIN_DIR: path }), [notice])
  }
  assert.equal(pathNotices({}, { CONSOLE_PLUGIN_DIR: folder }), [])
  assert.equal(pathNotices({}, { CONSOLE_DATA: missing }), [])
})

test('additional certificate authorities are read from a file and the certificates folder', () => {
  const [first = '', second = '', third = ''] = rootCertificates
  const certs = join(folder, 'authorities')
  mkdirSync(join(certs, 'CAs'), { recursive: true })
  writeFileSync(join(certs, 'CAs', 'one.crt'), `the first\n${first}\nand another\n${second}\n`)
  writeFileSync(join(certs, 'ca.pem'), third)
  const environment = { CONSOLE_MINIO_SERVER: 'https://minio:9000', CONSOLE_MINIO_CA: join(certs, 'ca.pem') }
  const { authorities, tls, port } = read(['--certs-dir', certs], environment)
  assert.equal(authorities?.slice(rootCertificates.length), [first, second, third])
  assert.equal([tls, port], [undefined, 9090])
  assert.is(read([]).authorities, undefined)
})
