import { createServer, type IncomingHttpHeaders } from 'node:http'
import { json } from 'node:stream/consumers'
import { assert, suite } from '../lib/suite.ts'
import { listen } from '../lib/listen.ts'
import * as v from 'valibot'
import { get } from '../../core/protocol/contract.ts'
import { createTransport } from '../../engines/transport.ts'
import { readConfig } from '../../server/config.ts'
import { createLog } from '../../server/log.ts'
import { createTraces } from '../../server/traces.ts'
import { pluginFor, startHost } from './host.ts'

const test = suite('traces')

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
  status?: { code: number }
}
type Export = { resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[] }

/** A receiver of OTLP over HTTP. */
const startReceiver = async () => {
  const received: { url: string | undefined; headers: IncomingHttpHeaders; body: Export }[] = []
  const server = createServer(async (request, response) => {
    received.push({ url: request.url, headers: request.headers, body: (await json(request)) as Export })
    response.end('{}')
  })
  const port = await listen(server)
  const url = `http://127.0.0.1:${port}`
  const spans = () =>
    received.flatMap(({ body }) => body.resourceSpans.flatMap((one) => one.scopeSpans[0]?.spans ?? []))
  return { url, received, spans }
}

const settingsOf = (env: Record<string, string>) => {
  const { traces } = readConfig({}, env)
  if (!traces) throw new Error('Traces are off')
  return createTraces(traces, { version: '1.2.3', log: createLog('silent') })
}

test('a request and what it requests are spans of one trace, which continues that of the caller', async () => {
  const receiver = await startReceiver()
  const parents: unknown[] = []
  const upstream = createServer((request, response) => {
    parents.push(request.headers.traceparent)
    response.end()
  })
  const port = await listen(upstream)
  const storage = new URL(`http://127.0.0.1:${port}`)
  const contract = { far: get('/api/v1/far', { allow: 'signed-in', reply: v.object({}) }) }
  const transport = createTransport(
    { url: storage, maxBytes: 1000 },
    { server: 'storage server', ca: 'CONSOLE_MINIO_CA' },
  )
  const remoteCall = async () => {
    await transport.call({ method: 'GET', path: '/', headers: {} }, undefined, {})
    return {}
  }
  const plugin = pluginFor(contract, { far: remoteCall })
  const tracing = settingsOf({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key',
    OTEL_SERVICE_NAME: 'console',
  })
  const host = await startHost({ plugin, config: { tracing } })
  const send = await host.as(host.root)
  const [traceId, parent] = ['a'.repeat(32), 'b'.repeat(16)]
  const { headers } = await send('GET', '/api/v1/far?token=s3cret', undefined, {
    traceparent: `00-${traceId}-${parent}-01`,
  })
  await send('GET', '/api/v1/far', undefined, { traceparent: `00-${'c'.repeat(32)}-${parent}-00` })
  await host.stop()

  const [first] = receiver.received
  assert.equal([first?.url, first?.headers['api-key']], ['/v1/traces', 'a key'])
  assert.match(JSON.stringify(first?.body.resourceSpans[0]?.resource), /"console"/)
  const own = receiver.spans().filter((span) => span.traceId === traceId)
  const [request] = own.filter(({ kind }) => kind === 2)
  const [call] = own.filter(({ kind }) => kind === 3)
  assert.equal([request?.name, request?.parentSpanId], ['GET /api/v1/far', parent])
  assert.equal([call?.name, call?.parentSpanId], [storage.host, request?.spanId])
  assert.equal(parents, [`00-${traceId}-${call?.spanId}-01`, undefined])
  assert.ok(request?.attributes.some(({ value }) => value.stringValue === headers['x-request-id']))
  assert.ok(BigInt(request?.endTimeUnixNano ?? 0) >= BigInt(request?.startTimeUnixNano ?? 0))
  assert.not.match(JSON.stringify(receiver.received), /s3cret|correct-horse/)
  assert.equal(
    receiver.spans().filter((span) => span.traceId === 'c'.repeat(32)),
    [],
    'the caller does not record it',
  )
})

test('a collector that does not respond stops nothing', async () => {
  const tracing = settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  const host = await startHost({ config: { tracing } })
  assert.is((await (await host.as(host.root))('GET', '/api/v1/session')).statusCode, 200)
})

test('traces are off without an endpoint, and a wrong one is refused', () => {
  assert.is(readConfig({}, {}).traces, undefined)
  assert.is(readConfig({}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_SDK_DISABLED: 'True' }).traces, undefined)
  assert.throws(() => readConfig({}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }), /must be an http or https/)
  assert.throws(
    () => readConfig({}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:secret@a' }),
    /^OTEL_EXPORTER_OTLP_ENDPOINT must not contain a user or a password; set OTEL_EXPORTER_OTLP_HEADERS instead$/,
  )
  const grpc = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }
  assert.throws(() => readConfig({}, grpc), /traces are exported over HTTP/)
  for (const headers of ['Authorization: Bearer secret', 'api key=secret', 'a=1,b', 'a=b%0ac'])
    assert.throws(
      () => readConfig({}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_EXPORTER_OTLP_HEADERS: headers }),
      /^OTEL_EXPORTER_OTLP_HEADERS must be a list of headers such as api-key=abc,tenant=a$/,
    )
  const { traces } = readConfig(
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_EXPORTER_OTLP_HEADERS: ' a = b%20=c , ' },
  )
  assert.equal(traces?.headers, { a: 'b =c' })
})
