import https from 'node:https'
import { Readable } from 'node:stream'
import * as v from 'valibot'
import * as oidc from 'openid-client'
import { Failure } from '../core/protocol/failure.ts'
import type { IdTokens } from '../engines/engine.ts'
import type { IdentityProvider } from './config-storage.ts'
import { idpNotAnswering, largerThanBytes, idpResponseTooLarge } from './messages.ts'

/** Sign-in through an OpenID Connect provider: the authorization code flow with PKCE, state and nonce. */
export type Sso = {
  /**
   * Returns the address to redirect the browser to, and a secret that it stores until it returns to `requestUrl`, or to
   * the configured redirect URI. Throws `Failure` 503 if the provider does not respond.
   */
  begin(requestUrl: URL): Promise<{ redirect: string; secret: string }>
  /**
   * Exchanges the provider's response for tokens. Throws `Failure` 401 if it does not belong to the secret or the
   * provider rejects it.
   */
  finish(secret: string, parameters: { code: string; state: string }): Promise<IdTokens>
}

/** Cache time of a provider's metadata, in ms. */
const REFRESH = 3_600_000

/** Default size limit of a response in bytes: metadata, keys and tokens are a few KiB. */
const MAX_RESPONSE = 1024 * 1024

/** Timeout of the provider, in seconds. */
const TIMEOUT = 5

const Secret = v.object({ state: v.string(), nonce: v.string(), verifier: v.string(), callback: v.string() })

/** Client authentication method supported by the provider; OpenID Connect's default is Basic. */
const authentication = (secret: string): oidc.ClientAuth => {
  if (!secret) return oidc.None()
  return (server, client, body, headers) => {
    const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = offered.includes('client_secret_basic')
      ? oidc.ClientSecretBasic(secret)
      : oidc.ClientSecretPost(secret)
    return authenticate(server, client, body, headers)
  }
}

/** A fetch that trusts private authorities, which Node's own does not support. */
const fetchTrusting =
  (ca: string[]): oidc.CustomFetch =>
  (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = https.request(url, { method, headers, ca, ...(signal && { signal }) }, (response) => {
        const fields = new Headers()
        for (const [name, value] of Object.entries(response.headers))
          for (const one of [value ?? []].flat()) fields.append(name, one)
        const status = response.statusCode ?? 502
        const hasBody = ![204, 304].includes(status)
        if (!hasBody) response.resume()
        resolve(
          new Response(hasBody ? (Readable.toWeb(response) as ReadableStream) : null, { status, headers: fields }),
        )
      })
      request.on('error', reject)
      request.end(body === undefined || body === null ? undefined : String(body))
    })

/** Limits responses to `maxBytes`; throws `Failure` 502 for a larger one. */
const limitResponses =
  (maxBytes: number, fetching: oidc.CustomFetch): oidc.CustomFetch =>
  async (url, options) => {
    const response = await fetching(url, options)
    if (!response.body) return response
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > maxBytes)
        throw new Failure(502, idpResponseTooLarge(new URL(url).host), {
          detail: largerThanBytes(maxBytes),
        })
      chunks.push(chunk)
    }
    return new Response(Buffer.concat(chunks), response)
  }

const refusals = [
  oidc.ClientError,
  oidc.ResponseBodyError,
  oidc.AuthorizationResponseError,
  oidc.WWWAuthenticateChallengeError,
]

const reasonOf = (error: unknown) => {
  const { message, cause } = error as Error
  return [message, cause instanceof Error ? cause.message : cause && JSON.stringify(cause)].filter(Boolean).join(': ')
}

/** The `Failure` that ended a request, which the client library wraps in its own errors. */
const failureIn = (error: unknown) =>
  [error, (error as Error).cause].find((one): one is Failure => one instanceof Failure)

type SsoOptions = {
  settings: IdentityProvider
  /** Certificates to trust instead of Node's own. */
  authorities: string[] | undefined
  /** Maximum size of a response in bytes, since the provider may be hostile. */
  maxBytes?: number
}

export const createSso = ({ settings, authorities, maxBytes = MAX_RESPONSE }: SsoOptions): Sso => {
  const isPlainHttp = settings.url.protocol === 'http:'
  const fetching: oidc.CustomFetch =
    authorities && !isPlainHttp ? fetchTrusting(authorities) : (fetch as oidc.CustomFetch)
  const discover = () =>
    oidc.discovery(settings.url, settings.clientId, undefined, authentication(settings.secret), {
      timeout: TIMEOUT,
      execute: isPlainHttp ? [oidc.allowInsecureRequests] : [],
      [oidc.customFetch]: limitResponses(maxBytes, fetching),
    })

  const cache: { provider?: Promise<oidc.Configuration>; since: number } = { since: 0 }
  const provider = async () => {
    if (!cache.provider || Date.now() - cache.since > REFRESH)
      Object.assign(cache, { provider: discover(), since: Date.now() })
    try {
      return await cache.provider!
    } catch (error) {
      delete cache.provider
      throw failureIn(error) ?? new Failure(503, idpNotAnswering, { detail: reasonOf(error) })
    }
  }

  return {
    begin: async (requestUrl) => {
      const callback = (settings.callback ?? requestUrl).href
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
      const redirect = oidc.buildAuthorizationUrl(await provider(), {
        redirect_uri: callback,
        scope: settings.scopes.join(' '),
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { redirect: redirect.href, secret: JSON.stringify({ state, nonce, verifier, callback }) }
    },

    finish: async (secret, { code, state }) => {
      const pending = v.parse(Secret, JSON.parse(secret))
      const configuration = await provider()
      const server = configuration.serverMetadata()
      const callbackUrl = new URL(pending.callback)
      callbackUrl.search = String(
        new URLSearchParams({
          code,
          state,
          // the browser returns only code and state; there is only one provider, so no other can have sent the code
          ...(server.authorization_response_iss_parameter_supported === true && { iss: server.issuer }),
        }),
      )
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, callbackUrl, {
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          pkceCodeVerifier: pending.verifier,
          idTokenExpected: true,
        })
        return { idToken: tokens.id_token ?? '', ...(settings.userinfo && { accessToken: tokens.access_token }) }
      } catch (error) {
        const failure = failureIn(error)
        if (failure) throw failure
        if (refusals.some((kind) => error instanceof kind))
          throw new Failure(401, 'invalid Login', { detail: reasonOf(error) })
        throw new Failure(503, idpNotAnswering, { detail: reasonOf(error) })
      }
    },
  }
}
