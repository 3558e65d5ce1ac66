import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { missingKube } from '../lib/kube.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { certificate } from '../engines/minio/certificate.ts'
import { registration, startIdentityProvider } from '../engines/minio/identity-provider.ts'
import { startTestConsole } from '../lib/test-console.ts'
import { freePort } from '../../testing/process.ts'
import { until } from '../lib/until.ts'
import { cluster, withConsole, inTab, page, problems, server, useConsole } from './console.ts'
import { waitForHeading } from './pages.ts'

const test = suite('an identity provider at a cluster', missingKube())
useConsole(test, { on: 'demo' })

test('after signing in again at the provider, the wizard has the earlier input except secrets', async () => {
  const folder = temporaryFolder('sso')
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, certificate)
  const port = await freePort()
  const issuer = `https://127.0.0.1:${port}`
  const flags = {
    'oidc-issuer-url': issuer,
    'oidc-client-id': registration.clientId,
    'oidc-ca-file': ca,
    'oidc-username-claim': 'sub',
    'oidc-username-prefix': 'sso:',
  }
  const env = {
    CONSOLE_IDP_URL: `${issuer}/.well-known/openid-configuration`,
    CONSOLE_IDP_CLIENT_ID: registration.clientId,
    CONSOLE_IDP_SECRET: registration.secret,
    CONSOLE_IDP_CALLBACK_DYNAMIC: 'on',
    CONSOLE_IDP_LOCAL_LOGIN: 'on',
    CONSOLE_MINIO_CA: ca,
  }
  await withConsole(await startTestConsole('cluster', { flags, env }), async () => {
    await startIdentityProvider({
      subject: 'anna',
      tls: true,
      port,
      callback: new URL('/oauth_callback', server.url),
    })
    await cluster.grant(
      { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'sso:anna' },
      { everywhere: [{ verbs: ['*'], resources: ['*'], groups: ['*'] }] },
    )
    await inTab({ pair: 'nobody' }, async () => {
      const own = await page.context().newCDPSession(page)
      await own.send('Security.setIgnoreCertificateErrors', { ignore: true })
      const signIn = () =>
        page
          .getByRole('button', { name: /SSO/ })
          .or(page.getByRole('link', { name: /SSO/ }))
          .first()
          .click()
      // the cluster requests the provider's keys some time after its start
      await until(async () => {
        await page.goto(`${server.url}/tenants/add`)
        await signIn()
        await page
          .getByRole('heading', { name: 'Create New Tenant' })
          .or(page.getByText('You could not be signed in.'))
          .first()
          .waitFor()
        return page.url().endsWith('/tenants/add')
      })
      await waitForHeading('Create New Tenant')
      await page.getByLabel('Tenant Name').fill('wharf')
      await page.getByLabel('Drives per Server').fill('4')
      await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Identity Provider' }).click()
      await page.getByLabel('Secret Key', { exact: true }).fill('typed-before-it-ended')
      await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Setup' }).click()
      await page.context().clearCookies()
      // the namespace is checked while it is typed
      await page.getByLabel('Namespace').fill('quay')
      await signIn()
      await page.getByText('except for secrets. Enter again: Users (Identity Provider).').waitFor()
      assert.ok(page.url().endsWith('/tenants/add'), page.url())
      assert.equal(
        await Promise.all(
          ['Tenant Name', 'Namespace', 'Drives per Server'].map((label) => page.getByLabel(label).inputValue()),
        ),
        ['wharf', 'quay', '4'],
      )
      await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Identity Provider' }).click()
      assert.is(await page.getByLabel('Secret Key', { exact: true }).inputValue(), '')
      await page.getByText('sso:anna').first().waitFor()
      problems.length = 0 // the call that found the session ended is a 401
    })
  })
})
