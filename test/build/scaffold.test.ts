import { cpSync, existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { leaveOpen } from '../lib/close-at-end.ts'
import { hasChromium, launch, signInOnPage, openTab } from '../lib/browser.ts'
import { dist } from '../lib/dist.ts'
import { hasMinio } from '../lib/minio.ts'
import { copySources, type Project, typeErrors } from '../lib/project.ts'
import { signIn, startServer, type TestServer } from '../lib/server.ts'

const test = suite('build.mjs new')
let project: Project
let server: TestServer | undefined

test.before(() => {
  project = copySources('test')
  // files that an earlier build compressed are not compressed again
  cpSync(dist, join(project.root, 'dist'), { recursive: true })
})
test.after(async () => {
  await server?.stop()
  project.remove()
})

test('an invalid, reserved or existing id is refused before anything is written', () => {
  for (const [id, reason] of [
    ['Disk', 'is no plugin id'],
    ['../disk', 'is no plugin id'],
    ['disk--usage', 'is no plugin id'],
    ['delete', 'means something else'],
    ['server', 'means something else'],
    ['identity', 'exists already'],
    ['users', 'belongs to plugin "identity"'],
  ] as const) {
    const { errors, ended } = project.run(['build.mjs', 'new', id])
    assert.is(ended, 1, id)
    assert.match(errors, reason)
  }
  assert.match(project.run(['build.mjs', 'new']).errors, 'Name the plugin')
  assert.not.ok(existsSync(join(project.root, 'plugins/users')))
})

test('two new plugins compile, build and answer calls', async () => {
  for (const id of ['disk-usage', 'second']) {
    const { printed, errors, ended } = project.run(['build.mjs', 'new', id])
    assert.is(ended, 0, errors)
    for (const file of printed.trim().split('\n')) assert.ok(existsSync(join(project.root, file)), file)
  }
  assert.is(typeErrors(project), '')
  assert.is(project.run(['build.mjs']).errors, '')

  server = await leaveOpen(() => startServer({ build: join(project.root, 'dist') }))
  const anonymous = await signIn(server.url)
  assert.is((await anonymous('GET', '/api/v1/disk-usage')).status, 401)
  const admin = await signIn(server.url, server.root)
  for (const path of ['/api/v1/disk-usage', '/api/v1/second']) {
    const { status, json } = await admin('GET', path)
    assert.is(status, 200)
    assert.is((json as { servers: unknown[] }).servers.length, 1)
  }
})

test('the page of a new plugin is short', () => {
  const text = readFileSync(join(project.root, 'plugins/disk-usage/pages/servers.tsx'), 'utf8')
  assert.ok(text.trimEnd().split('\n').length <= 60)
})

test('the calls of a new plugin have samples for the access test', () => {
  const { printed, ended } = project.run(['test/run.mjs', 'unit', 'server/samples'])
  assert.is(ended, 0, printed)
})

test('the tests of a new plugin pass on every engine', () => {
  const { printed, ended } = project.run(['test/run.mjs', 'conformance', 'disk-usage'])
  assert.is(ended, 0, printed)
  assert.match(printed, hasMinio() ? /\n6 passed, 0 failed, 0 skipped\n$/ : /\n3 passed, 0 failed, 3 skipped\n$/)
})

const testInChromium = hasChromium ? test : test.skip

testInChromium('its sidebar entry opens its page, which shows the response', async () => {
  const browser = await launch()
  try {
    const { page } = await openTab(browser)
    assert.ok(server)
    await signInOnPage(page, server)
    await page.getByRole('link', { name: 'Disk Usage' }).click()
    await page.getByText('Running for').waitFor()
    await page.goto(`${server.url}/settings/of/disk-usage`)
    await page.getByLabel('Note on the Page').fill('Written in the settings')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Configuration successfully saved').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to a page or action' }).fill(hostname())
    await page.getByRole('option', { name: hostname() }).first().click()
    await page.getByText('Written in the settings').waitFor()
  } finally {
    await browser.close()
  }
})
