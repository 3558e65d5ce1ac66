import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { closeAtEnd } from '../../lib/close-at-end.ts'
import { certificate, key } from './certificate.ts'
import { signingKey } from './signing-key.ts'

type Context = { oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } } }

/** The console's registration with the provider. */
export const registration = {
  clientId: 'stowage',
  secret: 'a-secret-of-the-console',
  callback: new URL('http://127.0.0.1:9090/oauth_callback'),
}

/** Environment variables of a console on a storage whose users sign in at the provider. */
export const providerEnv = (storage: string, provider: URL) => ({
  CONSOLE_MINIO_SERVER: storage,
  CONSOLE_IDP_URL: provider.href,
  CONSOLE_IDP_CLIENT_ID: registration.clientId,
  CONSOLE_IDP_SECRET: registration.secret,
  CONSOLE_IDP_CALLBACK: registration.callback.href,
})

const settings = (claims: object, method: string, callback: URL) => ({
  clients: [
    {
      client_id: registration.clientId,
      client_secret: registration.secret,
      redirect_uris: [callback.href],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: method,
    },
  ],
  clientAuthMethods: [method],
  jwks: { keys: [signingKey] },
  cookies: { keys: ['only for tests'] },
  claims: { openid: ['sub', ...Object.keys(claims)], profile: ['name'], email: ['email'] },
  conformIdTokenClaims: false,
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  findAccount: (_context: Context, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...claims }) }),
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
  loadExistingGrant: async ({ oidc: { provider, client, session } }: Context) => {
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
    grant.addOIDCScope('openid profile email')
    await grant.save()
    return grant
  },
})

/**
 * Starts an OpenID Connect provider on loopback that signs everyone in as `subject`, with these claims in their tokens.
 * Clients authenticate by `method` only. It listens on `port`, by default a free one, and redirects to `callback`.
 */
export const startIdentityProvider = async (options: {
  subject: string
  claims?: object
  tls?: boolean
  method?: string
  port?: number
  callback?: URL
}) => {
  const {
    subject,
    claims = {},
    tls = false,
    method = 'client_secret_basic',
    port = 0,
    callback = registration.callback,
  } = options
  let listen: RequestListener = () => undefined
  const server = tls
    ? createSecureServer({ key, cert: certificate }, (request, response) => listen(request, response))
    : createServer((request, response) => listen(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, settings(claims, method, callback))
  provider.proxy = true
  const handleRequest = provider.callback()
  listen = (request, response) => {
    const work = request.url?.startsWith('/interaction/')
      ? provider.interactionFinished(request, response, { login: { accountId: subject } })
      : handleRequest(request, response)
    work.catch((error: unknown) => response.writeHead(500).end(String(error)))
  }
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  closeAtEnd(stop)
  return { url: new URL(`${issuer}/.well-known/openid-configuration`), stop }
}

/** A `fetch` that accepts the provider's certificate. */
export const trusting = ((address: string, { headers }: { headers: Record<string, string> }) =>
  new Promise<Response>((resolve, reject) => {
    request(address, { ca: certificate, headers }, (response) => {
      response.resume()
      const fields = Object.entries(response.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): [string, string] => [name, one]),
      )
      resolve(new Response(null, { status: response.statusCode ?? 0, headers: fields }))
    })
      .on('error', reject)
      .end()
  })) as typeof fetch

/** Follows a provider's redirects as a browser does; returns its response to the console. */
export const visit = async (address: string, get: typeof fetch = fetch): Promise<{ code: string; state: string }> => {
  const cookies = new Map<string, string>()
  for (let at = address, step = 0; step < 10; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await get(at, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${at} answered ${response.status}: ${await response.text()}`)
    const next = new URL(location, at)
    if (next.href.startsWith(registration.callback.href))
      return { code: next.searchParams.get('code') ?? '', state: next.searchParams.get('state') ?? '' }
    at = next.href
  }
  throw new Error('The provider redirects without end')
}
