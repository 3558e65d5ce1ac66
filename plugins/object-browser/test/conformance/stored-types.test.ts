import { assert } from '../../../../test/lib/suite.ts'
import { useHost } from '../../../../test/conformance/use-host.ts'
import { onEveryStorage, uniqueName } from '../../../../test/conformance/engines.ts'

onEveryStorage('types of stored files', (test, peer) => {
  const { send } = useHost(test, peer)

  test('a file of a type unknown to the browser gets the type of its extension, in one request or in parts', async () => {
    const bucket = uniqueName('typed')
    assert.is((await send('POST', '/api/v1/buckets', { name: bucket })).statusCode, 201)
    const types = {
      'x.parquet': 'application/vnd.apache.parquet',
      'x.jsonl': 'application/jsonl',
      'x.log': 'text/plain',
      'x.none': 'application/octet-stream',
    }
    const typeOf = async (key: string) => {
      const info = await send('GET', `/api/v1/buckets/${bucket}/objects/info?prefix=${key}`)
      return info.json<{ content_type?: string }>().content_type
    }
    // the type that every browser sends for a file of unknown type
    const unknown = 'application/octet-stream'
    const upload = async (key: string, type: string) => {
      const form = [
        '--xyz',
        'Content-Disposition: form-data; name="1"; filename="f"',
        `Content-Type: ${type}`,
        '',
        'x',
        '--xyz--',
        '',
      ]
      const address = `/api/v1/buckets/${bucket}/objects/upload?key=${key}`
      const headers = { 'content-type': 'multipart/form-data; boundary=xyz' }
      assert.is((await send('POST', address, form.join('\r\n'), headers)).statusCode, 200, key)
    }
    for (const [key, type] of Object.entries(types)) {
      await upload(key, unknown)
      assert.is(await typeOf(key), type, key)
    }
    await upload('y.log', 'application/x-own')
    assert.is(await typeOf('y.log'), 'application/x-own', 'a type that the browser knows stays')

    const objects = (await peer().as())['object-browser']
    const key = 'z.jsonl'
    const createdUpload = await send('POST', `/api/v1/buckets/${bucket}/uploads`, { key, size: 1, type: unknown })
    const { id } = createdUpload.json<{ id: string }>()
    const body = (async function* () {
      yield Buffer.from('x')
    })() as never
    const { signal } = new AbortController()
    const { etag } = await objects.putPart(bucket, key, id, { number: 1, crc32: 'jNwWgw==', size: 1, body, signal })
    await objects.completeUpload(bucket, key, id, [{ etag, crc32: 'jNwWgw==' }])
    assert.is(await typeOf(key), 'application/jsonl')
  })
})
