import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { assert, suite } from '../../../../test/lib/suite.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import { leaveOpen } from '../../../../test/lib/close-at-end.ts'
import { temporaryFolder } from '../../../../test/lib/temporary-folder.ts'
import { config as variables, type LogsConfig } from '../../config.ts'
import { defaultValues } from '../../../../core/protocol/variables.ts'
import { openMinioEngine } from '../../../../test/lib/minio-engine.ts'
import type { AuditRecord } from '../../contract.ts'
import type { KeyPair } from '../../../identity/contract.ts'
import { historyAddress } from '../../history.ts'
import { type Minio, missingOwnMinio, startOwnMinio } from '../../../../test/lib/minio.ts'
import { startStaticServer } from '../../../../test/lib/prometheus.ts'
import { until } from '../../../../test/lib/until.ts'
import { type ErrorBody, type Host, hostOn, type Send } from '../../../../test/server/host.ts'

/** A storage server and consoles in front of it, which can be restarted. */
const test = suite('audit records of a MinIO server', missingOwnMinio())

let minio: Minio
let host: Host
let root: Send
let port = 0
const folder = temporaryFolder('audited')

/** Host options with these values for the logs plugin, and defaults for the rest. */
const withConfig = (some: Partial<LogsConfig>) => ({
  values: new Map([['logs', { ...defaultValues(variables), ...some }]]),
})

const start = async (at: string) => {
  const engine = openMinioEngine(minio.url, { folder: join(folder, at) })
  const started = await hostOn(engine, minio.root)
  await started.app.listen({ host: '127.0.0.1', port: at === 'console' ? port : 0 })
  return started
}
const portOf = ({ app }: Host) => (app.server.address() as AddressInfo).port
const end = async (one: Host) => {
  await one?.stop()
  await one?.engine.close()
}
const begin = async () => {
  host = await start('console')
  port = portOf(host)
  root = await host.as(minio.root)
}

const setUp = (address: string, by = root) => by('POST', '/api/v1/logs/audit-webhook', { address })
const found = async (query: string) =>
  (await root('GET', `/api/v1/logs/search?${query}`)).json<{ results: AuditRecord[] }>().results
const createBucket = (name: string) => root('POST', '/api/v1/buckets', { name, versioning: false, locking: false })

test.before(async () => {
  minio = await startOwnMinio()
  await begin()
})
test.after(() => end(host))

test('an address that does not lead to this console is refused by name, and nothing is changed', async () => {
  const other = await start('other')
  const refusals: [string, number, RegExp][] = [
    [`http://127.0.0.1:${portOf(other)}`, 400, /^address: another console/],
    [minio.url, 400, /^address: it is not the address of this console/],
    ['http://127.0.0.1:9', 400, /^address: /],
    ['http://10.255.255.1', 400, /^address: /],
    ['console.example', 422, /^address in body: /],
  ]
  for (const [address, status, expectedMessage] of refusals) {
    const response = await setUp(address)
    assert.is(response.statusCode, status, address)
    assert.match(response.json<ErrorBody>().message, expectedMessage)
  }
  await end(other)
  assert.is((await root('GET', '/api/v1/logs/audit-status')).json<{ delivery: string }>().delivery, 'not-configured')
})

test('after setup by one call, the server sends its records here and they are found', async () => {
  const response = await setUp(`http://127.0.0.1:${port}/`)
  assert.equal([response.statusCode, response.payload], [200, '{"restart":false}'])
  assert.is((await createBucket('first-audited')).statusCode, 201)
  await until(async () => (await found('fp=bucket:first-audited&fp=api_name:PutBucket')).length > 0)
  const [record] = await found('fp=bucket:first-audited&fp=api_name:PutBucket')
  assert.equal([record?.response_status_code, record?.access_key], [200, minio.root.accessKey])
  const status = (await root('GET', '/api/v1/logs/audit-status')).json<{ delivery: string; count: number }>()
  assert.is(status.delivery, 'configured')
  assert.ok(status.count > 0)
  const { items, since } = (await root('GET', '/api/v1/logs/last-seen')).json<{
    items: { account: string; time: string }[]
    since: string
  }>()
  assert.ok(items.some(({ account, time }) => account === minio.root.accessKey && time >= since))
})

test("the last use of a service account's key is known to its owner and to who may read logs", async () => {
  const own = (await root('POST', '/api/v1/service-accounts', { policy: '' })).json<KeyPair>()
  const other = { accessKey: 'audited-bob', secretKey: 'bob-secret-key' }
  await root('POST', '/api/v1/users', { ...other, groups: [], policies: ['readwrite'] })
  const bob = await host.as(other)
  const unused = (await bob('POST', '/api/v1/service-accounts', { policy: '' })).json<KeyPair>()
  const lastUsed = async (send: Send) => {
    const accessKeys = [own.accessKey, unused.accessKey]
    return (await send('POST', '/api/v1/logs/keys-last-used', { accessKeys })).json<{
      items: { accessKey: string; time: string; name: string }[]
      since?: string
    }>()
  }
  assert.is((await (await host.as(own))('GET', '/api/v1/buckets')).statusCode, 200)
  await until(async () => (await lastUsed(root)).items.length > 0)
  const { items, since } = await lastUsed(root)
  assert.equal(pluck(items, 'accessKey'), [own.accessKey])
  assert.ok((items[0]?.time ?? '') >= (since ?? '?'))
  assert.equal(await lastUsed(bob), { items: [] })
  assert.is((await (await host.as(unused))('GET', '/api/v1/buckets')).statusCode, 200)
  await until(async () => (await lastUsed(bob)).items.some(({ accessKey }) => accessKey === unused.accessKey))
  const records = await found(`fp=access_key_id:${own.accessKey}`)
  assert.ok(records.length > 0 && records.every(({ access_key }) => access_key === minio.root.accessKey))
})

test('actions in this console are recorded with the state before and after', async () => {
  assert.is((await root('PUT', '/api/v1/buckets/first-audited/versioning', { versioning: true })).statusCode, 201)
  assert.is(
    (
      await (
        await host.as({ accessKey: 'nobody-here', secretKey: 'planted-guess' }).catch(() => host.as())
      )('GET', '/api/v1/session')
    ).statusCode,
    401,
  )
  await until(
    async () =>
      (await found('source=console&fp=bucket:first-audited&fp=api_name:console.buckets.setVersioning')).length > 0,
  )
  const [record] = await found('source=console&fp=bucket:first-audited&fp=api_name:console.buckets.setVersioning')
  assert.equal(
    [record?.source, record?.access_key, record?.response_status_code],
    ['console', minio.root.accessKey, 201],
  )
  assert.equal(
    [JSON.parse(record?.before ?? '').is_versioned, JSON.parse(record?.after ?? '').is_versioned],
    [false, true],
  )
  await until(async () =>
    (await found('source=console&fp=api_name:console.login&timeEnd=2100-01-01')).some(
      ({ access_key, response_status_code }) => access_key === '(unknown account)' && response_status_code === 401,
    ),
  )
  const [set] = await found('source=console&fp=api_name:console.logs.setUp&order=timeDesc')
  assert.match(set?.after ?? '', /127\.0\.0\.1/)
  assert.not.match(JSON.stringify(await found('pageSize=1000')), /planted-guess/)
  assert.equal(
    (await found('source=server&pageSize=1000')).filter(({ source }) => source === 'console'),
    [],
  )
})

const historyOf = async (...subject: Parameters<typeof historyAddress>) => {
  const { searchParams } = new URL(historyAddress(...subject), 'http://console.example')
  const patterns = [...searchParams].filter(([name]) => !['tab', 'range'].includes(name))
  const query = new URLSearchParams(patterns.map(([name, value]) => ['fp', `${name}:${value}`]))
  return (await found(`${query}&changes=true&order=timeAsc`)).map(({ api_name, access_key }) => [api_name, access_key])
}

test('the history of a user, a policy, a bucket and an object names who changed them', async () => {
  const { accessKey } = minio.root
  const Statement = [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] }]
  const policy = JSON.stringify({ Version: '2012-10-17', Statement })
  const calls = [
    await root('POST', '/api/v1/policies', { name: 'history-read', policy }),
    await root('POST', '/api/v1/users', {
      accessKey: 'history-ana',
      secretKey: 'history-secret',
      groups: [],
      policies: ['history-read'],
    }),
    await createBucket('history-bucket'),
  ]
  assert.equal(pluck(calls, 'statusCode'), [201, 201, 201])
  await until(async () => (await historyOf({ bucket: 'history-bucket' })).length > 1)
  assert.equal(await historyOf({ policy: 'history-read' }), [['console.policies.add', accessKey]])
  assert.equal(await historyOf({ user: 'history-ana' }), [['console.identity.addUser', accessKey]])
  assert.ok((await historyOf({ account: accessKey })).length > 3)
  const bucket = await historyOf({ bucket: 'history-bucket' })
  assert.equal(
    bucket.map(([, by]) => by),
    bucket.map(() => accessKey),
  )
  assert.ok(bucket.some(([name]) => name === 'console.buckets.add'))
  assert.equal(await historyOf({ bucket: 'history-bucket', object: 'missing.txt' }), [])
})

test('records of a thousand keys are stored whole, and unauthenticated bodies are not read', async () => {
  const address = `http://127.0.0.1:${port}/api/v1/logs/audit`
  const objects = Array.from({ length: 1000 }, (_, index) => ({ objectName: `${'deep/'.repeat(20)}${index}` }))
  const many = (id: number) =>
    JSON.stringify({
      time: new Date().toISOString(),
      requestID: `many-${id}`,
      api: { name: 'DeleteMultipleObjects', objects },
    })
  const body = Array.from({ length: 50 }, (_, index) => many(index)).join('\n')
  assert.ok(body.length > 5 * 1024 * 1024)
  const engine = openMinioEngine(minio.url, { folder: join(folder, 'large') })
  const large = await hostOn(engine, minio.root, withConfig({ token: 'a token of this test' }))
  await large.app.listen({ host: '127.0.0.1', port: 0 })
  const send = (to: string, authorization: string) =>
    fetch(to, { method: 'POST', body, headers: { authorization } }).then(
      ({ status }) => status,
      () => 'cut off',
    )
  assert.is(await send(`http://127.0.0.1:${portOf(large)}/api/v1/logs/audit`, 'Bearer a token of this test'), 204)
  const records = (
    await (
      await large.as(minio.root)
    )('GET', '/api/v1/logs/search?fp=request_id:many-*&pageSize=100')
  ).json<{ results: AuditRecord[] }>().results
  assert.is(records.length, 50)
  assert.ok([401, 'cut off'].includes(await send(address, 'Bearer guessed')))
  await end(large)
})

test('a console without a data folder uses the audit of an external service', async () => {
  const serverRecord = { time: new Date().toISOString(), api_name: 'GetObject', request_id: 'elsewhere' }
  const server = await startStaticServer(() => ({ text: JSON.stringify([serverRecord]) }))
  const engine = openMinioEngine(minio.url)
  const one = await hostOn(engine, minio.root, withConfig({ serviceUrl: server.url, serviceToken: 't' }))
  const send = await one.as(minio.root)
  assert.ok((await send('GET', '/api/v1/session')).json<{ features: string[] }>().features.includes('log-search'))
  assert.equal(
    (await send('GET', '/api/v1/logs/search?fp=bucket:x'))
      .json<{ results: AuditRecord[] }>()
      .results.map(({ request_id }) => request_id),
    ['elsewhere'],
  )
  assert.is((await send('GET', '/api/v1/logs/audit-status')).json<{ delivery: string }>().delivery, 'external')
  await end(one)
})

test('records of the server from while the console was down arrive after it restarts, with the same token', async () => {
  await end(host)
  const otherEngine = openMinioEngine(minio.url)
  const other = await hostOn(otherEngine, minio.root)
  const send = await other.as(minio.root)
  assert.is(
    (await send('POST', '/api/v1/buckets', { name: 'meanwhile', versioning: false, locking: false })).statusCode,
    201,
  )
  await end(other)
  await leaveOpen(begin)
  await until(async () => (await found('fp=bucket:meanwhile&fp=api_name:PutBucket')).length > 0)
  const ids = (await found('fp=bucket:*')).map(({ request_id, time }) => `${request_id} ${time}`)
  assert.is(new Set(ids).size, ids.length, 'a record is stored twice')
})

test('a second setup leaves one webhook on the server, and records continue', async () => {
  assert.is((await setUp(`http://127.0.0.1:${port}`)).statusCode, 200)
  assert.is((await createBucket('second-audited')).statusCode, 201)
  await until(async () => (await found('fp=bucket:second-audited&fp=api_name:PutBucket')).length > 0)
  const { targets } = (await root('GET', '/api/v1/configs/audit_webhook')).json<{
    targets: { target: string; values: Record<string, string> }[]
  }>()
  assert.equal(
    pluck(
      targets.filter(({ values }) => values.endpoint),
      'target',
    ),
    ['stowage'],
  )
})
