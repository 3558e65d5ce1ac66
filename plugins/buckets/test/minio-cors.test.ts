import { createServer, type Server } from 'node:http'
import { assert, test } from '../../../test/lib/suite.ts'
import { closeAtEnd } from '../../../test/lib/close-at-end.ts'
import { listen } from '../../../test/lib/listen.ts'
import { minioPaths } from '../../../engines/minio/paths.ts'
import { allCapabilities } from '../../../engines/s3/capabilities.ts'
import { type Client, createClient } from '../../../engines/s3/client.ts'
import { createSubResources } from '../../../engines/s3/sub-resources.ts'
import { createCorsSupport } from '../minio/cors-support.ts'
import { createCors } from '../s3/cors.ts'
import { failureOf } from '../../../test/lib/failure-of.ts'

/**
 * Starts a storage server that supports CORS rules and stores them, or treats the request as the creation of a bucket.
 * Records every request.
 */
const startStorage = async (stored = '', accepts: 'rules' | 'buckets' = 'rules') => {
  const storage = { stored, requests: [] as string[] }
  const refuse = (code: string) => `<Error><Code>${code}</Code><Message>${code}</Message></Error>`
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    storage.requests.push(`${request.method} ${body}`)
    if (accepts === 'buckets' && request.headers['x-amz-bucket-object-lock-enabled'])
      return response.writeHead(400).end(refuse('InvalidRequest'))
    if (request.method === 'GET')
      return storage.stored
        ? response.end(storage.stored)
        : response.writeHead(404).end(refuse('NoSuchCORSConfiguration'))
    if (request.method === 'PUT' && (accepts === 'buckets' || !body.includes('<CORSConfiguration')))
      return response.writeHead(400).end(refuse('MalformedXML'))
    storage.stored = request.method === 'PUT' ? body : ''
    response.end()
  })
  const client = createClient({ url: new URL(`http://127.0.0.1:${await listen(server)}`) })
  const keys = { accessKey: 'a', secretKey: 'b' }
  const subResources = createSubResources({ client, keys, paths: minioPaths, capabilities: allCapabilities })
  const call: Client['call'] = (sent) => client.call(sent, keys)
  const caller = { call, client, paths: minioPaths, subResources }
  closeAtEnd(client.close)
  return { storage, cors: createCors(caller, createCorsSupport(caller)) }
}

const rule = {
  ID: 'app',
  AllowedOrigins: ['https://app.example.com', 'https://*.example.org'],
  AllowedMethods: ['GET' as const, 'PUT' as const],
  AllowedHeaders: ['*'],
  ExposeHeaders: ['etag'],
  MaxAgeSeconds: 3600,
}

test('a server is probed once for CORS support, and stores rules as they were sent', async () => {
  const { storage, cors } = await startStorage()
  assert.equal(await cors.cors('docs'), { rules: [] })
  await cors.setCors('docs', [rule, { AllowedOrigins: ['*'], AllowedMethods: ['HEAD'] }])
  assert.equal(await cors.cors('docs'), { rules: [rule, { AllowedOrigins: ['*'], AllowedMethods: ['HEAD'] }] })
  assert.is(storage.requests.filter((request) => request === 'PUT no document').length, 2)
  await cors.setCors('docs', [])
  assert.equal(await cors.cors('docs'), { rules: [] })
})

test('a server that takes the request for the creation of a bucket has no CORS support', async () => {
  const { storage, cors } = await startStorage('', 'buckets')
  assert.match((await cors.cors('docs')).refusal ?? '', /does not support CORS rules/)
  assert.is((await failureOf(cors.setCors('docs', [rule]))).status, 501)
  assert.is(storage.stored, '')
})

test('rules with unknown elements are listed and not overwritten', async () => {
  const known = '<CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule>'
  const stored = `<CORSConfiguration>${known}<CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod><New>x</New></CORSRule></CORSConfiguration>`
  const { storage, cors } = await startStorage(stored)
  const { rules, refusal } = await cors.cors('docs')
  assert.is(rules.length, 1)
  assert.match(refusal ?? '', /does not support/)
  assert.is((await failureOf(cors.setCors('docs', [rule]))).status, 409)
  assert.is(storage.stored, stored)
})
