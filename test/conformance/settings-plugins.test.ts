import { assert } from '../lib/suite.ts'
import { plugins } from '../lib/plugins-of-server.ts'
import { hostOn } from '../server/host.ts'
import { onEveryEngine, expectFailure } from './engines.ts'

type Listed = { configurations: { key: string; title: string; group: string }[] }
type SearchResult = { results: { section: string }[] }

onEveryEngine('settings of plugins', (test, peer) => {
  /** A console with these plugins disabled, as root. */
  const without = async (...ids: string[]) => {
    const host = await hostOn(peer().engine, peer().root, {
      plugins: plugins.filter(({ id }) => !ids.includes(id)),
      off: plugins.filter(({ id }) => ids.includes(id)),
    })
    return { host, send: await host.as(peer().root) }
  }

  test('a plugin that is off takes its sections out of the list, the search and the calls, and out of nothing else', async () => {
    const { host, send } = await without()
    const listed = (await send('GET', '/api/v1/configs')).json<Listed>().configurations
    const exported = (await send('GET', '/api/v1/config-export')).json<{ text: string }>().text
    await host.stop()
    const owners = plugins.filter(
      ({ id, sections = [] }) =>
        id !== 'settings' && sections.some((section) => listed.some(({ key }) => key === section.id)),
    )
    const least = peer().name === 'minio' ? ['buckets', 'heal', 'identity', 'logs', 'policies', 'tiers'] : ['buckets']
    for (const id of least)
      assert.ok(
        owners.some((one) => one.id === id),
        id,
      )
    for (const { id, sections = [] } of owners) {
      const own = sections.map((section) => section.id)
      const { host, send: sent } = await without(id)
      const rest = (await sent('GET', '/api/v1/configs')).json<Listed>().configurations
      assert.equal(
        rest,
        listed.filter(({ key }) => !own.includes(key)),
        id,
      )
      for (const { key, title } of listed.filter((one) => own.includes(one.key))) {
        const { results } = (await sent('GET', `/api/v1/find/settings?text=${key}`)).json<SearchResult>()
        assert.not(
          results.some(({ section }) => section === key),
          key,
        )
        const read = await sent('GET', `/api/v1/configs/${key}`)
        assert.is(read.statusCode, 404, key)
        assert.match(read.json<{ message: string }>().message, `The plugin "${id}" is off`)
        assert.match(read.json<{ message: string }>().message, title)
        const body = { key_values: [{ key: 'comment', value: 'x' }] }
        assert.is((await sent('PUT', `/api/v1/configs/${key}/_`, body)).statusCode, 404, key)
        assert.is((await sent('DELETE', `/api/v1/configs/${key}/_`)).statusCode, 404, key)
      }
      // an export of the configuration is complete whatever plugins are enabled
      assert.is((await sent('GET', '/api/v1/config-export')).json<{ text: string }>().text, exported)
      await host.stop()
    }
  })

  test('a section that no plugin claims is shown by its name at the storage', async () => {
    const host = await hostOn(peer().engine, peer().root, { plugins: plugins.filter(({ id }) => id !== 'heal') })
    const send = await host.as(peer().root)
    const { configurations } = (await send('GET', '/api/v1/configs')).json<Listed>()
    const scanner = configurations.find(({ key }) => key === 'scanner')
    assert.equal([scanner?.title, scanner?.group], ['Scanner', 'Other'])
    assert.is((await send('GET', '/api/v1/configs/scanner')).statusCode, 200)
  })

  test('the session duration is set if the storage supports it, for later sign-ins', async () => {
    const { identity } = await peer().as()
    if (peer().name === 'minio') {
      await expectFailure(501, identity.sessionLength(), /CONSOLE_STS_DURATION/)
      await expectFailure(501, identity.setSessionLength(2))
      return
    }
    const length = async () => Math.round(((await peer().engine.login(peer().root)).expires - Date.now()) / 3_600_000)
    assert.equal([await identity.sessionLength(), await length()], [12, 12])
    await identity.setSessionLength(2)
    assert.equal([await identity.sessionLength(), await length()], [2, 2])
    const { host, send } = await without()
    assert.is((await send('PUT', '/api/v1/session-length', { hours: 721 })).statusCode, 422)
    await host.stop()
    await identity.setSessionLength(12)
  })

  test('a license key of the storage server is set, shown only as set, and never exported', async () => {
    if (peer().name !== 'minio') return
    const { settings } = await peer().as()
    const storedTarget = async () => (await settings.section('subnet')).targets[0]
    assert.not((await storedTarget())?.secrets.includes('api_key'))
    await settings.save('subnet', '_', { api_key: 'MARKED-KEY' })
    const { send } = await without()
    for (const path of [
      'configs/subnet',
      'configs',
      'config-history',
      'config-export',
      'config-export?secrets=included',
    ])
      assert.not((await send('GET', `/api/v1/${path}`)).payload.includes('MARKED-KEY'), path)
    assert.ok((await storedTarget())?.secrets.includes('api_key'))
    await settings.reset('subnet', '_')
    assert.not((await storedTarget())?.secrets.includes('api_key'))
  })
})
