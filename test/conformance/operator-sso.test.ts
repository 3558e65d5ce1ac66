import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { createKubernetesEngine } from '../../engines/kubernetes/engine.ts'
import { createSso } from '../../server/sso.ts'
import { certificate } from '../engines/minio/certificate.ts'
import { registration, startIdentityProvider, trusting, visit } from '../engines/minio/identity-provider.ts'
import { type Kube, startKube, missingKube } from '../lib/kube.ts'
import { until } from '../lib/until.ts'
import { cookiesOf, type Host, hostOn } from '../server/host.ts'

const test = suite('single sign-on at a cluster', missingKube())

const folder = temporaryFolder('operator-sso')
let provider: Awaited<ReturnType<typeof startIdentityProvider>>
let kube: Kube
let host: Host

test.before(async () => {
  provider = await startIdentityProvider({ subject: 'anna', claims: { groups: ['storage'] }, tls: true })
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, certificate)
  const flags = {
    'oidc-issuer-url': provider.url.origin,
    'oidc-client-id': registration.clientId,
    'oidc-ca-file': ca,
    'oidc-username-claim': 'sub',
    'oidc-username-prefix': 'sso:',
    'oidc-groups-claim': 'groups',
    'oidc-groups-prefix': 'sso:',
  }
  kube = await startKube({ flags })
  const settings = {
    ...registration,
    url: provider.url,
    scopes: ['openid', 'profile', 'email'],
    userinfo: false,
    roleArn: undefined,
  }
  const sso = createSso({ settings, authorities: [certificate], maxBytes: 1 << 20 })
  host = await hostOn(
    createKubernetesEngine({ api: kube.api }),
    { accessKey: '', secretKey: '' },
    { config: { sso, localLogin: true } },
  )
})
test.after(async () => {
  await kube?.stop()
})

/** Signs in at the provider and returns its response. */
const begin = async () => {
  const send = await host.as()
  const strategy = await send('GET', '/api/v1/login')
  const { loginStrategy, redirect } = strategy.json<{ loginStrategy: string; redirect: string }>()
  return { loginStrategy, cookie: cookiesOf(strategy), callback: await visit(redirect, trusting), send }
}

test('if the cluster trusts the provider, users who sign in there have their own rights', async () => {
  await kube.grant(
    { kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'sso:storage' },
    { everywhere: [{ verbs: ['list'], resources: ['tenants'], groups: ['minio.min.io'] }] },
  )
  let entered: Awaited<ReturnType<Host['app']['inject']>> | undefined
  // the cluster requests the provider's keys some time after its start
  await until(async () => {
    const { loginStrategy, cookie, callback, send } = await begin()
    assert.is(loginStrategy, 'redirect-service-account')
    entered = await send('POST', '/api/v1/login/oauth2/auth', callback, { cookie })
    return entered.statusCode === 201
  })
  const cookie = entered ? cookiesOf(entered) : ''
  const send = await host.as()
  const session = (await send('GET', '/api/v1/session', undefined, { cookie })).json()
  assert.equal([session.operator, session.account, session.pages.includes('/tenants')], [true, 'sso:anna', true])
  assert.is((await send('GET', '/api/v1/tenants', undefined, { cookie })).statusCode, 200)
  const denied = await send('GET', '/api/v1/namespaces/default/tenants', undefined, { cookie })
  assert.is(denied.statusCode, 200)
})

test('a code is accepted only from the browser that started the sign-in, and a token can also be pasted', async () => {
  const { callback, send } = await begin()
  assert.is((await send('POST', '/api/v1/login/oauth2/auth', callback)).statusCode, 401)
  const { token } = await kube.account('default', 'console-sa')
  assert.is((await send('POST', '/api/v1/login/operator', { jwt: token })).statusCode, 201)
})
