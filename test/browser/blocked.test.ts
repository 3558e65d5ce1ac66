import { assert, suite } from '../lib/suite.ts'
import { startProxy } from '../lib/proxy.ts'
import { allow, policyDocument, createPolicy, createUser } from './accounts.ts'
import { inTab, page, root, server, useConsole } from './console.ts'
import { button, row } from './elements.ts'
import { assertContinuesAfterRestart, feedStatus } from './live-pages.ts'
import { createBucket, putObject } from './objects.ts'
import { waitForHeading } from './pages.ts'

const test = suite('behind a proxy that refuses WebSockets')

useConsole(test)

let proxy: Awaited<ReturnType<typeof startProxy>>
/** Addresses requested through the proxy. */
const requests: string[] = []

test.before(async () => {
  proxy = await startProxy(server.url, async ({ url = '' }) => void requests.push(url))
  await createBucket('followed')
})

const start = async (path: string, title: string) => {
  await page.goto(proxy.url + path)
  await waitForHeading(title)
  await button('Start').click()
  await feedStatus('Live').waitFor()
}

test('feeds of all pages fall back to events, and end with the page', () =>
  inTab({ at: { url: proxy.url, root: server.root } }, async () => {
    await start('/trace', 'Trace')
    await putObject('followed', 'traced.txt', 'x')
    await row('/followed/traced.txt').waitFor()
    assert.ok(requests.some((url) => url.startsWith('/ws/trace')))
    await button('Stop').click()
    await feedStatus('Stopped').waitFor()
    await start('/watch', 'Watch')
    await putObject('followed', 'watched.txt', 'x')
    await row('followed/watched.txt').waitFor()
    await page.goto(`${proxy.url}/health-info`)
    await waitForHeading('Diagnostic')
    await button('Start Diagnostic').click()
    await page.getByText('Diagnostic file is ready to be downloaded.').waitFor()
  }))

test('feeds reconnect after the console was restarted', () =>
  inTab({ at: { url: proxy.url, root: server.root } }, async () => {
    await start('/watch', 'Watch')
    await assertContinuesAfterRestart('followed', (key) => `followed/${key}`)
  }))

test('an account that loses its right sees it immediately, and a disabled account is signed out', async () => {
  await createPolicy('tracer', allow(['admin:ServerTrace', 'admin:ServerInfo']))
  const pair = await createUser('tracer', { policies: ['tracer', 'readonly'] })
  await inTab({ at: { url: proxy.url, root: server.root }, pair }, async () => {
    await start('/trace', 'Trace')
    assert.is(
      (await root('POST', '/api/v1/policies', { name: 'tracer', policy: policyDocument(allow(['admin:ServerInfo'])) }))
        .status,
      201,
    )
    await page.getByText('You cannot see the trace').waitFor()
    assert.is((await root('PUT', '/api/v1/user?name=tracer', { status: 'disabled', groups: [] })).status, 200)
    await page.waitForURL(/\/login/)
  })
})
