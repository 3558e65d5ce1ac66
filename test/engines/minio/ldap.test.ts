import { assert, suite } from '../../lib/suite.ts'
import { pluck } from '../../lib/pluck.ts'
import { missingOwnMinio, startOwnMinio } from '../../lib/minio.ts'
import { createAdmin } from '../../../engines/minio/admin.ts'
import { adminCrypto } from '../../../engines/minio/admin-crypto.ts'
import { createClient } from '../../../engines/s3/client.ts'
import { type Directory, hasDirectory, noDirectory, startDirectory } from '../../lib/ldap.ts'
import type { Minio } from '../../lib/minio.ts'
import { signIn, startServer, type TestServer } from '../../lib/server.ts'

const test = suite('sign-in through a directory', missingOwnMinio() ?? (hasDirectory() ? undefined : noDirectory))

const anna = { accessKey: 'anna', secretKey: 'anna-password' }
const ben = { accessKey: 'Ben Ödegård', secretKey: 'ben-password' }

let directory: Directory
let minio: Minio
let server: TestServer

/** Attaches a policy to a user or group of the directory, as `mc idp ldap policy attach` does. */
const attach = async (policy: string, to: { user: string } | { group: string }) => {
  const client = createClient({ url: new URL(minio.url) })
  const admin = createAdmin(client, adminCrypto(), minio.root)
  await admin.send({ method: 'POST', name: 'idp/ldap/policy/attach', sealed: { policies: [policy], ...to } })
  client.close()
}

test.before(async () => {
  const passwords = { [anna.accessKey]: anna.secretKey, [ben.accessKey]: ben.secretKey, poor: 'poor-password' }
  directory = await startDirectory(passwords, { storage: [ben.accessKey] })
  minio = await startOwnMinio({ env: directory.environment })
  server = await startServer({ env: { CONSOLE_MINIO_SERVER: minio.url, CONSOLE_LDAP_ENABLED: 'on' } })
  await attach('readwrite', { user: directory.nameOf(anna.accessKey) })
  await attach('consoleAdmin', { group: directory.groupNameOf('storage') })
})

type Session = { account: string; pages: string[] }

test('a directory user has the rights of an attached policy, and is displayed by the short name', async () => {
  const login = (await (await fetch(`${server.url}/api/v1/login`)).json()) as object
  assert.equal(
    { ...login, version: '' },
    { loginStrategy: 'form', server: new URL(minio.url).host, version: '', ldap: true },
  )
  const send = await signIn(server.url, anna)
  const { account, pages } = (await send('GET', '/api/v1/session')).json as Session
  assert.is(account, 'anna')
  assert.ok(pages.includes('/buckets') && pages.includes('/account') && !pages.includes('/policies'))
  assert.is((await send('POST', '/api/v1/buckets', { name: 'of-anna' })).status, 201)

  const made = (await send('POST', '/api/v1/service-accounts', { policy: '' })).json as {
    accessKey: string
    secretKey: string
  }
  assert.equal((await send('GET', '/api/v1/service-accounts')).json, [made.accessKey])
  const asAccount = await signIn(server.url, made)
  assert.is(((await asAccount('GET', '/api/v1/buckets')).json as { total: number }).total, 1)
  assert.is((await send('DELETE', `/api/v1/service-accounts/${made.accessKey}`)).status, 204)

  const change = { current_secret_key: anna.secretKey, new_secret_key: 'another-password' }
  const refused = await send('POST', '/api/v1/account/change-password', change)
  assert.is(refused.status, 403)
  assert.match(refused.text, /managed by its identity provider/)
  assert.is((await send('POST', '/api/v1/logout')).status, 200)
  assert.is((await send('GET', '/api/v1/session')).status, 401)
})

test("a directory user has the rights of a group, which does not include the console's user pages", async () => {
  const send = await signIn(server.url, ben)
  const { account, pages, password } = (await send('GET', '/api/v1/session')).json as Session & { password: string }
  assert.is(account, ben.accessKey)
  assert.is(password, 'directory')
  assert.ok(pages.includes('/policies') && !pages.includes('/users') && !pages.includes('/groups'))
  assert.equal((await send('GET', '/api/v1/policies/consoleAdmin/groups')).json, [directory.groupNameOf('storage')])
  assert.equal((await send('GET', '/api/v1/policies/readwrite/users')).json, [directory.nameOf(anna.accessKey)])
})

test('an administrator reads a directory user by distinguished name, and Check Access says who has its groups', async () => {
  const send = await signIn(server.url, minio.root)
  const name = directory.nameOf(anna.accessKey)
  const { status, json } = await send('GET', `/api/v1/user?name=${encodeURIComponent(name)}`)
  assert.is(status, 200)
  assert.equal(json, { accessKey: name, status: 'enabled', policy: ['readwrite'], memberOf: [], hasPolicy: true })
  assert.is((await send('GET', `/api/v1/user/${encodeURIComponent(name)}/service-accounts`)).status, 200)
  for (const [call, body] of [
    ['check', { kind: 'user', name, action: 's3:GetObject', bucket: 'of-anna', key: 'a' }],
    ['bucket', { bucket: 'of-anna', prefix: '' }],
  ] as const) {
    const response = await send('POST', `/api/v1/access/${call}`, body)
    assert.is(response.status, 501, call)
    assert.match(response.text, /Users of this storage are managed elsewhere/)
  }
})

test('a wrong password, unknown name, wildcard name or user without policies cannot sign in', async () => {
  const send = await signIn(server.url)
  for (const [accessKey, secretKey] of [
    ['anna', 'wrong-password'],
    ['nobody', 'anna-password'],
    ['ann*', 'anna-password'],
    ['anna)(uid=*', 'anna-password'],
    ['poor', 'poor-password'],
  ]) {
    const response = await send('POST', '/api/v1/login', { accessKey, secretKey })
    assert.equal([response.status, (response.json as { message: string }).message], [401, 'invalid Login'], accessKey)
  }
})

test('an administrator tests the directory settings with the password stored on the server', async () => {
  const send = await signIn(server.url, minio.root)
  const steps = async (key_values: { key: string; value: string }[]) => {
    const response = await send('POST', '/api/v1/config-tests/identity_ldap/_', {
      key_values,
      user: 'anna',
      password: anna.secretKey,
    })
    assert.is(response.status, 200, response.text)
    return (response.json as { steps: { title: string; outcome: string; detail?: string }[] }).steps
  }
  const completed = await steps([{ key: 'lookup_bind_password', value: 'reader-password' }])
  assert.equal(pluck(completed, 'outcome'), Array(6).fill('passed'), JSON.stringify(completed))
  assert.is(completed[3]?.detail, directory.nameOf('anna'))
  const [, reader] = await steps([])
  assert.equal(
    [reader?.outcome, reader?.detail],
    ['skipped', 'The password is stored on the server only: enter it to test it'],
  )
})

test('during a directory outage its users see the reason, root can sign in, and sessions continue', async () => {
  const send = await signIn(server.url, anna)
  await directory.stopDuring(async () => {
    const anonymous = await signIn(server.url)
    const response = await anonymous('POST', '/api/v1/login', anna)
    assert.is(response.status, 503)
    assert.match(response.text, /The directory \(LDAP\) of the storage server does not answer/)
    assert.is((await send('GET', '/api/v1/session')).status, 200)
    const { account } = (await (await signIn(server.url, minio.root))('GET', '/api/v1/session')).json as Session
    assert.is(account, minio.root.accessKey)
  })
  await signIn(server.url, anna)
})
