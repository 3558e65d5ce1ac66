import * as assert from 'uvu/assert'
import { settingsOf, shapeOf } from '../../plugins/settings/sections.ts'
import { startReceiver, type Receiver } from '../lib/receiver.ts'
import { type Host, hostOn, type Send } from '../server/host.ts'
import { addUser, onEveryEngine, refused } from './engines.ts'

onEveryEngine('settings', (test, peer) => {
  let host: Host
  let send: Send
  let receiver: Receiver

  test.before(async () => {
    host = await hostOn(peer().engine, peer().root)
    send = await host.as(peer().root)
    receiver = await startReceiver()
  })
  test.after(async () => {
    await host?.stop()
    await receiver?.close()
  })

  const settings = async () => (await peer().as()).settings
  const at = async (name: string, target = '_') => {
    const found = (await (await settings()).section(name)).targets.find((one) => one.target === target)
    if (!found) throw new Error(`${name} has no target ${target}`)
    return found
  }

  test('a storage without settings says so, to whoever may know it', async () => {
    if (peer().name !== 'embedded') return
    assert.equal(await (await settings()).list(), [])
    await refused(501, (await settings()).section('api'), /no settings/)
    const other = await peer().as(await addUser(await peer().as(), ['readwrite']))
    await refused(403, other.settings.list())
    await refused(403, other.settings.save('api', '_', { comment: 'x' }))
    const session = (await send('GET', '/api/v1/session')).json<{ withheld: { page: string; lack?: string }[] }>()
    assert.match(session.withheld.find(({ page }) => page === '/settings')?.lack ?? '', /no settings/)
  })

  test('all sections of the server are told of but those that have pages of their own', async () => {
    if (peer().name !== 'minio') return
    const all = await (await settings()).list()
    const names = all.map(({ key }) => key)
    for (const name of ['site', 'api', 'compression', 'heal', 'scanner', 'etcd', 'identity_openid', 'identity_ldap', 'logger_webhook', 'audit_webhook', 'storage_class', 'ilm', 'batch', 'drive', 'audit_kafka'])
      assert.ok(names.includes(name), name)
    for (const name of names) assert.not(/^notify_|^subnet$|^callhome$|^region$/.test(name), name)
    assert.equal(all.filter(({ several }) => several).map(({ key }) => key).filter((key) => /webhook|openid/.test(key)).sort().slice(0, 3), ['audit_webhook', 'identity_openid', 'lambda_webhook'])
  })

  test('what applies at once is saved, read back, cleared and reset, and nothing else changes', async () => {
    if (peer().name !== 'minio') return
    const port = await settings()
    const before = (await at('api')).values
    assert.is(await port.save('api', '_', { requests_max: '1600', cors_allow_origin: 'https://a.example,https://b.example' }), 'now')
    const after = (await at('api')).values
    assert.equal([after.requests_max, after.cors_allow_origin], ['1600', 'https://a.example,https://b.example'])
    assert.equal({ ...after, requests_max: '', cors_allow_origin: '' }, { ...before, requests_max: '', cors_allow_origin: '' })
    assert.is(await port.reset('api', '_'), 'now')
    assert.equal((await at('api')).values, before)
  })

  test('what is wrong is refused by name, and a key that the server does not know is never sent', async () => {
    if (peer().name !== 'minio') return
    const port = await settings()
    await refused(400, port.save('api', '_', { replication_workers: '5' }), /^replication_workers: /)
    await refused(400, port.save('api', '_', { cors_allow_origin: 'a "quoted" one' }), /^cors_allow_origin: /)
    await refused(400, port.save('api', '_', { requests_max: 'many' }))
    await refused(404, port.section('no_such_section'))
    await refused(404, port.save('cache', '_', { comment: 'x' }))
    await refused(404, port.reset('logger_webhook', 'nowhere'))
    const notifications = await send('GET', '/api/v1/configs/notify_webhook')
    assert.is(notifications.statusCode, 404, notifications.payload)
    const strange = await send('PUT', '/api/v1/configs/logger_webhook/a%20endpoint%3Dx', { key_values: [{ key: 'comment', value: 'x' }] })
    assert.is(strange.statusCode, 422, strange.payload)
  })

  test('every section of the page can be drawn, and every setting that it draws is the server\'s', async () => {
    if (peer().name !== 'minio') return
    const port = await settings()
    for (const { key } of await port.list()) {
      const { settings: told, targets } = await port.section(key)
      assert.ok(targets.length > 0, key)
      const known = [...told.map((one) => one.key), 'comment']
      for (const setting of settingsOf(shapeOf(key), told)) assert.ok(known.includes(setting.key), `${key} ${setting.key}`)
    }
  })

  test('named targets are added, changed without losing their secrets, switched off and removed', async () => {
    if (peer().name !== 'minio') return
    const port = await settings()
    const endpoint = receiver.url
    assert.is(await port.save('audit_webhook', 'sink', { endpoint, auth_token: 'marked-secret' }), 'now')
    assert.equal([(await at('audit_webhook', 'sink')).values.endpoint, (await at('audit_webhook', 'sink')).secrets], [endpoint, ['auth_token']])
    await port.save('audit_webhook', 'sink', { comment: 'who = reads; this' })
    assert.equal([(await at('audit_webhook', 'sink')).values.comment, (await at('audit_webhook', 'sink')).secrets], ['who = reads; this', ['auth_token']])
    await port.save('audit_webhook', 'sink', { enable: 'off' })
    assert.is((await at('audit_webhook', 'sink')).values.enable, 'off')
    await port.reset('audit_webhook', 'sink')
    assert.not((await port.section('audit_webhook')).targets.some(({ target }) => target === 'sink'))
  })

  test('what counts after a restart alone says so, and has come once the storage was restarted', async () => {
    if (peer().name !== 'minio') return
    const answer = await send('PUT', '/api/v1/configs/site/_', { key_values: [{ key: 'name', value: 'harbour' }] })
    assert.equal([answer.statusCode, answer.json(), answer.headers['x-restart']], [200, { restart: true }, 'needed'], answer.payload)
    await peer().engine.restart(await peer().engine.login(peer().root))
    assert.is((await at('site')).values.name, 'harbour')
  })

  test('no secret of any section is in a reply or an error, taken or not', async () => {
    if (peer().name !== 'minio') return
    const mark = 'MARKED-SECRET'
    const told: string[] = []
    const ask = async (method: string, path: string, body?: unknown) => {
      const { payload } = await send(method, path, body)
      told.push(payload)
    }
    const { configurations } = (await send('GET', '/api/v1/configs')).json<{ configurations: { key: string; settings: { key: string; type: string }[] }[] }>()
    for (const { key, settings: all } of configurations) {
      const secrets = settingsOf(shapeOf(key), all.map((one) => ({ ...one, description: '', optional: true }))).filter(({ kind }) => kind === 'secret')
      for (const { key: name } of secrets) {
        await ask('PUT', `/api/v1/configs/${key}/_`, { key_values: [{ key: name, value: mark }] })
        if (key === 'audit_kafka') await ask('PUT', `/api/v1/configs/${key}/_`, { key_values: [{ key: name, value: `${mark}"` }] })
      }
      if (secrets.length > 0) await ask('GET', `/api/v1/configs/${key}`)
    }
    await ask('PUT', '/api/v1/configs/logger_webhook/held', { key_values: [{ key: 'endpoint', value: `http://user:${mark}@127.0.0.1:1/` }, { key: 'auth_token', value: mark }] })
    await ask('GET', '/api/v1/configs/logger_webhook')
    await ask('GET', '/api/v1/configs')
    assert.ok(told.length > 10, String(told.length))
    for (const text of told) assert.not(text.includes(mark), text)
  })

  test('whoever may not configure the storage is told nothing of it', async () => {
    const other = await peer().as(await addUser(await peer().as(), ['readwrite']))
    await refused(403, other.settings.list())
    await refused(403, other.settings.section('api'))
    await refused(403, other.settings.save('api', '_', { comment: 'x' }))
    await refused(403, other.settings.reset('api', '_'))
  })
})
