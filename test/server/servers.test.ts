import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, test } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { StartError } from '../../engines/start-error.ts'
import { pathNotices, readConfig } from '../../server/config.ts'
import { readFlags } from '../../server/flags.ts'
import { serverKey } from '../../server/seal.ts'
import { readServers, ServerEntry } from '../../server/servers.ts'
import { readDocument, rowsOf, sectionOf } from '../lib/documents.ts'

const folder = temporaryFolder('servers')

const read = (environment: NodeJS.ProcessEnv, args: string[] = []) => readServers(readFlags(args), environment)

/** Configuration of each server's console. */
const configsOf = (environment: NodeJS.ProcessEnv, args: string[] = []) =>
  read(environment, args)?.servers.map(({ flags, environment }) => readConfig(flags, environment)) ?? []

const refuses = (environment: NodeJS.ProcessEnv, message: RegExp) =>
  assert.throws(
    () => configsOf(environment),
    (error: unknown) => error instanceof StartError && message.test(error.message),
    `${JSON.stringify(environment)} is not refused with ${message}`,
  )

test('without CONSOLE_SERVERS there is one console', () => {
  assert.equal(read({ CONSOLE_MINIO_SERVER: 'http://127.0.0.1:9000' }), undefined)
})

test('each server of a list has its own path and data folder', () => {
  const environment = {
    CONSOLE_SERVERS: 'prod=https://prod.example.com, backup=https://backup.example.com:9000',
    CONSOLE_SUBPATH: '/console/',
  }
  const args = ['--data', folder, '--port', '1']
  for (const one of readServers(readFlags(args), environment)?.servers ?? [])
    assert.equal(pathNotices(one.flags, one.environment), [], 'a missing default folder of plugins is no mistake')
  mkdirSync(join(folder, 'plugins'))
  const [prod, backup] = configsOf(environment, args)
  assert.equal([prod?.subpath, backup?.subpath], ['/console/prod', '/console/backup'])
  assert.equal([prod?.port, backup?.port], [1, 1])
  assert.equal(prod?.storage, {
    engine: 'minio',
    url: new URL('https://prod.example.com'),
    folder: join(folder, 'servers/prod'),
    region: undefined,
    stsSeconds: undefined,
    ldap: false,
    idp: undefined,
  })
  assert.equal(backup?.storage.folder, join(folder, 'servers/backup'))
  assert.equal([prod?.pluginFolder, backup?.pluginFolder], [join(folder, 'plugins'), join(folder, 'plugins')])
})

test('an entry of a file sets what it names, for its server only', () => {
  const file = join(folder, 'servers.json')
  const idp = { url: 'https://id.example.com/.well-known/openid-configuration', client_id: 'console', secret: 's' }
  writeFileSync(
    file,
    JSON.stringify([
      {
        name: 'prod',
        url: 'https://prod.example.com',
        region: 'eu-1',
        share_url: 'https://files.example.com',
        idp,
        variables: { CONSOLE_PROMETHEUS_URL: 'http://prometheus.example.com', CONSOLE_STS_DURATION: '1h' },
      },
      { name: 'lab', url: 'http://lab.example.com', kind: 's3', style: 'virtual-host', region: 'us-2' },
    ]),
  )
  const environment = { CONSOLE_SERVERS_FILE: file }
  const [prod, lab] = configsOf(environment)
  assert.equal(prod?.shareUrl, new URL('https://files.example.com'))
  assert.is(prod?.storage.engine, 'minio')
  if (prod?.storage.engine !== 'minio') return
  assert.equal([prod.storage.region, prod.storage.stsSeconds, prod.storage.folder], ['eu-1', 3600, undefined])
  assert.equal(prod.storage.idp?.clientId, 'console')
  assert.is(prod.storage.idp?.callback, undefined)
  assert.equal(lab?.storage, {
    engine: 's3',
    url: new URL('http://lab.example.com'),
    folder: undefined,
    region: 'us-2',
    style: 'virtual-host',
    sessionSeconds: undefined,
  })
  assert.is(lab?.shareUrl, undefined)
  const [, second] = read(environment)?.servers ?? []
  assert.is(second?.environment.CONSOLE_PROMETHEUS_URL, undefined)
})

test('an invalid list is refused with the entry and the field', () => {
  const json = (...entries: object[]) => ({ CONSOLE_SERVERS: JSON.stringify(entries) })
  const url = 'https://a.example.com'
  refuses({ CONSOLE_SERVERS: url }, /"https:\/\/a.example.com" is not of the form name=https:\/\/host:port$/)
  refuses({ CONSOLE_SERVERS: '[{' }, /^CONSOLE_SERVERS: this is no JSON/)
  refuses({ CONSOLE_SERVERS: '[]' }, /name at least one server$/)
  refuses(json(...Array.from({ length: 51 }, (_, index) => ({ name: `a${index}`, url }))), /: name at most 50 servers$/)
  refuses({ CONSOLE_SERVERS: '["a"]' }, /^CONSOLE_SERVERS: server 1: it must be of type object$/)
  refuses(json({ name: 'a' }), /^CONSOLE_SERVERS: server 1, url: this field is missing$/)
  refuses(json({ name: 'a', url: 9000 }), /^CONSOLE_SERVERS: server 1, url: it must be of type string$/)
  refuses(json({ name: 'a', url, foo: 'x' }), /^CONSOLE_SERVERS: server 1, foo: this field does not exist$/)
  refuses(json({ name: 'a', url, idp: { url, client: 'x' } }), /server 1, idp\.client_id: this field is missing$/)
  refuses({ CONSOLE_SERVERS: `a=${url},a=${url}` }, /two servers have the name "a"$/)
  refuses({ CONSOLE_SERVERS: `Prod=${url}` }, /server 1, name: use up to 32 lower-case letters/)
  for (const name of ['api', 'assets', 'readyz', 'login'])
    refuses({ CONSOLE_SERVERS: `${name}=${url}` }, /server 1, name: the console reserves this name$/)
  refuses({ CONSOLE_SERVERS: 'a=ftp://a' }, /server "a" is "ftp:\/\/a", but it must be an http or https address$/)
  refuses({ CONSOLE_SERVERS: `a=${url}/path` }, /only scheme, host and port belong there/)
  refuses(json({ name: 'a', url, kind: 'gcs' }), /server 1, kind: use minio or s3$/)
  refuses(json({ name: 'a', url, regoin: 'x' }), /server 1, regoin: /)
  refuses(json({ name: 'a', url, style: 'path' }), /server "a": style needs the kind s3$/)
  refuses(json({ name: 'a', url, variables: { CONSOLE_PORT: '1' } }), /variables.CONSOLE_PORT: this variable applies/)
})

test('settings of a single server are refused next to a list', () => {
  const list = { CONSOLE_SERVERS: 'a=https://a.example.com' }
  refuses({ ...list, CONSOLE_MINIO_SERVER: 'https://b.example.com' }, /CONSOLE_MINIO_SERVER are both set: add it/)
  refuses({ ...list, CONSOLE_S3_SERVER: 'https://b.example.com' }, /CONSOLE_S3_SERVER are both set: add it/)
  refuses({ ...list, CONSOLE_IDP_URL: 'https://b.example.com' }, /CONSOLE_IDP_URL are both set: set idp/)
  for (const name of ['CLIENT_ID', 'SECRET', 'CALLBACK', 'CALLBACK_DYNAMIC', 'SCOPES', 'ROLE_ARN', 'LOCAL_LOGIN'])
    refuses({ ...list, [`CONSOLE_IDP_${name}`]: 'on' }, new RegExp(`CONSOLE_IDP_${name} are both set: set idp`))
  refuses({ ...list, CONSOLE_SHARE_URL: 'https://b.example.com' }, /CONSOLE_SHARE_URL are both set: set share_url/)
  refuses({ ...list, CONSOLE_S3_STYLE: 'path' }, /CONSOLE_S3_STYLE are both set: set style/)
  refuses({ ...list, CONSOLE_OPERATOR_MODE: 'on' }, /CONSOLE_OPERATOR_MODE and CONSOLE_SERVERS are both set/)
})

test('CONSOLE_IDP_USERINFO applies to the servers with single sign-on', () => {
  const idp = { url: 'https://idp.example.com', client_id: 'console' }
  const [withIdp, without] = configsOf({
    CONSOLE_SERVERS: JSON.stringify([
      { name: 'a', url: 'https://a.example.com', idp },
      { name: 'b', url: 'https://b.example.com' },
    ]),
    CONSOLE_IDP_USERINFO: 'on',
  })
  assert.ok(withIdp?.storage.engine === 'minio' && withIdp.storage.idp?.userinfo)
  assert.ok(without?.storage.engine === 'minio' && !without.storage.idp)
})

test('the cookie key differs by name and by address', () => {
  const root = Buffer.alloc(32, 1)
  const key = (name: string, url: string) => serverKey(root, { name, url }).toString('hex')
  const a = key('a', 'https://one.example.com')
  assert.is(key('a', 'https://one.example.com/'), a)
  const all = [a, key('b', 'https://one.example.com'), key('a', 'https://two.example.com'), root.toString('hex')]
  assert.is(new Set(all).size, 4)
})

test('docs/several-servers.md describes each field as the schema does', () => {
  const rows = rowsOf(sectionOf(readDocument('docs/several-servers.md'), 'Fields')).map(([name, , help]) => [
    name,
    help,
  ])
  const descriptionOf = (schema: unknown): string => {
    const { pipe = [], wrapped, description } = schema as { pipe?: unknown[]; wrapped?: unknown; description?: string }
    return description ?? [...pipe.slice(1), wrapped].flatMap((part) => (part ? descriptionOf(part) : [])).join('')
  }
  assert.equal(
    rows,
    Object.entries(ServerEntry.entries).map(([name, schema]) => [`\`${name}\``, descriptionOf(schema)]),
  )
})
