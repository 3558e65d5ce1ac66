import * as assert from 'uvu/assert'
import type { Failure } from '../../core/failure.ts'
import { masked } from '../../core/masked.ts'
import type { Setting } from '../../core/setting.ts'
import { services } from '../../plugins/notifications/services.ts'
import { shapes } from '../../plugins/settings/sections.ts'
import { onEveryEngine } from './engines.ts'

onEveryEngine('fields of settings', (test, peer) => {
  test('every field of every section and service is saved to the storage server, and reads back after its restart', async () => {
    if (peer().name !== 'minio') return
    const port = (await peer().as()).settings
    const own: Readonly<Record<string, string>> = {
      format: 'access',
      queue_dir: '/tmp/stowage-fields',
      endpoint: 'http://127.0.0.1:1/in',
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
    const kinds = { text: '127.0.0.1:1', secret: 'a-secret', number: '7', flag: 'on', duration: '7s', list: 'one,two' } as const
    const valueOf = ({ key, kind, options = [] }: Setting) => own[key] ?? (kind === 'choice' ? (options.at(-1) ?? '') : kinds[kind])
    const fields = [
      ...shapes.filter(({ id, settings: all }) => all.length > 0 && !['region', 'cache', 'etcd', 'scanner'].includes(id)).map(({ id, settings: all }) => ({ id, all })),
      ...services.map(({ code, settings: all }) => ({ id: code, all })),
    ]
    const wrong: string[] = []
    const saved = new Map<string, { target: string; values: Record<string, string>; secrets: string[] }>()
    for (const { id, all } of fields) {
      const { settings: told, several, targets } = await port.section(id)
      const held = targets.find(({ target }) => target === '_')?.held ?? {}
      const known = all.filter(({ key }) => (key === 'comment' || told.some((one) => one.key === key)) && !held[key])
      const target = several ? 'fields' : '_'
      const values = Object.fromEntries(known.map((setting) => [setting.key, id === 'site' && setting.key === 'name' ? 'harbour' : valueOf(setting)]))
      // what is off is not tried
      const off = several || id === 'identity_ldap' || told.some(({ key }) => key === 'enable') ? { enable: 'off' } : {}
      await port.save(id, target, { ...values, ...off }).catch((error: Failure) => void wrong.push(`${id}: ${error.message} ${error.detail ?? ''}`))
      const secrets = known.filter(({ kind }) => kind === 'secret').map(({ key }) => key)
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
        if (secrets.includes(key) ? !set.includes(key) : read[key] !== masked(value)) wrong.push(`${id} ${key}: ${read[key]}`)
      }
    }
    assert.equal(wrong, [])
    assert.ok(count > 120, String(count))
  })
})
