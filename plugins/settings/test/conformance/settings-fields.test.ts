import { settingValue } from 'stowage'
import * as v from 'valibot'
import { assert } from '../../../../test/lib/suite.ts'
import type { Failure } from '../../../../core/protocol/failure.ts'
import { maskSecrets } from '../../../../core/protocol/mask-secrets.ts'
import type { Setting } from '../../../../core/protocol/config-setting.ts'
import { services } from '../../../notifications/services.ts'
import { settingsOf } from '../../sections.ts'
import { pluginSection, pluginSections } from '../plugin-sections.ts'
import { createLog } from '../../../../server/log.ts'
import { startReceiver } from '../../../../test/lib/receiver.ts'
import { hostOn } from '../../../../test/server/host.ts'
import { onEveryEngine } from '../../../../test/conformance/engines.ts'

type Listed = { configurations: { key: string; multipleTargets: boolean; settings: Setting[] }[] }

onEveryEngine('settings fields', (test, peer) => {
  test('the form accepts every value that the storage reports', async () => {
    const port = (await peer().as()).settings
    for (const { key } of await port.list()) {
      const { settings: reported, targets } = await port.section(key)
      for (const { required: _, ...setting } of settingsOf(pluginSection(key), reported))
        for (const { values } of targets) {
          const value = values[setting.key] ?? ''
          const { issues } = v.safeParse(settingValue(setting), value)
          assert.is(issues?.[0].message, undefined, `${key} ${setting.key}=${value}`)
        }
    }
  })

  test('no secret of any field appears in a reply, an error, the history, an export or the log, whether accepted or refused', async () => {
    const mark = 'MARKED-SECRET'
    const reported: string[] = []
    const receiver = await startReceiver()
    const host = await hostOn(peer().engine, peer().root, {
      config: { log: createLog('trace', { write: (line) => void reported.push(line) }) },
    })
    const send = await host.as(peer().root)
    const request = async (method: string, path: string, body?: unknown) => {
      const { payload, statusCode } = await send(method, path, body)
      reported.push(payload)
      return statusCode
    }
    const { configurations } = (await send('GET', '/api/v1/configs')).json<Listed>()
    const skipped = new Set<string>()
    for (const { key, multipleTargets, settings } of configurations) {
      // secrets: as the whole value, or inside an address; other settings would read it as a path or name
      const isAddress = ({ key: name }: Setting) => /^(endpoint|endpoints|url|config_url|proxy)$/.test(name)
      const valueOf = (setting: Setting) =>
        setting.kind === 'secret' ? mark : isAddress(setting) ? `http://me:${mark}@127.0.0.1:1/` : undefined
      const planted = settings.flatMap((setting): [string, string][] => {
        const value = valueOf(setting)
        return value === undefined ? [] : [[setting.key, value]]
      })
      const target = multipleTargets ? 'marked' : '_'
      const body = (...more: [string, string][]) => ({
        key_values: [...planted, ...more].map(([name, value]) => ({ key: name, value })),
      })
      // a disabled target is not contacted, and the server does not send to it
      const off: [string, string][] = multipleTargets ? [['enable', 'off']] : []
      const line = [...planted, ...off].map(([name, value]) => `${name}="${value}"`).join(' ')
      await request('PUT', `/api/v1/configs/${key}/${target}`, body(...off))
      for (const [name, value] of planted.filter((one) => one[1] === mark)) {
        const status = await request('PUT', `/api/v1/configs/${key}/${target}`, {
          key_values: [[name, value] as const, ...off].map(([own, text]) => ({ key: own, value: text })),
        })
        if (status === 200) skipped.add(`${key} ${name}`)
      }
      if (planted.length > 0) {
        await request('PUT', `/api/v1/configs/${key}`, body(['comment', `${mark}"`]))
        await request('POST', '/api/v1/config-import/changes', { text: `${key} ${line}\n${mark}\n` })
        await request('POST', '/api/v1/config-import', { text: `${key} ${line}` })
        await request('POST', `/api/v1/config-tests/${key}/${target}`, { ...body(), user: 'someone', password: mark })
        await request('GET', `/api/v1/configs/${key}`)
        for (const one of new Set([target, '_'])) await request('DELETE', `/api/v1/configs/${key}/${one}`)
      }
    }
    for (const endpoint of [`http://user:${mark}@127.0.0.1:1/`, receiver.url])
      await request('PUT', '/api/v1/configs/logger_webhook/held', {
        key_values: [
          { key: 'endpoint', value: endpoint },
          { key: 'auth_token', value: mark },
        ],
      })
    for (const path of ['configs/logger_webhook', 'configs', 'config-history', 'config-export'])
      await request('GET', `/api/v1/${path}`)
    await (await peer().as()).settings.reset('logger_webhook', 'held')
    await host.stop()
    await receiver.close()
    for (const text of reported) assert.not(text.includes(mark), text)
    assert.ok(reported.some((line) => line.includes('config-import')))
    // accepted values are in the history, which was read above
    if (peer().name === 'minio') assert.ok(skipped.size >= 4, [...skipped].join())
  })

  test('every field of every section and service is saved to the storage server, and read back after its restart', async () => {
    if (peer().name !== 'minio') return
    const port = (await peer().as()).settings
    const own: Readonly<Record<string, string>> = {
      format: 'access',
      queue_dir: '/tmp/stowage-fields',
      endpoint: 'http://127.0.0.1:1/in',
      url: 'http://127.0.0.1:1',
      connection_string: 'host=127.0.0.1 port=1 dbname=events user=me password=secret sslmode=disable',
      dsn_string: 'me:secret@tcp(127.0.0.1:1)/events',
      config_url: 'http://127.0.0.1:1/.well-known/openid-configuration',
      redirect_uri: 'http://127.0.0.1:9090/oauth_callback',
      bitrotscan: 'on',
      extensions: '.txt,.log',
      mime_types: 'text/*',
      region: 'harbour-1',
      version: '2.8.0',
      tls_client_auth: '2',
    }
    const kinds = {
      text: '127.0.0.1:1',
      secret: 'a-secret',
      number: '7',
      flag: 'on',
      duration: '7s',
      list: 'one,two',
    } as const
    const valueOf = ({ key, kind, options = [] }: Setting) =>
      own[key] ?? (kind === 'choice' ? (options.at(-1) ?? '') : kinds[kind])
    const fields = [
      ...pluginSections
        // event_queue is a section of the embedded engine
        .filter(({ id }) => !['region', 'cache', 'etcd', 'scanner', 'subnet', 'event_queue'].includes(id))
        .flatMap(({ id, settings: all = [] }) => (all.length > 0 ? [{ id, all }] : [])),
      ...services.map(({ code, settings: all }) => ({ id: code, all })),
    ]
    const wrong: string[] = []
    const saved = new Map<string, { target: string; values: Record<string, string>; secrets: string[] }>()
    for (const { id, all } of fields) {
      const { settings: reported, multipleTargets, targets } = await port.section(id)
      const environmentKeys = targets.find(({ target }) => target === '_')?.fromEnvironment ?? {}
      const testedSettings = all.filter(
        ({ key }) => (key === 'comment' || reported.some((one) => one.key === key)) && !environmentKeys[key],
      )
      const target = multipleTargets ? 'fields' : '_'
      const values = Object.fromEntries(
        testedSettings.map((setting) => [
          setting.key,
          id === 'site' && setting.key === 'name' ? 'harbour' : valueOf(setting),
        ]),
      )
      // a disabled target is not contacted
      const off =
        multipleTargets || id === 'identity_ldap' || reported.some(({ key }) => key === 'enable')
          ? { enable: 'off' }
          : {}
      await port
        .save(id, target, { ...values, ...off })
        .catch((error: Failure) => void wrong.push(`${id}: ${error.message} ${error.detail ?? ''}`))
      const secrets = testedSettings.filter(({ kind }) => kind === 'secret').map(({ key }) => key)
      saved.set(id, { target, values, secrets })
    }
    assert.equal(wrong, [])
    await peer().engine.restart(await peer().engine.login(peer().root))
    let count = 0
    for (const [id, { target, values, secrets }] of saved) {
      const own = (await port.section(id)).targets.find((one) => one.target === target)
      const { values: read, secrets: set } = own ?? { values: {} as Record<string, string>, secrets: [] as string[] }
      for (const [key, value] of Object.entries(values)) {
        count += 1
        if (secrets.includes(key) ? !set.includes(key) : read[key] !== maskSecrets(value))
          wrong.push(`${id} ${key}: ${read[key]}`)
      }
    }
    assert.equal(wrong, [])
    assert.ok(count > 120, String(count))
  })
})
