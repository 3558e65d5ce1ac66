import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { failureOf } from '../../../test/lib/failure-of.ts'
import { refusal, type Reply, withEngine } from '../../../test/lib/fake-s3.ts'
import { assert, suite } from '../../../test/lib/suite.ts'
import type { ObjectsBackend } from '../backend.ts'
import { objectResponse } from '../download.ts'
import { withType } from '../preview.ts'
import createObjects from '../s3/index.ts'
import { createCopying } from '../s3/copying.ts'
import { sendMany } from '../servers/send-many.ts'
import { createSendState } from '../servers/state.ts'

const test = suite('servers that lack parts of S3')
const signal = new AbortController().signal

/** The objects of a plain S3 server, which copies in parts of 5 bytes. */
const onPlainServer = (
  reply: (request: IncomingMessage) => Reply,
  work: (objects: ObjectsBackend, requests: string[]) => Promise<void>,
) => {
  const answer = (request: IncomingMessage) => {
    if (request.url === '/') return { status: 200, body: '<ListAllMyBucketsResult><Buckets/></ListAllMyBucketsResult>' }
    return reply(request)
  }
  return withEngine(answer, async ({ engine, requests }) => {
    const port = await engine.open({
      id: 'objects',
      adapters: {
        s3: async () => ({
          default: (caller) => {
            const objects = createObjects(caller)
            return { ...objects, ...createCopying(caller, objects, { whole: 5, part: 5 }) }
          },
        }),
      },
    })
    if (!port) throw new Error('There is an adapter')
    const credentials = await engine.login({ accessKey: 'root', secretKey: 'root-secret' })
    requests.length = 0
    await work(port(credentials) as ObjectsBackend, requests)
  })
}

const uploaded = {
  status: 200,
  body: '<R><UploadId>u</UploadId></R>'.replaceAll('R>', 'InitiateMultipartUploadResult>'),
}
const part = { status: 200, body: '<CopyPartResult><ETag>"part"</ETag></CopyPartResult>' }
const head = (etag: string) => ({
  status: 200,
  headers: { etag: `"${etag}"`, 'content-length': '9', 'last-modified': 'Fri, 02 Jan 2026 03:04:05 GMT' },
})

const copying = {
  from: { bucket: 'photos', key: 'large', version: undefined },
  to: { bucket: 'photos', key: 'copy' },
  existing: 'keep',
} as const

test('an upload in parts is completed without the condition if the server does not offer it', async () => {
  const reply = ({ method, headers }: IncomingMessage) =>
    method === 'POST' && 'if-none-match' in headers ? refusal(501, 'NotImplemented') : { status: 200 }
  await onPlainServer(reply, async (objects, requests) => {
    await objects.completeUpload('photos', 'large', 'u', [{ etag: 'part', crc32: '' }], 'keep')
    assert.equal(requests, ['POST /photos/large?uploadId=u', 'POST /photos/large?uploadId=u'])
  })
})

test('objects are copied to a server that cannot store on a condition', async () => {
  // the second one is the answer of MinIO before 2024
  for (const answer of [refusal(501, 'NotImplemented'), refusal(404, 'NoSuchKey')]) {
    const reply = ({ method, url = '', headers }: IncomingMessage): Reply => {
      if (url.includes('tagging')) return refusal(501, 'NotImplemented')
      if (method === 'PUT') return 'if-none-match' in headers ? answer : { status: 200 }
      return method === 'HEAD' ? refusal(404, 'NoSuchKey') : { status: 200, body: '<ListBucketResult/>' }
    }
    await onPlainServer(reply, async (target, requests) => {
      const source = {
        get: async () => ({
          size: 1,
          type: '',
          etag: '"e"',
          metadata: {},
          tagCount: 0,
          body: Readable.from([Buffer.from('x')]),
        }),
      } as unknown as ObjectsBackend
      const batch = { source, target, bucket: 'photos', toBucket: 'copies', mode: 'copy', existing: 'keep' } as const
      const objects = ['a', 'b'].map((path) => ({ path, to: path, etag: 'e', size: 1 }))
      const results = await sendMany({ ...batch, state: createSendState(), objects, signal, onStored: () => undefined })
      assert.equal(
        results.map(({ state, message }) => message ?? state),
        ['copied', 'copied'],
      )
      assert.is(requests.filter((request) => request === 'PUT /copies/a').length, 2)
    })
  }
})

test('an object that changes while it is copied in parts is not copied, also if the server compares no ETags', async () => {
  let heads = 0
  const reply = ({ method, url = '' }: IncomingMessage): Reply => {
    if (method === 'HEAD')
      return url.startsWith('/photos/copy') ? refusal(404, 'NoSuchKey') : head(heads++ ? 'new' : 'old')
    if (url.includes('tagging')) return refusal(501, 'NotImplemented')
    if (method === 'POST') return uploaded
    return url.includes('partNumber') ? part : { status: 204 }
  }
  await onPlainServer(reply, async (objects, requests) => {
    assert.is((await failureOf(objects.copy(copying))).status, 409)
    assert.ok(requests.includes('DELETE /photos/copy?uploadId=u'))
    assert.not(requests.includes('POST /photos/copy?uploadId=u'))
  })
})

test('an object whose size the server does not send is downloaded without one, and not copied as empty', async () => {
  const headers = { etag: '"e"', 'last-modified': 'Fri, 02 Jan 2026 03:04:05 GMT' }
  await onPlainServer(
    ({ url = '' }) => {
      if (url.includes('tagging')) return refusal(501, 'NotImplemented')
      return { status: 200, body: url === '/photos/a' ? 'content' : '<ListBucketResult/>', headers }
    },
    async (objects) => {
      const get = async () => withType(await objects.get('photos', 'a', {}), () => assert.unreachable() as never)
      const download = await objectResponse({}, get, () => 'a')
      assert.equal(
        [download.status, 'content-length' in download.headers, String(await buffer(download.body))],
        [200, false, 'content'],
      )
      const results = await sendMany({
        source: objects,
        target: objects,
        bucket: 'photos',
        toBucket: 'copies',
        mode: 'copy',
        existing: 'replace',
        state: createSendState(),
        objects: [{ path: 'a', to: 'a', etag: 'e', size: 7 }],
        signal,
        onStored: () => undefined,
      })
      assert.equal(
        results.map(({ message }) => message),
        ['The storage server did not say how large a is'],
      )
    },
  )
})
