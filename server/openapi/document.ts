import { STATUS_CODES } from 'node:http'
import type { GenericSchema } from 'valibot'
import { core, coreFeeds } from '../../core/protocol/calls.ts'
import type { Allow, Endpoint, Feed } from '../../core/protocol/contract.ts'
import { limits } from '../../core/protocol/limits.ts'
import type { ServerPlugin } from '../../core/protocol/serve.ts'
import { bodyLimitsOf } from '../body-limits.ts'
import { bodyLimit, anonymousBodyLimit } from '../errors.ts'
import { alternativesOf, type Schema } from '../schema.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import {
  sessionCookie,
  apiSignIn,
  apiOrigin,
  apiHead,
  apiUnknownFields,
  apiLimits,
  apiDescription,
  liveFeed,
  serverSentEvents,
  responseLimits,
  uploadPartsFormat,
  revealsSecrets,
  changesSomething,
  anyAccountMayCall,
} from '../messages.ts'

/** A call or feed, and the plugin that declares it. */
export type DescribedCall = { plugin: string; name: string; endpoint: Endpoint | Feed }

type Json = { [name: string]: unknown }

/** The core's calls and feeds, and those of plugins. */
export const callsOf = (plugins: readonly ServerPlugin[]): DescribedCall[] => [
  ...Object.entries(core).map(([name, endpoint]) => ({ plugin: 'core', name, endpoint })),
  ...Object.entries(coreFeeds).map(([name, endpoint]) => ({ plugin: 'core', name: `live.${name}`, endpoint })),
  ...plugins.flatMap(({ id, routes }) => routes.map(({ name, endpoint }) => ({ plugin: id, name, endpoint }))),
]

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

/** Path templates of OpenAPI: `/users/:name` becomes `/users/{name}`. */
const templateOf = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

const plural = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

const rightsOf = (allow: Allow) => {
  if (allow === 'anyone') return 'Needs no session.'
  if (allow === 'signed-in' || allow.length === 0) return anyAccountMayCall
  return `Requires ${allow.map((action) => `\`${action}\``).join(' and ')}.`
}

const effects: Readonly<Record<Endpoint['effect'], string>> = {
  changes: changesSomething,
  discloses: revealsSecrets,
  none: '',
}

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: name === 'bucket' ? limits.bucket : limits.name },
  }))

/** Parameters of a query. One is required if every alternative of the schema requires it. */
const queryParameters = (query: GenericSchema | undefined): Json[] => {
  if (!query) return []
  const objects = alternativesOf(query).filter(({ entries }) => typeof entries === 'object')
  const schemas = objects.map((object) => jsonSchemaOf(object, 'allowed'))
  const named = schemas.map(({ properties, required }) => ({
    properties: (properties ?? {}) as Record<string, JsonSchema>,
    required: (required ?? []) as string[],
  }))
  return [...new Set(named.flatMap(({ properties }) => Object.keys(properties)))].map((name) => {
    const own = named.flatMap(({ properties }) => properties[name] ?? [])
    const isRequired = named.every(({ required }) => required.includes(name))
    return {
      name,
      in: 'query',
      ...(isRequired && { required: true }),
      schema: own.length === 1 ? own[0] : { anyOf: own },
    }
  })
}

const isOptional = (schema: GenericSchema) => /^(optional|nullish|undefinedable)$/.test((schema as Schema).type)

const requestBody = ({ body, allow }: Endpoint): Json => {
  if (body === undefined) return {}
  if (body === 'files')
    return {
      requestBody: {
        required: true,
        description: uploadPartsFormat,
        content: { 'multipart/form-data': { schema: { type: 'object', additionalProperties: { type: 'string' } } } },
      },
    }
  if (body === 'text') return { requestBody: { required: true, content: { '*/*': { schema: { type: 'string' } } } } }
  const { bytes, values } = bodyLimitsOf(body, allow === 'anyone' ? anonymousBodyLimit : bodyLimit)
  return {
    requestBody: {
      required: !isOptional(body),
      description: responseLimits(plural(bytes / 1024, 'KiB'), plural(values, 'value')),
      content: { 'application/json': { schema: jsonSchemaOf(body, 'refused') } },
      'x-stowage-limits': { bytes, values },
    },
  }
}

/** Error statuses of a call, besides those of the storage (`default`). */
const errorsOf = ({ allow, body, query, path, isExport }: Endpoint | Feed): number[] =>
  [
    ...(query || body ? [400] : []),
    ...(allow === 'anyone' ? [] : [401]),
    403,
    ...(path.includes(':') ? [404] : []),
    ...(body ? [413, 415] : []),
    ...(body || query || path.includes(':') ? [422] : []),
    ...(isExport || allow === 'anyone' ? [429] : []),
  ].sort((one, other) => one - other)

const errorResponses = (endpoint: Endpoint | Feed): Json => ({
  ...Object.fromEntries(errorsOf(endpoint).map((status) => [status, ref('responses', 'Error')])),
  default: ref('responses', 'Error'),
})

const success = ({ status, reply }: Endpoint): Json => {
  const description = STATUS_CODES[status] ?? ''
  if (reply === undefined) return { [status]: { description } }
  if (reply !== 'bytes')
    return { [status]: { description, content: { 'application/json': { schema: jsonSchemaOf(reply, 'allowed') } } } }
  const content = { '*/*': {} }
  return {
    200: { description: 'The bytes', content },
    206: { description: 'The requested range', content },
    304: { description: 'Not modified' },
  }
}

const streamed = ({ reply, slow }: Feed): Json => ({
  responses: {
    200: {
      description: serverSentEvents,
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    426: ref('responses', 'Error'),
  },
  'x-stowage-feed': { message: jsonSchemaOf(reply, 'allowed'), slowSubscriber: slow },
})

const isFeed = (endpoint: Endpoint | Feed): endpoint is Feed => endpoint.method === 'FEED'

const operationOf = ({ plugin, name, endpoint }: DescribedCall): Json => {
  const { allow, effect, path, query } = endpoint
  const about = [rightsOf(allow), effects[effect], isFeed(endpoint) ? liveFeed : '']
  const parameters = [...pathParameters(path), ...queryParameters(query)]
  const parts: Json = isFeed(endpoint) ? streamed(endpoint) : { ...requestBody(endpoint), responses: success(endpoint) }
  return {
    operationId: `${plugin}.${name}`,
    tags: [plugin],
    description: about.filter(Boolean).join(' '),
    ...(parameters.length > 0 && { parameters }),
    ...parts,
    responses: { ...(parts.responses as Json), ...errorResponses(endpoint) },
    ...(allow === 'anyone' && { security: [] }),
    'x-stowage-rights': typeof allow === 'string' ? [] : allow,
    'x-stowage-effect': effect,
  }
}

const errorSchema: JsonSchema = {
  type: 'object',
  required: ['code', 'message', 'detailedMessage'],
  properties: {
    code: { type: 'integer', minimum: 400, maximum: 599 },
    message: { type: 'string' },
    detailedMessage: { type: 'string' },
    errorCode: { type: 'string' },
    field: { type: 'string' },
    missing: {
      type: 'array',
      items: {
        type: 'object',
        required: ['action'],
        properties: { action: { type: 'string' }, resource: { type: 'string' } },
      },
    },
    params: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
  },
}

const description = [apiDescription, apiLimits, apiUnknownFields, apiHead, apiOrigin, apiSignIn].join(' ')

/**
 * Describes the calls as an OpenAPI 3.1 document.
 *
 * @param basePath path below which the console is served: `/console`, or empty
 */
export const openApiOf = ({
  version,
  basePath,
  calls,
}: {
  version: string
  basePath: string
  calls: readonly DescribedCall[]
}) => {
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = templateOf(call.endpoint.path)
    const method = isFeed(call.endpoint) ? 'get' : call.endpoint.method.toLowerCase()
    paths[path] = { ...paths[path], [method]: operationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Stowage', version, description, license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' } },
    servers: [{ url: basePath || '/' }],
    tags: [...new Set(calls.map(({ plugin }) => plugin))].map((name) => ({ name })),
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'token',
          description: sessionCookie,
        },
      },
      schemas: { Error: errorSchema },
      responses: {
        Error: {
          description: 'An error response',
          content: { 'application/json': { schema: ref('schemas', 'Error') } },
        },
      },
    },
  }
}
