import { assert } from '../lib/suite.ts'
import type { ServerPlugin } from '../../core/protocol/serve.ts'
import { serve } from '../../core/protocol/serve.ts'
import { get } from '../../core/protocol/contract.ts'
import { cookiesOf, hostOn } from '../server/host.ts'
import { onEveryCluster, signInWithToken } from './clusters.ts'
import { expectFailure, uniqueName } from './engines.ts'

const tenants = ['minio.min.io']
const LIST = 'k8s:list:tenants.minio.min.io'

onEveryCluster('sign-in', (test, cluster) => {
  test('a service account token signs in until it expires, under its name in the cluster', async () => {
    const { engine, namespace, account } = cluster()
    const holder = await account(await namespace(uniqueName('ns')), 'console-sa')
    const session = await signInWithToken(engine, `  ${holder.token}\n`)
    assert.is(session.account, holder.account)
    const minutes = (session.expires - Date.now()) / 60_000
    assert.ok(minutes > 55 && minutes < 65, `it ends in ${minutes} minutes`)
    assert.is((await engine.account(session)).name, holder.account)
  })

  test('an invalid token, or one of another cluster, does not sign in', async () => {
    const { engine, namespace, expired } = cluster()
    const expiredToken = await expired(await namespace(uniqueName('ns')), 'late')
    for (const token of ['', ' ', 'two words', 'naïve', 'bogus', 'a.b.c', expiredToken])
      await expectFailure(401, signInWithToken(engine, token), /invalid Login/)
    await expectFailure(400, engine.login({ accessKey: 'admin', secretKey: 'password' }), /token of a service account/)
  })

  test('an expired token ends the session', async () => {
    const { engine, namespace, expired } = cluster()
    const token = await expired(await namespace(uniqueName('ns')), 'late')
    const session = { account: 'late', accessKey: '', secretKey: '', sessionToken: token, expires: Date.now() + 60_000 }
    await expectFailure(401, engine.account(session))
  })

  test('rights follow the roles: cluster-wide, in a namespace, or none', async () => {
    const { engine, namespace, account, admin } = cluster()
    const [home, other] = [await namespace(uniqueName('home')), await namespace(uniqueName('other'))]
    const rightsOf = async (token: string) => engine.account(await signInWithToken(engine, token))
    const reader = { verbs: ['list', 'get'], resources: ['tenants'], groups: tenants }

    const nobody = (await rightsOf((await account(home, 'nobody')).token)).permissions
    assert.equal([nobody.may(LIST), nobody.mayAnywhere(LIST)], [false, false])

    const wide = await rightsOf((await account(home, 'wide', { everywhere: [reader] })).token)
    assert.equal(
      [
        wide.permissions.may(LIST),
        wide.permissions.may('k8s:delete:tenants.minio.min.io'),
        wide.permissions.may('k8s:list:pods'),
      ],
      [true, false, false],
    )

    const narrow = await rightsOf(
      (
        await account(home, 'narrow', {
          within: { [home]: [reader], [other]: [{ verbs: ['get'], resources: ['pods/log'] }] },
        })
      ).token,
    )
    assert.equal(
      [narrow.permissions.may(LIST), narrow.permissions.mayAnywhere(LIST)],
      [false, true],
      'its own namespace counts as somewhere',
    )
    const statement = narrow.documents[0]?.Statement.find(({ Resource }) => Resource?.includes(`namespace ${home}`))
    assert.equal(
      statement?.Action,
      ['k8s:list:tenants.minio.min.io', 'k8s:get:tenants.minio.min.io'],
      'and is listed with the rights it grants',
    )
    const [inHomeNamespace, elsewhere] = [await narrow.within?.(home), await narrow.within?.(other)]
    assert.equal(
      [
        inHomeNamespace?.may(LIST),
        elsewhere?.may(LIST),
        elsewhere?.may('k8s:get:pods/log'),
        elsewhere?.may('k8s:get:pods'),
      ],
      [true, false, true, false],
    )

    const all = (await rightsOf(admin)).permissions
    assert.equal(
      [all.may(LIST), all.may('k8s:get:pods/log'), all.may('s3:GetObject'), all.may('admin:ServiceRestart')],
      [true, true, false, false],
    )
  })

  test('refusals of the cluster name verb and resource', async () => {
    const { engine, namespace, account } = cluster()
    const ns = await namespace(uniqueName('ns'))
    const session = await signInWithToken(engine, (await account(ns, 'nobody')).token)
    const portOf = await engine.open({
      id: 'probe',
      adapters: { kubernetes: async () => ({ default: ({ client }) => client }) },
    })
    const failure = await expectFailure(
      403,
      (portOf?.(session) as { list(path: string): Promise<unknown> }).list('/apis/minio.min.io/v2/tenants'),
    )
    assert.match(
      failure.detail ?? '',
      /cannot list resource "tenants" in API group "minio.min.io" at the cluster scope/,
    )
  })

  test('the console signs in with a pasted token, shows the account, and signs out when it expires', async () => {
    const { engine, namespace, account, expired } = cluster()
    const ns = await namespace(uniqueName('ns'))
    const calls = { look: get('/api/v1/probe', { allow: [LIST] }) }
    const probe: ServerPlugin<string, { list(path: string): Promise<unknown> }> = {
      id: 'probe',
      pages: { '/probe': [LIST], '/open': [] },
      routes: serve(calls, {
        look: async ({ backend }: { backend: { list(path: string): Promise<unknown> } }) =>
          void (await backend.list('/apis/minio.min.io/v2/tenants')),
      }),
      adapters: { kubernetes: async () => ({ default: ({ client }) => client }) },
    }
    const host = await hostOn(engine, { accessKey: '', secretKey: '' }, { plugins: [probe as ServerPlugin] })
    const anonymous = await host.as()
    assert.is((await anonymous('GET', '/api/v1/login')).json().loginStrategy, 'service-account')
    assert.is((await anonymous('POST', '/api/v1/login/operator', { jwt: 'bogus' })).statusCode, 401)
    assert.is((await anonymous('POST', '/api/v1/login', { accessKey: 'a', secretKey: 'b' })).statusCode, 400)

    const holder = await account(ns, 'nobody')
    const entered = await anonymous('POST', '/api/v1/login/operator', { jwt: holder.token })
    assert.is(entered.statusCode, 201, entered.payload)
    const send = (url: string) => anonymous('GET', url, undefined, { cookie: cookiesOf(entered) })
    const session = (await send('/api/v1/session')).json()
    assert.equal([session.operator, session.account, session.pages], [true, holder.account, ['/open']])
    assert.equal(session.withheld, [{ page: '/probe', actions: [LIST] }])
    const denied = await send('/api/v1/probe')
    assert.is(denied.statusCode, 403)
    assert.match(denied.payload, /cannot list resource/)

    const accessQuestion = { actions: [{ id: 'here', action: 'k8s:get:pods', namespace: ns }] }
    const may = await anonymous('POST', '/api/v1/has-permission', accessQuestion, { cookie: cookiesOf(entered) })
    assert.equal(may.json().permissions, [{ id: 'here', can: false }])
    assert.is((await anonymous('POST', '/api/v1/logout', undefined, { cookie: cookiesOf(entered) })).statusCode, 200)

    const long = await host.app.inject({
      method: 'POST',
      url: '/api/v1/login/operator',
      headers: { host: 'console.test', origin: 'http://console.test' },
      payload: { jwt: await expired(ns, 'late') },
    })
    assert.is(long.statusCode, 401)
  })
})
