import { assert } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import { serviceOf, services } from '../services.ts'
import { createLog } from '../../../server/log.ts'
import { type Received, type Receiver, startReceiver } from '../../../test/lib/receiver.ts'
import { until } from '../../../test/lib/until.ts'
import { hostOn } from '../../../test/server/host.ts'
import { addUser, allow, onEveryEngine, expectFailure, uniqueName } from '../../../test/conformance/engines.ts'
import { listing } from '../../../test/lib/listing.ts'

const webhook = serviceOf('webhook')!
const ARN = 'arn:minio:sqs::hook:webhook'

const summary = ({ event }: Received) => `${event.EventName} ${event.Key}`

onEveryEngine('events', (test, peer) => {
  let receiver: Receiver
  const folder = temporaryFolder('queue')

  test.before(async () => {
    receiver = await startReceiver()
    const { notifications } = await peer().as()
    const queue = peer().name === 'minio' ? { queue_dir: folder } : {}
    const applied = await notifications.add(webhook, 'hook', {
      endpoint: receiver.url,
      auth_token: 'a-secret-token',
      queue_limit: '5000',
      ...queue,
    })
    assert.is(applied, peer().name === 'minio' ? 'restarted' : 'now')
    if (applied === 'restarted') await peer().engine.restart(await peer().engine.login(peer().root))
  })

  const subscription = (events: string[], prefix = '', suffix = '', arn = ARN) => ({
    id: '',
    arn,
    events,
    prefix,
    suffix,
  })

  const createBucket = async (versioning = false) => {
    const ports = await peer().as()
    const name = uniqueName('telling')
    await ports.buckets.add({ name, versioning, locking: false })
    const body = async function* (text: string) {
      yield Buffer.from(text)
    }
    const put = (key: string, text = 'x') =>
      ports['object-browser'].put(name, key, {
        size: Buffer.byteLength(text),
        type: 'text/plain',
        body: body(text),
        signal: new AbortController().signal,
      })
    const read = async (key: string) => {
      const { body: stored } = await ports['object-browser'].get(name, key, {})
      for await (const _chunk of stored);
    }
    return {
      name,
      ...ports,
      objects: ports['object-browser'],
      put,
      read,
      events: async () => (await ports.buckets.events(name)).map(({ id: _, ...one }) => one),
    }
  }

  test('the storage lists its notification targets', async () => {
    const { buckets, notifications } = await peer().as()
    assert.equal(await buckets.arns(), [ARN])
    const [target, ...others] = await notifications.list()
    assert.equal(others, [])
    assert.equal(
      [target?.service, target?.account_id, target?.status, target?.arn, target?.address],
      ['webhook', 'hook', 'online', ARN, receiver.url],
    )
  })

  test('a bucket sends no events before a target is subscribed, and subscriptions are listed as created', async () => {
    const { name, buckets, events } = await createBucket()
    assert.equal(await events(), [])
    await buckets.addEvent(name, subscription(['put', 'delete'], 'ü & <b>/', '.xml'), 'ignored')
    await buckets.addEvent(name, subscription(['get']), 'ignored')
    const all = [
      { arn: ARN, events: ['put', 'delete'], prefix: 'ü & <b>/', suffix: '.xml' },
      { arn: ARN, events: ['get'], prefix: '', suffix: '' },
    ]
    assert.equal(await events(), all)
    await buckets.removeEvents(name, ARN, { events: ['get'], prefix: '', suffix: '' })
    assert.equal(await events(), all.slice(0, 1))
    await buckets.removeEvents(name, ARN, { events: ['delete', 'put'], prefix: 'ü & <b>/', suffix: '.xml' })
    assert.equal(await events(), [])
  })

  test('existing subscriptions are kept or refused, and only missing ones are added', async () => {
    const { name, buckets, events } = await createBucket()
    await buckets.addEvent(name, subscription(['put'], 'a/'), 'refused')
    await expectFailure(409, buckets.addEvent(name, subscription(['put', 'get'], 'a/'), 'refused'), /already/)
    await buckets.addEvent(name, subscription(['put'], 'a/'), 'ignored')
    assert.is((await events()).length, 1)
    await buckets.addEvent(name, subscription(['put', 'get'], 'a/'), 'ignored')
    assert.equal(pluck(await events(), 'events'), [['put'], ['get']])
    await buckets.addEvent(name, subscription(['put'], 'b/'), 'refused')
    await buckets.removeEvents(name, ARN, { events: [], prefix: '', suffix: '' })
    assert.equal(await events(), [])
  })

  test('unknown targets, buckets and subscriptions have different errors', async () => {
    const { name, buckets, events } = await createBucket()
    const unknownArn = 'arn:minio:sqs::nowhere:webhook'
    await expectFailure(
      400,
      buckets.addEvent(name, subscription(['put'], '', '', unknownArn), 'ignored'),
      /no notification target arn:minio:sqs::nowhere:webhook/,
    )
    await expectFailure(
      400,
      buckets.addEvent(name, subscription(['put'], '', '', 'arn:minio:sqs::hook:kafka'), 'ignored'),
      /no notification target/,
    )
    await expectFailure(404, buckets.events(uniqueName('nowhere')))
    await expectFailure(404, buckets.addEvent(uniqueName('nowhere'), subscription(['put']), 'ignored'))
    await expectFailure(
      404,
      buckets.removeEvents(name, ARN, { events: ['put'], prefix: '', suffix: '' }),
      /subscription/,
    )
    await buckets.addEvent(name, subscription(['put'], 'a/'), 'ignored')
    await expectFailure(
      404,
      buckets.removeEvents(name, ARN, { events: ['put'], prefix: 'b/', suffix: '' }),
      /subscription/,
    )
    await expectFailure(
      404,
      buckets.removeEvents(name, ARN, { events: ['get'], prefix: 'a/', suffix: '' }),
      /subscription/,
    )
    assert.is((await events()).length, 1)
  })

  test('a caller with read access cannot change subscriptions, and one without sees none', async () => {
    const { name, buckets, events } = await createBucket()
    await buckets.addEvent(name, subscription(['put']), 'ignored')
    const before = await events()
    const admin = await peer().as()
    const signInWith = async (...actions: string[]) =>
      (await peer().as(await addUser(admin, [allow(actions, [name, `${name}/*`])]))).buckets
    const viewer = await signInWith('s3:GetBucketNotification')
    assert.is((await viewer.events(name)).length, 1)
    await expectFailure(403, viewer.addEvent(name, subscription(['get']), 'ignored'))
    await expectFailure(403, viewer.removeEvents(name, ARN, { events: ['put'], prefix: '', suffix: '' }))
    await expectFailure(403, viewer.arns())
    await expectFailure(403, (await signInWith('s3:ListBucket')).events(name))
    assert.equal(await events(), before)
  })

  test('stored, read and deleted objects send events to the webhook with its token, in order, and nothing else does', async () => {
    const { name, buckets, objects, put, read } = await createBucket()
    await buckets.addEvent(name, subscription(['put', 'get', 'delete'], 'in/', '.txt'), 'ignored')
    for (const key of ['in/ä b.txt', 'out/a.txt', 'in/a.csv']) await put(key, 'content')
    await read('in/ä b.txt')
    for (const key of ['in/ä b.txt', 'out/a.txt', 'in/a.csv']) await objects.remove(name, key)
    await until(() => receiver.of(name).length >= 3)
    const events = receiver.of(name)
    const expected = ['s3:ObjectCreated:Put', 's3:ObjectAccessed:Get', 's3:ObjectRemoved:Delete'].map(
      (event) => `${event} ${name}/in/ä b.txt`,
    )
    // MinIO's own queue is ordered by file name
    assert.equal(events.map(summary).sort(), [...expected].sort())
    const [stored] = events.filter(({ event }) => event.EventName === 's3:ObjectCreated:Put')
    assert.equal(
      [stored?.path, stored?.headers.authorization, stored?.headers['content-type']],
      ['/events', 'Bearer a-secret-token', 'application/json'],
    )
    const record = stored?.event.Records[0]
    assert.equal(
      [record?.eventName, record?.eventSource, record?.userIdentity.principalId],
      ['s3:ObjectCreated:Put', 'minio:s3', peer().root.accessKey],
    )
    const { key, size, contentType, sequencer, versionId } = record?.s3.object ?? {}
    assert.equal([key, size, contentType, versionId], ['in%2F%C3%A4+b.txt', 7, 'text/plain', undefined])
    assert.match(sequencer ?? '', /^[0-9A-F]{16}$/)
    assert.is(record?.s3.bucket.arn, `arn:aws:s3:::${name}`)
    const removed = events.find(({ event }) => event.EventName === 's3:ObjectRemoved:Delete')?.event.Records[0]?.s3
      .object
    assert.equal([removed?.key, removed?.size], ['in%2F%C3%A4+b.txt', undefined])
  })

  test('a copy is reported as a copy', async () => {
    const { name, buckets, objects, put } = await createBucket()
    await put('out/a.txt')
    await buckets.addEvent(name, subscription(['put'], 'in/'), 'ignored')
    await objects.copy({
      from: { bucket: name, key: 'out/a.txt', version: undefined },
      to: { bucket: name, key: 'in/b.txt' },
      existing: 'keep',
    })
    await until(() => receiver.of(name).length >= 1)
    assert.equal(receiver.of(name).map(summary), [`s3:ObjectCreated:Copy ${name}/in/b.txt`])
  })

  test('in a versioned bucket a delete marker is reported as one, and each version has its ID', async () => {
    const { name, buckets, objects, put } = await createBucket(true)
    await buckets.addEvent(name, subscription(['put', 'delete']), 'ignored')
    await put('a')
    await objects.remove(name, 'a')
    const { objects: all } = await objects.list(name, listing({ versions: true }))
    await until(() => receiver.of(name).length >= 2)
    const ids = new Map(receiver.of(name).map(({ event }) => [event.EventName, event.Records[0]?.s3.object.versionId]))
    const [marker, version] = all.map(({ version_id }) => version_id)
    assert.equal([ids.get('s3:ObjectCreated:Put'), ids.get('s3:ObjectRemoved:DeleteMarkerCreated')], [version, marker])
  })

  test('callers who may change targets see which buckets use a target', async () => {
    const { name, buckets, notifications } = await createBucket()
    await buckets.addEvent(name, subscription(['put']), 'ignored')
    const { buckets: users } = await notifications.buckets()
    assert.equal(users.find((one) => one.name === name)?.arns, [ARN])
    await expectFailure(403, (await peer().as(await addUser(await peer().as(), ['readwrite']))).notifications.buckets())
  })

  test('a target is listed without its secrets, changed and removed', async () => {
    const { notifications } = await peer().as()
    const target = await notifications.target(webhook, 'hook')
    assert.equal(
      [target.properties.endpoint, target.properties.queue_limit, target.secrets, target.fromEnvironment],
      [receiver.url, '5000', ['auth_token'], {}],
    )
    assert.not(JSON.stringify(target).includes('a-secret-token'))
    await expectFailure(409, notifications.add(webhook, 'hook', { endpoint: receiver.url }), /already/)
    await expectFailure(
      400,
      notifications.add(webhook, 'inside', { endpoint: 'http://10.0.0.1/' }),
      /^endpoint: .*is in the console's internal network/i,
    )
    await expectFailure(400, notifications.add(webhook, 'away', { endpoint: 'http://127.0.0.1:1/' }), /127.0.0.1:1/)
    await expectFailure(404, notifications.target(webhook, 'nowhere'))
    await expectFailure(404, notifications.remove(webhook, 'nowhere'))
    await expectFailure(404, notifications.set(webhook, 'nowhere', { comment: 'x' }))
    await notifications.set(webhook, 'hook', { comment: "it's = for; many \\ things" })
    const other = await peer().as(await addUser(await peer().as(), [allow(['admin:ServerInfo'])]))
    const [listed] = await other.notifications.list()
    assert.equal([listed?.account_id, listed?.status, listed?.address], ['hook', 'online', undefined])
    await expectFailure(403, other.notifications.target(webhook, 'hook'))
    await expectFailure(403, other.notifications.add(webhook, 'more', { endpoint: receiver.url }))
    await expectFailure(403, other.notifications.set(webhook, 'hook', { comment: '' }))
    await expectFailure(403, other.notifications.remove(webhook, 'hook'))
    if (peer().name === 'minio') await peer().engine.restart(await peer().engine.login(peer().root))
    const changed = await notifications.target(webhook, 'hook')
    assert.equal(
      [changed.properties.comment, changed.properties.queue_limit, changed.secrets],
      ["it's = for; many \\ things", '5000', ['auth_token']],
    )
    await notifications.remove(webhook, 'hook')
    if (peer().name === 'minio') await peer().engine.restart(await peer().engine.login(peer().root))
    assert.equal(await notifications.list(), [])
    assert.equal(await (await peer().as()).buckets.arns(), [])
  })

  test("no service's secret appears in a reply, an error or the log, whether accepted or refused", async () => {
    const mark = 'MARKED-SECRET'
    const summary: string[] = []
    const host = await hostOn(peer().engine, peer().root, {
      config: { log: createLog('trace', { write: (line) => void summary.push(line) }) },
    })
    const send = await host.as(peer().root)
    const request = async (method: string, path: string, body?: unknown) =>
      void summary.push((await send(method, path, body)).payload)
    const addresses: Readonly<Record<string, string>> = {
      connection_string: `host=127.0.0.1 port=1 dbname=events user=me password=${mark} sslmode=disable`,
      dsn_string: `me:${mark}@tcp(127.0.0.1:1)/events`,
      url: `amqp://me:${mark}@127.0.0.1:1/`,
      endpoint: `http://me:${mark}@127.0.0.1:1/`,
    }
    for (const { id, code, settings } of services) {
      const addressKey = settings.find(({ key }) => key in addresses)?.key
      const plain = settings
        .filter(({ required, options }) => required && !options)
        .map(({ key }) => [key, '127.0.0.1:1'])
      const secrets = settings.filter(({ kind }) => kind === 'secret').map(({ key }) => [key, mark])
      const properties = Object.fromEntries([
        ...plain,
        ...secrets,
        ...(addressKey ? [[addressKey, addresses[addressKey]]] : []),
      ]) as Record<string, string>
      for (const more of [{}, { comment: `"${mark}"` }, { no_such_setting: mark }])
        await request('POST', '/api/v1/admin/notification_endpoints', {
          service: id,
          account_id: 'marked',
          properties: { ...properties, ...more },
        })
      await request('POST', '/api/v1/admin/notification_endpoints/test', { service: id, properties })
      await request('PUT', `/api/v1/configs/${code}`, {
        key_values: Object.entries(properties).map(([key, value]) => ({ key, value })),
        arn_resource_id: 'marked',
      })
      // a disabled target is not contacted, and stays in the history
      await request('PUT', `/api/v1/configs/${code}`, {
        key_values: [...Object.entries(properties), ['enable', 'off']].map(([key, value]) => ({ key, value })),
        arn_resource_id: 'marked',
      })
      await request('GET', `/api/v1/configs/${code}`)
      await request('GET', `/api/v1/admin/notification_endpoints/${id}/marked`)
    }
    await request('PUT', '/api/v1/admin/notification_endpoints/webhook/hook', { properties: { auth_token: mark } })
    await request('GET', '/api/v1/admin/notification_endpoints/webhook/hook')
    await request('GET', '/api/v1/admin/notification_endpoints')
    await request('GET', '/api/v1/config-history')
    await request('GET', '/api/v1/config-export')
    await host.stop()
    assert.ok(summary.length > 60, String(summary.length))
    for (const text of summary) assert.not(text.includes(mark), text)
  })
})
