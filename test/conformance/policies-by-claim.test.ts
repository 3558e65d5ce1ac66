import { assert, suite } from '../lib/suite.ts'
import { createAdmin } from '../../engines/minio/admin.ts'
import { adminCrypto } from '../../engines/minio/admin-crypto.ts'
import { createClient } from '../../engines/s3/client.ts'
import { providerEnv, registration, startIdentityProvider, visit } from '../engines/minio/identity-provider.ts'
import { type Directory, hasDirectory, noDirectory, startDirectory } from '../lib/ldap.ts'
import { hasOwnMinio, type Minio, noOwnMinio, startMinio } from '../lib/minio.ts'
import { until } from '../lib/until.ts'
import { type Send, signIn, startServer, type TestServer } from '../lib/server.ts'

const document = (...Statement: object[]) => ({ Version: '2012-10-17', Statement })
const statement = (Effect: 'Allow' | 'Deny', Action: string, resources: string[], Condition?: object) => ({
  Effect,
  Action: [Action],
  Resource: resources.map((name) => `arn:aws:s3:::${name}`),
  ...(Condition && { Condition }),
})

/** Sends calls of the admin API as root. */
const asRoot = async (minio: Minio, work: (admin: ReturnType<typeof createAdmin>) => Promise<void>) => {
  const client = createClient({ url: new URL(minio.url) })
  await work(createAdmin(client, adminCrypto(), minio.root)).finally(client.close)
}

const addPolicy = (minio: Minio, name: string, ...statements: object[]) =>
  asRoot(minio, (admin) =>
    admin.send({ method: 'PUT', name: 'add-canned-policy', query: { name }, plain: document(...statements) }),
  )

/** Actions on an account's pages, as `action bucket key`, for example `s3:GetObject photos a.jpg`. */
const offers = async (send: Send, ...requests: string[]) => {
  const actions = requests.map((text) => {
    const [action = '', bucket_name = '', object = ''] = text.split(' ')
    return { id: text, action, bucket_name, object }
  })
  const { json } = await send('POST', '/api/v1/has-permission', { actions })
  return (json as { permissions: { can: boolean }[] }).permissions.map(({ can }) => can)
}

const upload = async (send: Send, bucket: string, key: string) => {
  const form = new FormData()
  form.append('1', new Blob(['x']), key)
  return (await send('POST', `/api/v1/buckets/${bucket}/objects/upload?key=${encodeURIComponent(key)}`, form)).status
}

const remove = async (send: Send, bucket: string, key: string) =>
  (await send('DELETE', `/api/v1/buckets/${bucket}/objects?path=${encodeURIComponent(key)}`)).status

const directoryReason = !hasOwnMinio() ? noOwnMinio : !hasDirectory() ? noDirectory : undefined
const ofDirectory = suite('a directory user with a policy by claim')
if (directoryReason) console.log(`A directory user with a policy by claim is skipped: ${directoryReason}`)
const withDirectory = directoryReason ? () => ofDirectory.skip() : ofDirectory

let directory: Directory
let storage: Minio
let server: TestServer

ofDirectory.before(async () => {
  if (directoryReason) return
  directory = await startDirectory({ anna: 'anna-password' }, { staff: ['anna'] })
  storage = (await startMinio({ env: directory.environment })) as Minio
  server = await startServer({ env: { CONSOLE_MINIO_SERVER: storage.url, CONSOLE_LDAP_ENABLED: 'on' } })
  await addPolicy(
    storage,
    'by-name',
    statement('Allow', 's3:*', ['${ldap:username}', '${ldap:username}/*']),
    statement('Allow', 's3:GetObject', ['shared/*'], {
      'ForAnyValue:StringEquals': { 'ldap:groups': [directory.groupNameOf('staff')] },
    }),
    statement('Deny', 's3:DeleteObject', ['${aws:username}/kept/*']),
  )
  await asRoot(storage, (admin) =>
    admin.send({
      method: 'POST',
      name: 'idp/ldap/policy/attach',
      sealed: { policies: ['by-name'], user: directory.nameOf('anna') },
    }),
  )
})

withDirectory('the bucket of a directory user offers what the storage does', async () => {
  const send = await signIn(server.url, { accessKey: 'anna', secretKey: 'anna-password' })
  assert.is((await send('POST', '/api/v1/buckets', { name: 'anna' })).status, 201)
  const requests = ['s3:PutObject anna a', 's3:GetObject anna a', 's3:DeleteObject anna a', 's3:ListBucket anna']
  assert.equal(await offers(send, ...requests), [true, true, true, true])
  assert.equal(await offers(send, 's3:PutObject ben a', 's3:DeleteObject anna kept/a'), [false, false])
  assert.equal([await upload(send, 'anna', 'a'), await upload(send, 'anna', 'kept/a')], [200, 200])
  assert.is(await remove(send, 'anna', 'a'), 200)
  assert.is(await remove(send, 'anna', 'kept/a'), 403)
})

withDirectory('actions that depend on directory groups are offered, and the storage decides', async () => {
  const send = await signIn(server.url, { accessKey: 'anna', secretKey: 'anna-password' })
  assert.equal(await offers(send, 's3:GetObject shared a', 's3:PutObject shared a'), [true, false])
})

withDirectory('a service account of a directory user is offered actions that may depend on its owner', async () => {
  const owner = await signIn(server.url, { accessKey: 'anna', secretKey: 'anna-password' })
  const serviceAccount = (await owner('POST', '/api/v1/service-accounts', { policy: '' })).json as {
    accessKey: string
    secretKey: string
  }
  const send = await signIn(server.url, serviceAccount)
  assert.equal(await offers(send, 's3:PutObject anna b'), [true])
  assert.is(await upload(send, 'anna', 'b'), 200)
})

withDirectory('Check Access of a directory user says that the directory has the users', async () => {
  const root = await signIn(server.url, storage.root)
  const name = directory.nameOf('anna')
  const question = { kind: 'user', name, action: 's3:GetObject', bucket: 'anna', key: 'a' }
  const response = await root('POST', '/api/v1/access/check', question)
  assert.is(response.status, 501, response.text)
  assert.match(response.text, /directory/)
  const usersWithAccess = await root('POST', '/api/v1/access/bucket', { bucket: 'anna' })
  assert.is(usersWithAccess.status, 501, usersWithAccess.text)
})

withDirectory('a directory user is read by distinguished name, with its policies', async () => {
  const root = await signIn(server.url, storage.root)
  const name = encodeURIComponent(directory.nameOf('anna'))
  const { status, json } = await root('GET', `/api/v1/user?name=${name}`)
  assert.equal([status, (json as { policy: string[] }).policy], [200, ['by-name']])
  assert.is((await root('GET', `/api/v1/user/${name}/service-accounts`)).status, 200)
})

const ofProvider = suite('a provider user with a policy by claim')
if (!hasOwnMinio()) console.log(`A provider user with a policy by claim is skipped: ${noOwnMinio}`)
const withProvider = hasOwnMinio() ? ofProvider : () => ofProvider.skip()

/** Starts a console with a real MinIO that accepts a provider's tokens with these claims. */
const withClaims = async (claims: object, work: (server: TestServer, minio: Minio) => Promise<void>) => {
  const provider = await startIdentityProvider({ subject: '4711', claims })
  const minio = (await startMinio({
    env: {
      MINIO_IDENTITY_OPENID_CONFIG_URL: provider.url.href,
      MINIO_IDENTITY_OPENID_CLIENT_ID: registration.clientId,
      MINIO_IDENTITY_OPENID_CLIENT_SECRET: registration.secret,
      MINIO_IDENTITY_OPENID_SCOPES: 'openid,profile,email',
      MINIO_IDENTITY_OPENID_CLAIM_NAME: 'policy',
    },
  })) as Minio
  const server = await startServer({ env: providerEnv(minio.url, provider.url) })
  await work(server, minio)
}

/** Signs in at the provider and returns to the console. */
const throughProvider = async (server: TestServer) => {
  const send = await signIn(server.url)
  const { redirect } = (await send('GET', '/api/v1/login')).json as { redirect: string }
  return { send, back: await send('POST', '/api/v1/login/oauth2/auth', await visit(redirect)) }
}

withProvider('the bucket of a provider user offers what the storage does', () =>
  withClaims({ policy: 'by-claim', preferred_username: 'anna', groups: ['staff'] }, async (server, minio) => {
    await addPolicy(
      minio,
      'by-claim',
      statement('Allow', 's3:*', ['${jwt:preferred_username}', '${jwt:preferred_username}/*']),
      statement('Allow', 's3:GetObject', ['team/*'], { 'ForAnyValue:StringEquals': { 'jwt:groups': ['staff'] } }),
      statement('Deny', 's3:DeleteObject', ['*'], { StringEquals: { 'jwt:sub': ['4711'] } }),
    )
    const { send, back } = await throughProvider(server)
    assert.is(back.status, 201)
    assert.is((await send('POST', '/api/v1/buckets', { name: 'anna' })).status, 201)
    const requests = ['s3:PutObject anna a', 's3:GetObject team a', 's3:DeleteObject anna a', 's3:PutObject team a']
    assert.equal(await offers(send, ...requests), [true, true, false, false])
    assert.is(await upload(send, 'anna', 'a'), 200)
    assert.is(await remove(send, 'anna', 'a'), 403)
  }),
)

withProvider('a token above 8 KiB is refused with its cause, also in the log, and not in words of the server', () => {
  const groups = Array.from({ length: 300 }, (_, at) => `a-group-with-a-name-of-forty-characters-${at}`)
  return withClaims({ policy: 'readonly', groups }, async (server) => {
    const { back } = await throughProvider(server)
    assert.is(back.status, 401, back.text)
    assert.match(back.text, /too many claims or groups/)
    assert.not.match(back.text, /MetadataTooLarge|metadata headers/)
    await until(() => /too many claims or groups/.test(server.logs()))
  })
})
