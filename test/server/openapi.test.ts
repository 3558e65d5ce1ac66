import { assert, test } from '../lib/suite.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import * as v from 'valibot'
import { list, text, textMap } from '../../core/protocol/limits.ts'
import { callsOf, openApiOf } from '../../server/openapi/document.ts'
import { jsonSchemaOf } from '../../server/openapi/json-schema.ts'
import { plugins } from '../lib/plugins-of-server.ts'
import { startHost } from './host.ts'
import { callsAnywhere, feedsAnywhere } from './samples.ts'

type Operation = {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }>; 'x-stowage-limits'?: object }
  responses: Record<string, object>
  'x-stowage-rights': readonly string[]
  'x-stowage-effect': string
  security?: readonly object[]
}
type Document = { servers: { url: string }[]; paths: Record<string, Record<string, Operation>> }

const documentOf = (basePath = '') =>
  openApiOf({ version: '1.2.3', basePath, calls: callsOf(plugins) }) as unknown as Document

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

test('the document is a valid OpenAPI 3.1 document', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(documentOf()))
  assert.equal(errors ?? [], [])
  assert.ok(valid)
})

test('every call and feed of every plugin is in the document, with its rights', () => {
  const document = documentOf()
  const everywhere = [...callsAnywhere, ...feedsAnywhere]
  assert.ok(everywhere.length > 200)
  for (const { owner, name, endpoint } of everywhere) {
    const method = endpoint.method === 'FEED' ? 'get' : endpoint.method.toLowerCase()
    const operation = document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[method]
    assert.ok(operation, `${owner}.${name} is missing`)
    assert.equal(operation['x-stowage-rights'], typeof endpoint.allow === 'string' ? [] : endpoint.allow, name)
    assert.equal(operation.security, endpoint.allow === 'anyone' ? [] : undefined, name)
  }
  assert.is(operationsOf(document).length, everywhere.length)
})

test('operations have distinct ids, and paths that differ in more than names of parameters', () => {
  const all = operationsOf(documentOf())
  assert.is(new Set(all.map(({ operation }) => operation.operationId)).size, all.length)
  const shapes = new Set(all.map(({ path }) => path)).size
  assert.is(new Set(all.map(({ path }) => path.replace(/\{\w+\}/g, '{}'))).size, shapes)
})

test('every parameter of a path is declared, and every JSON body states its size', () => {
  for (const { path, operation } of operationsOf(documentOf())) {
    const declared = (operation.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name)
    assert.equal(
      declared,
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      operation.operationId,
    )
    const { requestBody } = operation
    if (requestBody?.content['application/json']) assert.ok(requestBody['x-stowage-limits'], operation.operationId)
    assert.ok(operation.responses.default, operation.operationId)
  }
})

test('a schema of a request states its limits and refuses unknown fields', () => {
  const schema = v.object({
    name: v.pipe(text(63), v.regex(/^[a-z]+$/)),
    kind: v.optional(v.picklist(['a', 'b']), 'a'),
    tags: textMap(text(128), text(256), 10, { shape: '', count: '' }),
    keys: list(text(1024), 1000),
    address: v.pipe(text(9), v.regex(/^https:/i), v.regex(/x/), v.regex(/y/)),
  })
  assert.equal(jsonSchemaOf(schema, 'refused'), {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 63, pattern: '^[a-z]+$' },
      kind: { enum: ['a', 'b'], type: 'string', default: 'a' },
      tags: {
        type: 'object',
        propertyNames: { type: 'string', maxLength: 128 },
        additionalProperties: { type: 'string', maxLength: 256 },
        maxProperties: 10,
      },
      keys: { type: 'array', items: { type: 'string', maxLength: 1024 }, maxItems: 1000 },
      address: { type: 'string', maxLength: 9, pattern: 'x', allOf: [{ pattern: 'y' }] },
    },
    required: ['name', 'tags', 'keys', 'address'],
    additionalProperties: false,
  })
  assert.is(jsonSchemaOf(schema, 'allowed').additionalProperties, undefined)
})

test('signed-in callers get the document of this console, others 401', async () => {
  const host = await startHost({ config: { subpath: '/console' } })
  assert.is((await (await host.as())('GET', '/api/openapi.json')).statusCode, 401)
  const response = await (await host.as(host.root))('GET', '/api/openapi.json')
  assert.is(response.statusCode, 200)
  const document = response.json<Document>()
  assert.equal(document.servers, [{ url: '/console' }])
  assert.ok(document.paths['/api/v1/buckets']?.get)
})

test('only the points of a widget are tuples: Schemathesis cannot read one below a variant', () => {
  const { paths } = documentOf()
  const withTuple = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      JSON.stringify(responses).includes('prefixItems') ? [`${method} ${path}`] : [],
    ),
  )
  assert.equal(withTuple, ['get /api/v1/admin/info/widgets/{id}'])
})
