import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { Failure, type TestSection } from 'stowage'
import { type OutboundRequest, runChecks } from 'stowage/server'
import * as messages from '../messages.ts'

const Discovery = v.object({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  jwks_uri: v.string(),
  scopes_supported: v.optional(v.array(v.string())),
  token_endpoint_auth_methods_supported: v.optional(v.array(v.string())),
})

const KeySet = v.object({
  keys: v.pipe(v.array(v.looseObject({ kty: v.string() })), v.minLength(1, 'it contains no key')),
})
const Refused = v.object({ error: v.string(), error_description: v.optional(v.string()) })

const MAX_RESPONSE = 256 * 1024

/**
 * Tests a provider as far as that is possible without a user: reads its discovery document and keys, requests its
 * sign-in page, and sends client ID and secret with an invalid code.
 */
const testProvider: TestSection = async (values, { outbound }) => {
  const { config_url = '', client_id = '', client_secret: secret, redirect_uri = '', scopes = '' } = values
  const requestedScopes = scopes
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  const verifier = randomBytes(32).toString('base64url')
  let discovery: v.InferOutput<typeof Discovery> | undefined
  const document = () => {
    if (!discovery) throw new Failure(400, 'there is no discovery document')
    return discovery
  }
  const ask = (address: string, field: string, more: Partial<OutboundRequest> = {}) =>
    outbound.request(address, { field, maxBytes: MAX_RESPONSE, ...more })
  const read = async <S extends v.GenericSchema>(
    schema: S,
    address: string,
    field: string,
  ): Promise<v.InferOutput<S>> => {
    const { status, body } = await ask(address, field, { headers: { accept: 'application/json' } })
    if (status !== 200) throw new Failure(400, messages.endpointStatus(field, status), { field })
    const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body.toString())
    if (result.success) return result.output
    throw new Failure(400, messages.responseInvalid(field), {
      field,
      detail: [v.getDotPath(result.issues[0]), result.issues[0].message].filter(Boolean).join(': '),
    })
  }
  return runChecks([
    {
      title: messages.discoveryStep,
      act: async () => {
        discovery = await read(Discovery, config_url, 'config_url')
        return discovery.issuer
      },
    },
    {
      title: 'The issuer matches the address',
      act: async () => {
        const { issuer } = document()
        if (!config_url.startsWith(issuer.replace(/\/$/, '')))
          throw new Failure(400, messages.issuerDiffersFromConfigUrl(issuer), {
            field: 'config_url',
          })
        return undefined
      },
    },
    {
      title: messages.signingKeysStep,
      act: async () => {
        const { keys } = await read(KeySet, document().jwks_uri, 'jwks_uri')
        return `${keys.length} ${keys.length === 1 ? 'key' : 'keys'}`
      },
    },
    {
      title: 'The scopes are supported',
      unless: requestedScopes.length === 0 && messages.noScopesSet,
      act: async () => {
        const offered = document().scopes_supported
        const missing = offered && requestedScopes.filter((scope) => !offered.includes(scope))
        if (missing && missing.length > 0)
          throw new Failure(400, messages.scopesNotOffered(missing.join(', ')), { field: 'scopes' })
        return requestedScopes.join(', ')
      },
    },
    {
      title: messages.signInStep,
      unless: client_id === '' ? 'No Client ID is set' : redirect_uri === '' && messages.noRedirectUri,
      act: async () => {
        const address = new URL(document().authorization_endpoint)
        const challenge = createHash('sha256').update(verifier).digest('base64url')
        const scope = (requestedScopes.length > 0 ? requestedScopes : ['openid']).join(' ')
        const parameters = {
          client_id,
          redirect_uri,
          response_type: 'code',
          scope,
          state: 'test',
          nonce: 'test',
          code_challenge: challenge,
          code_challenge_method: 'S256',
        }
        for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
        const { status, headers } = await ask(address.href, 'authorization_endpoint')
        const location =
          headers.location && URL.canParse(headers.location, address) ? new URL(headers.location, address) : undefined
        const refusal = location?.searchParams.get('error')
        if (refusal)
          throw new Failure(400, messages.signInRefused(refusal), {
            field: 'client_id',
            detail: location?.searchParams.get('error_description') ?? undefined,
          })
        if (status >= 400) throw new Failure(400, messages.signInRefusedWithStatus(status), { field: 'client_id' })
        return messages.signInPageOpens
      },
    },
    {
      title: 'The client secret is accepted',
      unless: client_id === '' ? 'No Client ID is set' : secret === undefined && messages.secretOnlyOnServer,
      act: async () => {
        const { token_endpoint, token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = document()
        const body = new URLSearchParams({
          grant_type: 'authorization_code',
          code: 'no-code',
          redirect_uri,
          code_verifier: verifier,
        })
        const headers: Record<string, string> = {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        }
        if (methods.includes('client_secret_basic')) {
          const pair = [client_id, secret ?? ''].map((one) => encodeURIComponent(one)).join(':')
          headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`
        } else
          for (const [name, value] of Object.entries({ client_id, client_secret: secret ?? '' })) body.set(name, value)
        const response = await ask(token_endpoint, 'token_endpoint', { method: 'POST', headers, body: body.toString() })
        const refused = v.safeParse(v.pipe(v.string(), v.parseJson(), Refused), response.body.toString())
        // an unknown client is refused as such; for a known one only the code is invalid
        if (refused.success && refused.output.error === 'invalid_grant') return messages.clientAccepted
        if (response.status === 401 || (refused.success && /client/.test(refused.output.error)))
          throw new Failure(400, messages.clientRefused, {
            field: 'client_secret',
            detail: refused.success ? refused.output.error_description : undefined,
          })
        throw new Failure(400, messages.tokenEndpointStatus(response.status), {
          field: 'token_endpoint',
          detail: refused.success ? refused.output.error : undefined,
        })
      },
    },
  ])
}

export default testProvider
