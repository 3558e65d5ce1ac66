import { act } from 'react'
import { assert, test } from '../../../test/lib/suite.ts'
import { currentLocation, navigate } from '../../../core/web/location.ts'
import type { Session } from '../../../core/web/plugin.ts'
import { endSession, startSession } from '../../../core/web/session.ts'
import { banners } from '../../../core/web/toasts.ts'
import { startReceiver } from '../../../test/lib/receiver.ts'
import { button, click, field, find, findAll, link, nameOf, press, tab, type, until } from '../../../test/lib/react.tsx'
import { openServedConsole, serve } from '../../../test/lib/served-console.tsx'

const text = () => document.body.textContent
const shows = (expected: string | RegExp) => until(() => assert.match(text(), expected))
const dialog = () => find('[role=dialog], [role=alertdialog]')
const isClosed = () => until(() => assert.is(document.querySelector('[role=dialog]')?.textContent, undefined))
const input = (key: string) => find(`[data-field="${key}"] input`) as HTMLInputElement
const hasValue = (key: string, value: string) => until(() => assert.is(input(key).value, value))
const pressNow = (name: string) => until(() => button(name)).then(() => click(button(name)))
const pressInDialog = (name: string) =>
  until(() => button(name, dialog())).then(() =>
    click(findAll('button', dialog()).findLast((one) => nameOf(one) === name)!),
  )

/** Opens a section by its link in the list. */
const openSection = async (name: string) => {
  const links = () => findAll('main nav a').filter(({ textContent }) => textContent.startsWith(name))
  await until(() => assert.is(links().length, 1))
  await click(links()[0]!)
  await shows(`Edit ${name} Configuration`)
}

const save = async (key: string, value: string) => {
  await until(() => input(key))
  await type(input(key), value)
  await click(button('Save'))
}

const reset = async () => {
  await click(button('Reset to Defaults'))
  await pressInDialog('Reset')
  await isClosed()
}

test('only supported sections are offered, and a setting is found, saved after its diff and applied', async () => {
  await openServedConsole('/settings')
  await shows('The embedded engine has fewer settings')
  for (const name of ['Region', 'API', 'Scanner', 'Logger Webhook', 'Audit Webhook']) link(name)
  assert.throws(() => link('OpenID'))
  await type(field('Search Settings'), 'requests_max')
  await until(() => link('Requests Max'))
  await click(link('API'))
  await shows('Edit API Configuration')
  await save('requests_max', 'many')
  await shows('Enter a whole number')
  await save('requests_max', '1600')
  await until(() => assert.match(dialog().textContent, /Applies immediately.*requests_max.*1600/))
  await pressInDialog('Save')
  await isClosed()
  await shows('Configuration successfully saved')
  await hasValue('requests_max', '1600')
})

test('changes are exported, reset, previewed before import, and restored from the history', async () => {
  const { root } = await openServedConsole('/settings/api')
  await root('PUT', '/api/v1/configs/api/_', { key_values: [{ key: 'requests_max', value: '1600' }] })
  const { createObjectURL } = URL
  const blobs: Blob[] = []
  URL.createObjectURL = (blob: Blob) => `#${blobs.push(blob)}`
  await pressNow('Export')
  await pressInDialog('Export')
  await isClosed()
  URL.createObjectURL = createObjectURL
  const exported = await blobs[0]!.text()
  assert.match(exported, /^api .*requests_max="1600"/m)
  await reset()
  await hasValue('requests_max', '0')

  await click(button('Import'))
  const file = await act(async () => find('input[type=file]') as HTMLInputElement)
  Object.defineProperty(file, 'files', { value: [new File([`${exported}\nno_such_section a="b"\n`], 'mine.txt')] })
  await act(async () => void file.dispatchEvent(new Event('change', { bubbles: true })))
  await until(() => assert.match(dialog().textContent, /no_such_section.*requests_max/))
  await pressInDialog('Import')
  await until(() => assert.match(dialog().textContent, /1 change saved\./))
  await pressInDialog('Close')
  await isClosed()
  await hasValue('requests_max', '1600')

  await save('requests_max', '1700')
  await pressInDialog('Save')
  await isClosed()
  await click(button('History'))
  const entry = () => findAll('li', dialog()).find((one) => one.textContent.includes('requests_max = 1600'))!
  await until(() => button('Restore', entry()))
  await click(button('Restore', entry()))
  await isClosed()
  await hasValue('requests_max', '1600')
})

test('a restored value is shown in place of one that was saved before and needs a restart', async () => {
  const { root } = await openServedConsole('/settings')
  let saved: Readonly<Record<string, string>> = {}
  await serve(root, ({ method, url }) => {
    if (url.endsWith('/config-history'))
      return {
        body: {
          entries: ['1600', '0'].map((requests_max) => ({
            id: requests_max,
            time: '2026-01-31T12:00:00Z',
            kind: 'saved',
            lines: [{ section: 'api', title: 'API', target: '_', values: { requests_max }, secrets: [] }],
          })),
        },
      }
    const [, restored] = /config-history\/(\d+)$/.exec(url) ?? []
    // the storage reports no pending value that equals the one in use
    if (restored !== undefined) saved = restored === '0' ? {} : { requests_max: restored }
    if (method === 'PUT') saved = { requests_max: '1700' }
    if (restored !== undefined || method === 'PUT')
      return { body: { restart: true }, headers: { 'x-restart': 'needed' } }
    if (!url.endsWith('/configs/api')) return undefined
    return {
      body: {
        name: 'api',
        key_values: [],
        key: 'api',
        title: 'API',
        group: 'Server',
        description: '',
        multipleTargets: false,
        dynamic: false,
        settings: [{ key: 'requests_max', title: 'Requests Max', kind: 'text' }],
        targets: [
          { target: '_', values: { requests_max: '0' }, secrets: [], fromEnvironment: {}, pendingValues: saved },
        ],
      },
    }
  })
  await openSection('API')
  for (const restored of ['1600', '0']) {
    await save('requests_max', '1700')
    await pressInDialog('Save')
    await isClosed()
    await hasValue('requests_max', '1700')
    await click(button('History'))
    const entry = () => findAll('li', dialog()).find((one) => one.textContent.includes(`requests_max = ${restored}`))!
    await until(() => button('Restore', entry()))
    await click(button('Restore', entry()))
    await isClosed()
    await hasValue('requests_max', restored)
  }
  await act(async () => void (banners.restart = 'none'))
})

test('saving shows the value that is stored now, if it has changed since the page was opened', async () => {
  const { root } = await openServedConsole('/settings/api')
  await hasValue('requests_max', '0')
  await root('PUT', '/api/v1/configs/api/_', { key_values: [{ key: 'requests_max', value: '1600' }] })
  await save('requests_max', '1700')
  await until(() => assert.match(dialog().textContent, 'Changed since you opened this page: requests_max.'))
  assert.match(dialog().textContent, /1600→ 1700/)
  await pressInDialog('Save')
  await isClosed()
  await hasValue('requests_max', '1700')
})

test('edits in several sections are kept and marked until discarded or saved together', async () => {
  const { root } = await openServedConsole('/settings/api')
  const marks = () => findAll('[role=img]').filter((one) => nameOf(one) === 'Edited, not saved').length
  await hasValue('requests_max', '0')
  await type(input('requests_max'), '1500')
  await shows('Was 0.')
  await openSection('Scanner')
  await until(() => input('cycle'))
  const before = input('cycle').value
  await type(input('cycle'), '2h')
  await shows('2 changes in 2 sections: API, Scanner')
  // one at the field, one beside each section
  assert.is(marks(), 3)
  await openSection('API')
  await hasValue('requests_max', '1500')
  await click(button('Discard'))
  await hasValue('requests_max', '0')
  assert.is(marks(), 0)

  await type(input('requests_max'), '1500')
  await openSection('Scanner')
  await hasValue('cycle', before)
  await type(input('cycle'), 'soon')
  await openSection('API')
  await until(() => assert.is(button('Save').getAttribute('aria-disabled'), 'true'))
  await openSection('Scanner')
  await save('cycle', '2h')
  await until(() => assert.match(dialog().textContent, '2 changes in 2 sections.'))
  await pressInDialog('Save')
  await isClosed()
  await shows('Configuration successfully saved')
  for (const [section, key, value] of [
    ['scanner', 'cycle', '2h'],
    ['api', 'requests_max', '1500'],
  ]) {
    const { key_values } = (await root('GET', `/api/v1/configs/${section}`)).json<{
      key_values: { key: string; value: string }[]
    }>()
    assert.is(key_values.find((one) => one.key === key)?.value, value)
  }
  await openSection('API')
  await type(input('requests_max'), '1501')
  await shows('Was 1500.')
  await click(link('Buckets'))
  await pressInDialog('Discard')
  await until(() => assert.is(find('h1').textContent, 'Buckets'))
  await click(link('Settings'))
  await openSection('API')
  await hasValue('requests_max', '1500')
  assert.is(marks(), 0)
})

test('pressing Save twice asks once about the changes of another section', async () => {
  await openServedConsole('/settings/api')
  await hasValue('requests_max', '0')
  await type(input('requests_max'), '1500')
  await openSection('Scanner')
  await until(() => input('cycle'))
  await act(async () => {
    button('Save').click()
    button('Save').click()
  })
  await pressInDialog('Cancel')
  await isClosed()
  // a canceled question can be asked again
  await click(button('Save'))
  await pressInDialog('Cancel')
  await isClosed()
  // input outlives the page, and with it this test
  await click(button('Discard'))
})

test('canceling after a part of the sections was saved says so, and keeps the other input', async () => {
  const { root } = await openServedConsole('/settings/api')
  await serve(root, ({ method, url }) =>
    method === 'PUT' && url.endsWith('/configs/scanner/_')
      ? { status: 503, body: { code: 503, message: 'Slow down', detailedMessage: null } }
      : undefined,
  )
  await hasValue('requests_max', '0')
  await type(input('requests_max'), '1500')
  await openSection('Scanner')
  await save('cycle', '2h')
  await pressInDialog('Save')
  await until(() => assert.match(dialog().textContent, 'Scanner: Slow down'))
  await pressInDialog('Cancel')
  await isClosed()
  await shows('1 of 2 sections saved. The other changes are still unsaved.')
  assert.not.match(text(), 'Configuration successfully saved')
  await shows('1 change: Scanner')
  await hasValue('cycle', '2h')
  await openSection('API')
  await hasValue('requests_max', '1500')
  // input outlives the page, and with it this test
  await click(button('Discard'))
})

test('a target is added with a name, tested, shown without its secret, and removed', async () => {
  const receiver = await startReceiver()
  await openServedConsole('/webhook/audit', { allowedHosts: ['127.0.0.1'] })
  await shows('Edit Audit Webhook Configuration')
  await until(() => button('Add Target'))
  assert.not(findAll('[role=switch]').some((one) => nameOf(one) === 'Enabled'))
  await click(button('Add Target'))
  const inDialog = (key: string) => find(`[data-field="${key}"] input`, dialog())
  await until(() => inDialog('endpoint'))
  await type(inDialog('target name'), 'sink')
  await type(inDialog('endpoint'), 'http://10.0.0.1/')
  await type(inDialog('auth_token'), 'marked-secret-token')
  await pressInDialog('Save')
  await until(() => assert.match(dialog().textContent, "is in the console's internal network"))
  await type(inDialog('endpoint'), receiver.url)
  await pressInDialog('Save')
  await isClosed()
  await until(() => tab('sink'))
  await until(() => link('Audit Webhook1'))
  await shows(/Set, unchanged/)
  assert.not.match(document.documentElement.outerHTML, 'marked-secret-token')
  await click(button('Test'))
  await pressInDialog('Test')
  await until(() => assert.match(dialog().textContent, 'The host accepts connections'))
  await pressInDialog('Cancel')
  await isClosed()
  await click(button('Remove Target'))
  await pressInDialog('Remove')
  await isClosed()
  await until(() => assert.not(findAll('[role=tab]').some((one) => nameOf(one) === 'sink')))
})

test("a plugin's panel is among the sections, is found by search, and stores its value", async () => {
  const { root } = await openServedConsole('/settings')
  await until(() => field('Search Settings'))
  await type(field('Search Settings'), 'signed in')
  await until(() => link('Sessions'))
  await click(link('Sessions'))
  await until(() => input('hours'))
  await save('hours', '1000')
  await shows('Enter 1 to 720 hours')
  await save('hours', '24')
  await shows('Configuration successfully saved')
  assert.equal((await root('GET', '/api/v1/session-length')).json(), { hours: 24 })
})

test('the palette finds a setting by its key', async () => {
  await openServedConsole('/buckets')
  await press('k', document.body, { ctrlKey: true })
  await until(() => find('[role=combobox]'))
  await type(find('[role=combobox]'), 'requests_max')
  const option = () => findAll('[role=option]').find((one) => one.textContent.includes('Requests Max (requests_max)'))!
  await until(() => assert.ok(option()))
  await click(option())
  await shows('Edit API Configuration')
  assert.is(currentLocation().path, '/settings/api')
})

test('the address of an unknown section says so and leads to all settings', async () => {
  await openServedConsole('/settings/notify_kafka')
  await shows('Section not found')
  await shows('This server has no section notify_kafka.')
  assert.is(link('All Settings').getAttribute('href'), '/settings')
})

test('unsaved settings are still there after the session has ended, for the same account only', async () => {
  const { root } = await openServedConsole('/settings/api')
  const session = (await act(async () => root('GET', '/api/v1/session'))).json<Session>()
  const signInAs = async (account: string) => {
    await act(async () => endSession('refused'))
    await until(() => assert.is(currentLocation().path, '/login'))
    await act(async () => {
      startSession({ ...session, account })
      await navigate('/settings/api', { force: true })
    })
  }
  await until(() => input('requests_max'))
  await type(input('requests_max'), '1700')
  await signInAs(session.account)
  await hasValue('requests_max', '1700')
  await shows('1 change')
  await signInAs('another')
  await hasValue('requests_max', '0')
})
