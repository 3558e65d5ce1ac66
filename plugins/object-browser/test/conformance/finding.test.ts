import { once } from 'node:events'
import { Readable } from 'node:stream'
import { assert } from '../../../../test/lib/suite.ts'
import { WebSocket } from 'ws'
import type { ObjectsBackend } from '../../backend.ts'
import type { Call } from '../../../../core/protocol/serve.ts'
import type { Endpoint } from '../../../../core/protocol/contract.ts'
import { Failure } from '../../../../core/protocol/failure.ts'
import { finding } from '../../finding/contract.ts'
import { findRoutes } from '../../finding/server.ts'
import { hostileKeys } from '../keys.ts'
import { folderListing } from './object-calls.ts'
import { cookiesOf, type Host, hostOn } from '../../../../test/server/host.ts'
import { addUser, allow, onEveryStorage, expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'

type Message = { found: { name: string }[]; scanned: number; at: string; state: string; cursor?: string }
type Sum = { objects: number; size: number; state: string }

onEveryStorage('search', (test, peer) => {
  let host: Host
  let address: string
  let cookie: string
  let bucket: string

  test.before(async () => {
    host = await hostOn(peer().engine, peer().root)
    address = `127.0.0.1:${await host.listen()}`
    cookie = cookiesOf(await (await host.as())('POST', '/api/v1/login', peer().root))
    bucket = uniqueName('found')
    const { buckets, 'object-browser': objects } = await peer().as()
    await buckets.add({ name: bucket, versioning: false, locking: false })
    const put = (key: string, size = 3) =>
      objects.put(bucket, key, {
        size,
        type: 'text/plain',
        body: Readable.from([Buffer.alloc(size, 'x')]),
        signal: new AbortController().signal,
      })
    for (const key of [
      'logs/a.txt',
      'logs/deep/Epoch-1.bin',
      'logs/deep/epoch-2.bin',
      'logs/epoch-archive/x',
      '=cmd,"quoted".txt',
      'übung/日本語.txt',
      '\u202Egnp.exe',
    ])
      await put(key)
    await put('large.bin', 5000)
    if (await peer().has('object-tags')) await objects.setTags(bucket, 'logs/a.txt', undefined, { split: 'train' })
  })

  /** Returns all messages of a feed up to its end. */
  const messagesOf = async <T>(feed: string, query: Record<string, string>, within = bucket): Promise<T[]> => {
    const socket = new WebSocket(`ws://${address}/ws/objects/${within}/${feed}?${new URLSearchParams(query)}`, {
      headers: { origin: `http://${address}`, cookie },
    })
    const messages: T[] = []
    socket.on('message', (data) => messages.push(JSON.parse(String(data)) as T))
    const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
    assert.is(code, 1000, String(reason))
    return messages
  }
  const foundNames = async (query: Record<string, string>, within = bucket) => {
    const messages = await messagesOf<Message>('search', query, within)
    assert.is(messages.at(-1)?.state, 'done')
    return messages.flatMap(({ found }) => found.map(({ name }) => name))
  }

  test('names below a prefix are found by a part, a pattern and a path, including folders', async () => {
    assert.equal(await foundNames({ text: 'epoch' }), [
      'logs/deep/Epoch-1.bin',
      'logs/deep/epoch-2.bin',
      'logs/epoch-archive/',
    ])
    assert.equal(await foundNames({ text: 'epoch-*.bin', prefix: 'logs/' }), [
      'logs/deep/Epoch-1.bin',
      'logs/deep/epoch-2.bin',
    ])
    assert.equal(await foundNames({ text: '?.txt' }), ['logs/a.txt'])
    assert.equal(await foundNames({ text: 'deep/epoch-2' }), ['logs/deep/epoch-2.bin'])
    assert.equal(await foundNames({ text: '日本' }), ['übung/日本語.txt'])
    assert.equal(await foundNames({ text: 'gnp' }), ['\u202Egnp.exe'])
    assert.equal(await foundNames({ text: 'nothing' }), [])
  })

  test('a folder that exists as an object is found once', async () => {
    const { buckets, 'object-browser': objects } = await peer().as()
    const other = uniqueName('folders')
    await buckets.add({ name: other, versioning: false, locking: false })
    for (const key of ['deep/logs/', 'deep/logs/x'])
      await objects.put(other, key, {
        size: 0,
        type: '',
        body: Readable.from([]),
        signal: new AbortController().signal,
      })
    assert.equal(await foundNames({ text: 'logs' }, other), ['deep/logs/'])
  })

  test('a search for a full name finds it, regardless of its characters', async () => {
    const { buckets, 'object-browser': objects } = await peer().as()
    const other = uniqueName('named')
    await buckets.add({ name: other, versioning: false, locking: false })
    const stored: string[] = []
    for (const key of hostileKeys) {
      // some storages refuse some names
      const result = await objects
        .put(other, key, {
          size: 1,
          type: '',
          body: Readable.from([Buffer.from('x')]),
          signal: new AbortController().signal,
        })
        .catch((error: Failure) => error)
      if (!(result instanceof Failure)) stored.push(key)
    }
    assert.ok(stored.length > 15)
    const matchingNames = (key: string) => [
      key,
      ...Array.from(key.matchAll(/\//g), ({ index }) => key.slice(0, index + 1)),
    ]
    for (const key of stored) {
      const found = await foundNames({ text: key }, other)
      assert.ok(
        found.some((name) => matchingNames(key).includes(name)),
        `${JSON.stringify(key)} is not among ${JSON.stringify(found)}`,
      )
    }
  })

  test('objects are found by tag, also if the server lists none', async () => {
    if (!(await peer().has('object-tags'))) {
      const { 'object-browser': objects } = await peer().as()
      const listing = { ...folderListing('', { metadata: true }), tags: true }
      await expectFailure(501, objects.list(bucket, listing), /object tags/)
      return
    }
    assert.equal(await foundNames({ tag: 'split' }), ['logs/a.txt'])
    assert.equal(
      [await foundNames({ tag: 'split=train', text: 'a' }), await foundNames({ tag: 'split=test' })],
      [['logs/a.txt'], []],
    )
  })

  test('objects are found by size and age', async () => {
    assert.equal(await foundNames({ min: '4' }), ['large.bin'])
    assert.is((await foundNames({ max: '4' })).length, 7)
    assert.equal(await foundNames({ before: '2020-01-01T00:00:00Z' }), [])
    assert.is((await foundNames({ since: '2020-01-01T00:00:00Z' })).length, 8)
  })

  test('the objects of a folder are counted', async () => {
    const sums = await messagesOf<Sum>('size', { prefix: 'logs/' })
    assert.equal(sums.at(-1), { objects: 4, size: 12, state: 'done' })
  })

  test('a search ends when its right is revoked or its bucket deleted, and resumes without duplicates', async () => {
    const backend = await peer().as()
    const [name, policy] = [uniqueName('found'), uniqueName('policy')]
    await backend.buckets.add({ name, versioning: false, locking: false })
    const { 'object-browser': objects } = backend
    const keys = Array.from({ length: 1010 }, (_, at) => `keys/key-${String(at).padStart(4, '0')}`)
    const put = (key: string) =>
      objects.put(name, key, { size: 0, type: '', body: Readable.from([]), signal: new AbortController().signal })
    for (let at = 0; at < keys.length; at += 20) await Promise.all(keys.slice(at, at + 20).map(put))
    const grant = (actions: string[]) => backend.policies.set(policy, allow(actions, [name]))
    await grant(['s3:ListBucket'])
    const pair = await addUser(backend, [policy])
    const ownBackend = (await peer().as(pair))['object-browser']
    const route = findRoutes.find(({ endpoint }) => endpoint === finding.search)!
    /** Starts a search that pauses after each message until the next one is requested. */
    const begin = (cursor?: string, at = '') => {
      const query = { prefix: '', text: 'key', min: '', max: '', since: '', before: '', tag: '', cursor, at }
      const call = { backend: ownBackend, params: { bucket: name }, query, signal: new AbortController().signal }
      return route.handle(call as unknown as Call<Endpoint, ObjectsBackend>) as AsyncGenerator<Message, void>
    }
    const foundNames = begin()
    const first = (await foundNames.next()).value as Message
    assert.equal([first.found.length, first.state], [1001, 'running'])
    await grant(['s3:GetObject'])
    await expectFailure(403, foundNames.next())
    await grant(['s3:ListBucket'])
    const rest = await begin(first.cursor, first.at).next()
    assert.equal(
      [...first.found, ...(rest.value as Message).found].map(({ name: key }) => key),
      ['keys/', ...keys],
    )

    const other = begin()
    await other.next()
    await objects.removeMany(
      name,
      keys.slice(0, 1000).map((path) => ({ path, versionID: '' })),
    )
    await objects.removeMany(
      name,
      keys.slice(1000).map((path) => ({ path, versionID: '' })),
    )
    await backend.buckets.remove(name)
    await expectFailure(404, other.next())
  })

  test('an exported listing has no cell that a spreadsheet runs', async () => {
    const send = await host.as(peer().root)
    const exportObjects = async (query: string) => send('GET', `/api/v1/buckets/${bucket}/objects/export?${query}`)
    const csv = await exportObjects('recursive=true')
    assert.equal([csv.statusCode, csv.headers['content-type']], [200, 'text/csv; charset=utf-8'])
    assert.match(String(csv.headers['content-disposition']), /^attachment; filename="found-/)
    const lines = csv.payload.split('\r\n')
    assert.equal([lines[0], lines.length], ['Name,Last Modified,Size,ETag', 10])
    assert.match(csv.payload, /\r\n"'=cmd,""quoted"".txt",20/)
    const all = JSON.parse((await exportObjects('recursive=true&format=json')).payload) as {
      name: string
      size?: number
    }[]
    assert.equal([all.length, all.find(({ name }) => name === 'large.bin')?.size], [8, 5000])
    assert.equal(
      (JSON.parse((await exportObjects('format=json&prefix=logs/')).payload) as { name: string }[]).map(
        ({ name }) => name,
      ),
      ['logs/a.txt', 'logs/deep/', 'logs/epoch-archive/'],
    )
    assert.equal(JSON.parse((await exportObjects('format=json&prefix=none/')).payload), [])
    assert.is((await send('GET', `/api/v1/buckets/no-such-bucket-here/objects/export`)).statusCode, 404)
  })
})
