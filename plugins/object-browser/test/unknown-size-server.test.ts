import type { IncomingMessage } from 'node:http'
import { list, type Reply, withEngine } from '../../../test/lib/fake-s3.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import type { ObjectsBackend } from '../backend.ts'
import createObjects from '../s3/index.ts'

test('an object whose size the server does not report has no size', async () => {
  const headers = { 'last-modified': 'Fri, 02 Jan 2026 03:04:05 GMT', 'transfer-encoding': 'chunked' }
  const answer = ({ method, url = '' }: IncomingMessage): Reply => {
    if (method === 'HEAD') return { status: 200, headers }
    return url.includes('tagging') ? { status: 200, body: '<Tagging><TagSet/></Tagging>' } : list('photos')
  }
  await withEngine(answer, async ({ engine }) => {
    const port = await engine.open({ id: 'objects', adapters: { s3: async () => ({ default: createObjects }) } })
    if (!port) throw new Error('There is an adapter')
    const objects = port(await engine.login({ accessKey: 'root', secretKey: 'root-secret' })) as ObjectsBackend
    assert.is((await objects.info('photos', 'notes.txt')).size, undefined)
  })
})
