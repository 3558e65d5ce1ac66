import { createServer } from 'node:http'
import { assert, suite } from '../../../test/lib/suite.ts'
import { listen } from '../../../test/lib/listen.ts'
import { createOutbound } from '../../../engines/outbound/outbound.ts'
import testProvider from '../minio/test-openid.ts'
import { registration, startIdentityProvider } from '../../../test/engines/minio/identity-provider.ts'

const test = suite('test of an identity provider')
const outbound = createOutbound({ allowed: ['127.0.0.1'] })

let provider: Awaited<ReturnType<typeof startIdentityProvider>>
let values: Record<string, string>

test.before(async () => {
  provider = await startIdentityProvider({ subject: 'anna' })
  values = {
    config_url: provider.url.href,
    client_id: registration.clientId,
    client_secret: registration.secret,
    redirect_uri: registration.callback.href,
    scopes: 'openid,profile',
  }
})

const outcomes = async (more: Record<string, string> = {}) =>
  (await testProvider({ ...values, ...more }, { outbound, user: '', password: '' })).map(
    ({ outcome, title, detail }) => `${outcome}: ${title}${detail ? ` – ${detail}` : ''}`,
  )

test('the test loads document, keys, scopes and sign-in page, and verifies client and secret', async () => {
  const all = await outcomes()
  assert.is(all.length, 6)
  assert.ok(
    all.every((one) => one.startsWith('passed')),
    all.join('\n'),
  )
})

test('a provider that requires the secret in the request body receives it there', async () => {
  const other = await startIdentityProvider({ subject: 'anna', method: 'client_secret_post' })
  const all = await outcomes({ config_url: other.url.href })
  assert.ok(all.length === 6 && all.every((one) => one.startsWith('passed')), all.join('\n'))
})

test('the test ends at the invalid setting: address, document, scopes, client, redirect or secret', async () => {
  const last = async (more: Record<string, string>) => (await outcomes(more)).at(-1) ?? ''
  assert.match(await last({ config_url: 'http://127.0.0.1:1/' }), /^failed: The discovery document .*cannot be reached/)
  assert.match(
    await last({ config_url: 'http://10.0.0.1/' }),
    /^failed: .*config_url: "10.0.0.1" is in the console's internal network/,
  )
  assert.match(await last({ config_url: `${provider.url.origin}/nowhere` }), /^failed: .*status 404/)
  assert.match(await last({ scopes: 'openid,treasure' }), /^failed: The scopes are supported .*treasure/)
  assert.match(await last({ client_id: 'nobody' }), /^failed: A sign-in can be started/)
  assert.match(await last({ redirect_uri: 'http://elsewhere.example/' }), /^failed: A sign-in can be started/)
  const wrong = await last({ client_secret: 'a-wrong-secret' })
  assert.match(wrong, /^failed: The client secret is accepted/)
  assert.not.match(wrong, /a-wrong-secret/)
})

test('a document of another issuer and an invalid document are distinguished', async () => {
  const answers: Record<string, string> = {
    '/other': JSON.stringify({
      issuer: 'https://other.example',
      authorization_endpoint: 'x',
      token_endpoint: 'x',
      jwks_uri: 'x',
    }),
    '/page': '<html>',
  }
  const server = createServer((request, response) => response.end(answers[request.url ?? '']))
  const at = `http://127.0.0.1:${await listen(server)}`
  assert.match(
    (await outcomes({ config_url: `${at}/other` })).at(-1) ?? '',
    /^failed: The issuer matches the address .*other\.example/,
  )
  assert.match(
    (await outcomes({ config_url: `${at}/page` })).at(-1) ?? '',
    /^failed: The discovery document .*not valid for OpenID Connect/,
  )
})

test('checks without a known result are skipped with the reason', async () => {
  const { client_secret: _, ...rest } = values
  const steps = await testProvider({ ...rest, redirect_uri: '', scopes: '' }, { outbound, user: '', password: '' })
  assert.equal(
    steps.filter(({ outcome }) => outcome === 'skipped').map(({ detail = '' }) => detail.split(':')[0]),
    ['No scopes are set', 'No Redirect URI is set', 'The secret is stored on the server only'],
  )
})
