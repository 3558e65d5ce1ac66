import { assert } from '../../../../test/lib/suite.ts'
import type { PastChange } from '../../contract.ts'
import { settingsOf } from '../../sections.ts'
import { pluginSection } from '../plugin-sections.ts'
import { startReceiver, type Receiver } from '../../../../test/lib/receiver.ts'
import { until } from '../../../../test/lib/until.ts'
import { useHost } from '../../../../test/conformance/use-host.ts'
import { addUser, onEveryEngine, expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'

type Exported = { text: string; omittedSecrets: number }
type Compared = {
  changes: { section: string; target: string; key: string; before: string; after: string; secret: boolean }[]
  problems: string[]
}

onEveryEngine('settings', (test, peer) => {
  const { send } = useHost(test, peer)
  let receiver: Receiver

  test.before(async () => {
    receiver = await startReceiver()
  })

  const settings = async () => (await peer().as()).settings
  const valuesOf = async (name: string, target = '_') => {
    const found = (await (await settings()).section(name)).targets.find((one) => one.target === target)
    if (!found) throw new Error(`${name} has no target ${target}`)
    return found
  }
  const requested = async <Answer>(method: string, path: string, body?: unknown) => {
    const response = await send(method, path, body)
    assert.is(response.statusCode, 200, response.payload)
    return response.json<Answer>()
  }
  const put = async (bucket: string, key: string) => {
    const body = async function* () {
      yield Buffer.from('x')
    }
    await (await peer().as())['object-browser'].put(bucket, key, {
      size: 1,
      type: 'text/plain',
      body: body(),
      signal: new AbortController().signal,
    })
  }
  const createBucket = async (versioning = false) => {
    const name = uniqueName('set')
    await (await peer().as()).buckets.add({ name, versioning, locking: false })
    return name
  }

  test('a storage lists the sections that have an effect there, and no others', async () => {
    const listed = await requested<{ configurations: { key: string }[] }>('GET', '/api/v1/configs')
    const names = listed.configurations.map(({ key }) => key)
    const embedded = ['site', 'api', 'scanner', 'logger_webhook', 'audit_webhook']
    for (const name of embedded) assert.ok(names.includes(name), name)
    if (peer().name === 'embedded') {
      assert.equal([...names].sort(), ['event_queue', ...embedded].sort())
      const { detail } = await expectFailure(404, (await settings()).section('identity_openid'), /has no section/)
      assert.match(detail ?? '', /fewer settings/)
    } else {
      for (const name of [
        'compression',
        'heal',
        'etcd',
        'identity_openid',
        'identity_ldap',
        'storage_class',
        'ilm',
        'batch',
        'drive',
        'audit_kafka',
      ])
        assert.ok(names.includes(name), name)
    }
    for (const name of names) assert.not(/^notify_|^callhome$|^region$/.test(name), name)
    const sections = await (await settings()).list()
    const isDynamic = (name: string) => sections.find(({ key }) => key === name)?.dynamic
    assert.equal([isDynamic('api'), isDynamic('site')], [true, peer().name === 'embedded'])
    const withTargets = sections.filter((one) => one.multipleTargets).map(({ key }) => key)
    for (const name of ['audit_webhook', 'logger_webhook']) assert.ok(withTargets.includes(name), name)
  })

  test('a dynamic setting is saved, read back, cleared and reset without changing anything else', async () => {
    const port = await settings()
    const before = (await valuesOf('api')).values
    assert.is(await port.save('api', '_', { requests_max: '1600', object_max_versions: '12' }), 'now')
    const after = (await valuesOf('api')).values
    assert.equal([after.requests_max, after.object_max_versions], ['1600', '12'])
    const { requests_max, object_max_versions } = before
    assert.equal({ ...after, requests_max, object_max_versions }, before)
    assert.is(await port.reset('api', '_'), 'now')
    assert.equal((await valuesOf('api')).values, before)
  })

  test('invalid values are refused by name, and unknown keys are never sent', async () => {
    const port = await settings()
    await expectFailure(400, port.save('api', '_', { replication_workers: '5' }), /^replication_workers: /)
    if (peer().name === 'minio')
      await expectFailure(400, port.save('api', '_', { comment: 'a "quoted" one' }), /^comment: /)
    await expectFailure(400, port.save('api', '_', { requests_max: 'many' }))
    await expectFailure(400, port.save('scanner', '_', { cycle: 'soon' }))
    await expectFailure(400, port.save('scanner', '_', { speed: 'lightning' }))
    await expectFailure(400, port.save('site', '_', { enable: 'off' }), /^enable: /)
    await expectFailure(404, port.section('no_such_section'))
    await expectFailure(404, port.save('cache', '_', { comment: 'x' }))
    await expectFailure(404, port.reset('logger_webhook', 'nowhere'))
    const invalidTarget = await send('PUT', '/api/v1/configs/logger_webhook/a%20endpoint%3Dx', {
      key_values: [{ key: 'comment', value: 'x' }],
    })
    assert.is(invalidTarget.statusCode, 422, invalidTarget.payload)
  })

  test('every section of the page can be rendered, and every field exists on the storage', async () => {
    const port = await settings()
    for (const { key } of await port.list()) {
      const { settings: reported, targets } = await port.section(key)
      assert.ok(targets.length > 0, key)
      const reportedKeys = [...reported.map((one) => one.key), 'comment']
      for (const setting of settingsOf(pluginSection(key), reported))
        assert.ok(reportedKeys.includes(setting.key), `${key} ${setting.key}`)
    }
  })

  test('named targets are added, changed without losing their secrets, disabled and removed', async () => {
    const port = await settings()
    const endpoint = receiver.url
    assert.is(await port.save('audit_webhook', 'sink', { endpoint, auth_token: 'marked-secret' }), 'now')
    assert.equal(
      [(await valuesOf('audit_webhook', 'sink')).values.endpoint, (await valuesOf('audit_webhook', 'sink')).secrets],
      [endpoint, ['auth_token']],
    )
    await port.save('audit_webhook', 'sink', { comment: 'who = reads; this' })
    assert.equal(
      [(await valuesOf('audit_webhook', 'sink')).values.comment, (await valuesOf('audit_webhook', 'sink')).secrets],
      ['who = reads; this', ['auth_token']],
    )
    await port.save('audit_webhook', 'sink', { enable: 'off' })
    assert.is((await valuesOf('audit_webhook', 'sink')).values.enable, 'off')
    const counted = async () => (await port.list()).find(({ key }) => key === 'audit_webhook')?.count
    assert.is(await counted(), 1)
    // the export includes disabled targets
    assert.match(
      (await requested<Exported>('GET', '/api/v1/config-export')).text,
      /^audit_webhook:sink .*enable="off"/m,
    )
    await port.reset('audit_webhook', 'sink')
    assert.not((await port.section('audit_webhook')).targets.some(({ target }) => target === 'sink'))
    assert.is(await counted(), 0)
  })

  test('an audit webhook receives calls with its token until it is disabled', async () => {
    const port = await settings()
    const records = () =>
      receiver.events.map(({ event, headers }) => ({
        ...(event as unknown as { api: { name: string; bucket?: string; object?: string } }),
        token: headers.authorization,
      }))
    const reported = (object: string) => records().find(({ api }) => api.name === 'PutObject' && api.object === object)
    await port.save('audit_webhook', 'told', { endpoint: receiver.url, auth_token: 'the-audit-token' })
    const bucket = await createBucket()
    await put(bucket, 'first')
    await until(() => reported('first') !== undefined)
    assert.equal([reported('first')?.api.bucket, reported('first')?.token], [bucket, 'the-audit-token'])
    await port.save('audit_webhook', 'told', { enable: 'off' })
    await put(bucket, 'second')
    await port.save('audit_webhook', 'told', { enable: 'on' })
    await put(bucket, 'third')
    await until(() => reported('third') !== undefined)
    assert.is(reported('second'), undefined)
    await port.reset('audit_webhook', 'told')
  })

  test('an object has no more versions than the settings allow', async () => {
    const port = await settings()
    const bucket = await createBucket(true)
    await port.save('api', '_', { object_max_versions: '2' })
    await put(bucket, 'often')
    await put(bucket, 'often')
    await expectFailure([400, 409], put(bucket, 'often'))
    await put(bucket, 'once')
    await port.reset('api', '_')
    await put(bucket, 'often')
  })

  test('a webhook in a network closed by the console is refused by its field before saving', async () => {
    const port = await settings()
    for (const endpoint of ['http://10.0.0.1/audit', 'http://169.254.169.254/latest', 'http://0x0a000001:9000/'])
      await expectFailure(
        400,
        port.save('audit_webhook', 'inside', { endpoint }),
        /^endpoint: .*is in the console's internal network/,
      )
    assert.not((await port.section('audit_webhook')).targets.some(({ target }) => target === 'inside'))
  })

  test('an address that the storage server would read differently is refused before it is saved', async () => {
    const port = await settings()
    for (const endpoint of ['http://receiver:/x', 'http://receiver\\@127.0.0.1/x', 'http:///127.0.0.1/x'])
      await expectFailure(400, port.save('audit_webhook', 'misread', { endpoint }), /^endpoint: /)
    assert.not((await port.section('audit_webhook')).targets.some(({ target }) => target === 'misread'))
  })

  test('a setting that needs a restart says so, and takes effect after it', async () => {
    const response = await send('PUT', '/api/v1/configs/site/_', {
      key_values: [
        { key: 'comment', value: 'the harbour' },
        { key: 'region', value: 'harbour-1' },
      ],
    })
    const restart = peer().name === 'minio'
    assert.equal(
      [response.statusCode, response.json(), response.headers['x-restart']],
      [200, { restart }, restart ? 'needed' : undefined],
      response.payload,
    )
    if (restart) {
      // the server reports the previous value, the console the pending one
      assert.equal(
        [(await valuesOf('site')).values.region, (await valuesOf('site')).pendingValues?.region],
        ['', 'harbour-1'],
      )
      await peer().engine.restart(await peer().engine.login(peer().root))
    }
    assert.equal(
      [(await valuesOf('site')).values.region, (await valuesOf('site')).pendingValues?.region],
      ['harbour-1', undefined],
    )
    await (await settings()).reset('site', '_')
  })

  test('a saved setting that is reset to its default needs no restart, and both changes are in the history', async () => {
    const port = await settings()
    const sections = peer().name === 'minio' ? ['site', 'identity_openid', 'identity_ldap'] : ['site', 'api']
    for (const section of sections) {
      const off = section.startsWith('identity') ? { enable: 'off' } : {}
      await port.save(section, '_', { comment: 'for a moment', ...off })
      if (peer().name === 'minio') assert.is((await valuesOf(section)).pendingValues?.comment, 'for a moment', section)
      await port.reset(section, '_')
      assert.equal((await valuesOf(section)).pendingValues ?? {}, {}, section)
      const [last, before] = (await port.history()).filter(({ lines }) =>
        lines.some((line) => line.section === section && line.target === '_'),
      )
      assert.equal(
        [last?.kind, before?.kind, last?.lines],
        ['reset', 'saved', [{ section, target: '_', values: {} }]],
        section,
      )
      await port.save(section, '_', { comment: 'again', ...off })
      if (peer().name === 'minio') assert.is((await valuesOf(section)).pendingValues?.comment, 'again', section)
      await port.reset(section, '_')
    }
  })

  test("the former console's forms save every section, and leave fields that they send empty unchanged", async () => {
    const response = await requested('PUT', '/api/v1/configs/api', {
      key_values: [
        { key: 'requests_max', value: '900' },
        { key: 'object_max_versions', value: '' },
      ],
      arn_resource_id: '_',
    })
    assert.equal(response, { restart: false })
    const read = await requested<{ key_values: { key: string; value?: string }[] }>('GET', '/api/v1/configs/api')
    assert.is(read.key_values.find(({ key }) => key === 'requests_max')?.value, '900')
    const { name, key_values } = await requested<{ name: string; key_values: object[] }>(
      'GET',
      '/api/v1/configs/notify_webhook',
    )
    assert.is(name, 'notify_webhook')
    assert.ok(key_values.length >= 4)
    await requested('PUT', '/api/v1/configs/audit_webhook', {
      key_values: [{ key: 'endpoint', value: receiver.url }],
      arn_resource_id: 'former',
    })
    assert.is((await valuesOf('audit_webhook', 'former')).values.endpoint, receiver.url)
    assert.is(
      (await send('PUT', '/api/v1/configs/api', { key_values: [{ key: 'requests_max', value: '' }] })).statusCode,
      422,
    )
    await (await settings()).reset('audit_webhook', 'former')
    await (await settings()).reset('api', '_')
  })

  test('settings and sections are found by key and label', async () => {
    const find = async (text: string) =>
      (
        await requested<{ results: { section: string; title: string }[] }>('GET', `/api/v1/find/settings?text=${text}`)
      ).results.map(({ section, title }) => `${section} ${title}`)
    assert.ok((await find('requests_max')).includes('api Requests Max (requests_max)'))
    assert.ok((await find('Audit')).includes('audit_webhook Audit Webhook (audit_webhook)'))
    assert.equal(await find('nothing-like-it'), [])
  })

  test('saved values are in the history without their secrets, and can be restored from there', async () => {
    const port = await settings()
    await port.save('audit_webhook', 'again', { endpoint: receiver.url, auth_token: 'remembered-secret' })
    await port.save('audit_webhook', 'again', { comment: 'changed since' })
    const history = await send('GET', '/api/v1/config-history')
    assert.is(history.statusCode, 200, history.payload)
    assert.not(history.payload.includes('remembered-secret'))
    const { entries } = history.json<{ entries: PastChange[] }>()
    const first = entries.find(({ lines }) =>
      lines.some(({ target, secrets }) => target === 'again' && secrets.includes('auth_token')),
    )
    assert.is(first?.lines[0]?.values.endpoint, receiver.url)
    assert.match(first?.time ?? '', /^\d{4}-\d\d-\d\dT.*Z$/)
    await port.reset('audit_webhook', 'again')
    assert.equal(await requested('POST', `/api/v1/config-history/${encodeURIComponent(first!.id)}`), { restart: false })
    assert.equal(
      [(await valuesOf('audit_webhook', 'again')).values.endpoint, (await valuesOf('audit_webhook', 'again')).secrets],
      [receiver.url, ['auth_token']],
    )
    assert.is((await send('POST', '/api/v1/config-history/no-such-entry')).statusCode, 404)
    await port.reset('audit_webhook', 'again')
  })

  test('the whole configuration is exported, with secrets only on request, and imported after a dry run', async () => {
    const port = await settings()
    const target = uniqueName('whole')
    await port.save('audit_webhook', target, {
      endpoint: receiver.url,
      auth_token: 'exported-secret',
      comment: 'before',
    })
    await port.save('api', '_', { requests_max: '700' })
    const without = await requested<Exported>('GET', '/api/v1/config-export')
    assert.not(without.text.includes('exported-secret'))
    assert.match(without.text, /left out of the next line: .*auth_token/)
    assert.ok(without.omittedSecrets >= 1)
    const exported = await requested<Exported>('GET', '/api/v1/config-export?secrets=included')
    assert.match(exported.text, /auth_token="exported-secret"/)
    assert.is(exported.omittedSecrets, 0)

    await port.save('audit_webhook', target, { comment: 'after' })
    await port.reset('api', '_')
    const text = `${without.text}\nno_such_section a="b"\napi no_such_key="1"\nthis is no line\n`
    const compared = await requested<Compared>('POST', '/api/v1/config-import/changes', { text })
    const changes = compared.changes.map(({ section, key, before, after }) => `${section} ${key}: ${before} > ${after}`)
    assert.ok(changes.includes('audit_webhook comment: after > before'), changes.join('\n'))
    assert.ok(changes.includes('api requests_max: 0 > 700'), changes.join('\n'))
    assert.is(changes.length, 2, changes.join('\n'))
    assert.ok(
      ['no_such_section', 'no_such_key', 'is not a line of settings'].every((words) =>
        compared.problems.some((problem) => problem.includes(words)),
      ),
      compared.problems.join('\n'),
    )
    assert.is((await valuesOf('api')).values.requests_max, '0')

    const sameSecrets = await requested<Compared>('POST', '/api/v1/config-import/changes', { text: exported.text })
    assert.not(
      sameSecrets.changes.some(({ secret }) => secret),
      JSON.stringify(sameSecrets.changes),
    )
    const other = exported.text.replace('exported-secret', 'another-secret')
    const secret = await requested<Compared>('POST', '/api/v1/config-import/changes', { text: other })
    assert.ok(secret.changes.some((change) => change.key === 'auth_token' && change.secret && change.after === ''))
    const outcome = await requested<{ savedChanges: number; problems: string[]; restart: boolean }>(
      'POST',
      '/api/v1/config-import',
      { text: without.text },
    )
    // an import cannot change values set by environment variables
    assert.equal(
      [outcome.savedChanges, outcome.restart, outcome.problems.filter((problem) => !problem.includes('sets it'))],
      [2, false, []],
    )
    assert.equal(
      [
        (await valuesOf('api')).values.requests_max,
        (await valuesOf('audit_webhook', target)).values.comment,
        (await valuesOf('audit_webhook', target)).secrets,
      ],
      ['700', 'before', ['auth_token']],
    )
    await port.reset('audit_webhook', target)
    await port.reset('api', '_')
  })

  test('a caller who may not configure the storage sees none of its settings', async () => {
    const { settings: port } = await peer().as(await addUser(await peer().as(), ['readwrite']))
    await expectFailure(403, port.list())
    await expectFailure(403, port.section('api'))
    await expectFailure(403, port.save('api', '_', { comment: 'x' }))
    await expectFailure(403, port.reset('api', '_'))
    await expectFailure(403, port.reveal())
    await expectFailure(403, port.history())
    await expectFailure(
      403,
      port.test('audit_webhook', '_', {}, async () => []),
    )
  })
})
