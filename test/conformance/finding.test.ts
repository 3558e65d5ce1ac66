import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import * as assert from 'uvu/assert'
import { WebSocket } from 'ws'
import { cookiesOf, type Host, hostOn } from '../server/host.ts'
import { onEveryEngine, unique } from './engines.ts'

type Message = { found: { name: string }[]; looked: number; at: string; state: string; cursor?: string }
type Sum = { objects: number; size: number; state: string }

onEveryEngine('finding', (test, peer) => {
  let host: Host
  let home: string
  let cookie: string
  let bucket: string

  test.before(async () => {
    host = await hostOn(peer().engine, peer().root)
    await host.app.listen({ host: '127.0.0.1', port: 0 })
    home = `127.0.0.1:${(host.app.server.address() as AddressInfo).port}`
    cookie = cookiesOf(await (await host.as())('POST', '/api/v1/login', peer().root))
    bucket = unique('found')
    const { buckets, 'object-browser': objects } = await peer().as()
    await buckets.add({ name: bucket, versioning: false, locking: false })
    const put = (key: string, size = 3) =>
      objects.put(bucket, key, { size, type: 'text/plain', body: Readable.from([Buffer.alloc(size, 'x')]), signal: new AbortController().signal })
    for (const key of ['logs/a.txt', 'logs/deep/Epoch-1.bin', 'logs/deep/epoch-2.bin', 'logs/epoch-archive/x', '=cmd,"quoted".txt', 'übung/日本語.txt', '\u202Egnp.exe']) await put(key)
    await put('large.bin', 5000)
    await objects.setTags(bucket, 'logs/a.txt', undefined, { split: 'train' })
  })
  test.after(() => host?.stop())

  /** All that a feed says until it ends. */
  const heard = async <T>(feed: string, query: Record<string, string>): Promise<T[]> => {
    const socket = new WebSocket(`ws://${home}/ws/objects/${bucket}/${feed}?${new URLSearchParams(query)}`, { headers: { origin: `http://${home}`, cookie } })
    const messages: T[] = []
    socket.on('message', (data) => messages.push(JSON.parse(String(data)) as T))
    const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
    assert.is(code, 1000, String(reason))
    return messages
  }
  const search = async (query: Record<string, string>) => {
    const messages = await heard<Message>('search', query)
    assert.is(messages.at(-1)?.state, 'done')
    return messages.flatMap(({ found }) => found.map(({ name }) => name))
  }

  test('names are found below a prefix by a part, by a pattern and by a path, with folders', async () => {
    assert.equal(await search({ text: 'epoch' }), ['logs/deep/Epoch-1.bin', 'logs/deep/epoch-2.bin', 'logs/epoch-archive/'])
    assert.equal(await search({ text: 'epoch-*.bin', prefix: 'logs/' }), ['logs/deep/Epoch-1.bin', 'logs/deep/epoch-2.bin'])
    assert.equal(await search({ text: '?.txt' }), ['logs/a.txt'])
    assert.equal(await search({ text: 'deep/epoch-2' }), ['logs/deep/epoch-2.bin'])
    assert.equal(await search({ text: '日本' }), ['übung/日本語.txt'])
    assert.equal(await search({ text: 'gnp' }), ['\u202Egnp.exe'])
    assert.equal(await search({ text: 'nothing' }), [])
  })

  test('objects are found by size, by age and by tag', async () => {
    assert.equal(await search({ min: '4' }), ['large.bin'])
    assert.is((await search({ max: '4' })).length, 7)
    assert.equal(await search({ tag: 'split' }), ['logs/a.txt'])
    assert.equal([await search({ tag: 'split=train', text: 'a' }), await search({ tag: 'split=test' })], [['logs/a.txt'], []])
    assert.equal(await search({ before: '2020-01-01T00:00:00Z' }), [])
    assert.is((await search({ since: '2020-01-01T00:00:00Z' })).length, 8)
  })

  test('a folder is counted', async () => {
    const sums = await heard<Sum>('size', { prefix: 'logs/' })
    assert.equal(sums.at(-1), { objects: 4, size: 12, state: 'done' })
  })

  test('a listing is saved as a file that no program runs', async () => {
    const send = await host.as(peer().root)
    const ask = async (query: string) => send('GET', `/api/v1/buckets/${bucket}/objects/export?${query}`)
    const csv = await ask('recursive=true')
    assert.equal([csv.statusCode, csv.headers['content-type']], [200, 'text/csv; charset=utf-8'])
    assert.match(String(csv.headers['content-disposition']), /^attachment; filename="found-/)
    const lines = csv.payload.split('\r\n')
    assert.equal([lines[0], lines.length], ['Name,Last Modified,Size,ETag', 10])
    assert.match(csv.payload, /\r\n"'=cmd,""quoted"".txt",20/)
    const all = JSON.parse((await ask('recursive=true&format=json')).payload) as { name: string; size?: number }[]
    assert.equal([all.length, all.find(({ name }) => name === 'large.bin')?.size], [8, 5000])
    assert.equal((JSON.parse((await ask('format=json&prefix=logs/')).payload) as { name: string }[]).map(({ name }) => name), ['logs/a.txt', 'logs/deep/', 'logs/epoch-archive/'])
    assert.equal(JSON.parse((await ask('format=json&prefix=none/')).payload), [])
    assert.is((await send('GET', `/api/v1/buckets/no-such-bucket-here/objects/export`)).statusCode, 404)
  })
})
