import { assert, test } from '../../lib/suite.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { isVersionId, nextOrder } from '../../../engines/embedded/store/keys.ts'
import { listPage, type Query } from '../../../engines/embedded/store/listing.ts'
import type { BucketRecord, Version } from '../../../engines/embedded/store/records.ts'
import { openStore } from '../../../engines/embedded/store/store.ts'
import {
  addVersion,
  findVersion,
  hasBlob,
  idOf,
  removeKey,
  removeVersion,
  usageOf,
} from '../../../engines/embedded/store/versions.ts'
import { randomFrom } from './workspace.ts'

type Store = Awaited<ReturnType<typeof openStore>>
type StoredVersion = { id: string; blob: string | undefined; size: number }

/** Expected content of a bucket, as simply as possible: every key with its versions, the newest first. */
class Model {
  readonly keys = new Map<string, StoredVersion[]>()
  constructor(readonly versioning: () => BucketRecord['versioning']) {}

  private add(key: string, version: StoredVersion) {
    const stored = (this.keys.get(key) ?? []).filter(({ id }) => version.id !== 'null' || id !== 'null')
    this.keys.set(key, [version, ...stored])
  }

  put(key: string, version: StoredVersion) {
    this.add(key, version)
  }

  remove(key: string, marker: () => string) {
    const newest = this.keys.get(key)?.[0]
    if (!newest?.blob) return
    if (this.versioning() === 'off') this.keys.delete(key)
    else this.add(key, { id: marker(), blob: undefined, size: 0 })
  }

  removeVersion(key: string, id: string) {
    const stored = (this.keys.get(key) ?? []).filter((version) => version.id !== id)
    if (stored.length > 0) this.keys.set(key, stored)
    else this.keys.delete(key)
  }

  list({ prefix, recursive, versions }: Pick<Query, 'prefix' | 'recursive' | 'versions'>): string[] {
    const byBytes = [...this.keys.keys()].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    const lines: string[] = []
    for (const key of byBytes.filter((name) => name.startsWith(prefix))) {
      const stored = this.keys.get(key) ?? []
      const listed = versions ? stored : stored.slice(0, 1).filter(({ blob }) => blob)
      const slash = recursive ? -1 : key.indexOf('/', prefix.length)
      if (slash < 0) lines.push(...listed.map(({ id }, location) => `${key} ${id}${location === 0 ? ' latest' : ''}`))
      else if (listed.length > 0 && lines.at(-1) !== key.slice(0, slash + 1)) lines.push(key.slice(0, slash + 1))
    }
    return lines
  }

  usage() {
    const all = [...this.keys.values()]
    return {
      size: all.flat().reduce((sum, { size }) => sum + size, 0),
      objects: all.filter(([newest]) => newest?.blob).length,
      versions: all.flat().length,
    }
  }
}

const segments = [
  'a',
  'b',
  'ab',
  'é',
  '🧱',
  '..',
  '.',
  '',
  'ÿ',
  '\uffff',
  '%2F',
  ' ',
  '\u0001',
  'z'.repeat(300),
  '__proto__',
  '0',
]

const pages = (store: Store, query: Query): string[] => {
  const lines: string[] = []
  let cursor: string | undefined
  do {
    const page = listPage(store.index, { ...query, cursor })
    assert.ok(page.lines.length <= query.limit)
    assert.ok(page.cursor === undefined || page.lines.length === query.limit, 'only a full page has a next one')
    lines.push(
      ...page.lines.map(({ name, version, latest }) =>
        version ? `${name} ${idOf(version)}${latest ? ' latest' : ''}` : name,
      ),
    )
    cursor = page.cursor
  } while (cursor !== undefined)
  return lines
}

const rounds: [name: string, versioning: () => BucketRecord['versioning']][] = [
  ['without versions', () => 'off'],
  ['with versions', () => 'enabled'],
]

for (const [seed, [name, versioning]] of rounds.entries()) {
  test(`after random changes a bucket ${name} lists, pages, finds and counts exactly`, async () => {
    await compare(seed + 1, versioning)
  })
}

test('a bucket with toggled versioning keeps one null version and all others', async () => {
  const next = randomFrom(99)
  let now: BucketRecord['versioning'] = 'off'
  await compare(3, () => {
    if (next() < 0.05) now = next() < 0.5 ? 'enabled' : 'suspended'
    return now
  })
})

async function compare(seed: number, versioning: () => BucketRecord['versioning']) {
  const store = await openStore(temporaryFolder())
  const { index } = store
  const next = randomFrom(seed)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)]!
  const key = () => Array.from({ length: 1 + Math.floor(next() * 3) }, () => pick(segments)).join('/') || 'a'

  let mode: BucketRecord['versioning'] = 'off'
  const bucket = (): BucketRecord => ({ id: 7, name: 'b', created: 0, versioning: mode, locking: false })
  const model = new Model(() => mode)
  const neighbors: BucketRecord[] = [6, 8].map((id) => ({ ...bucket(), id }))
  await index.write(() => {
    for (const neighbor of neighbors) {
      for (const name of ['a', 'a/a', 'b']) {
        addVersion(
          { index, bucket: neighbor, key: name, dropped: [] },
          { size: 1, modified: 1, etag: '', type: '', blob: `${neighbor.id}${name.length}`.padStart(32, 'e') },
        )
      }
    }
  })

  let made = 0
  for (let step = 0; step < 40; step += 1) {
    const dropped: string[] = []
    await index.write(() => {
      for (let change = 0; change < 10; change += 1) {
        mode = versioning()
        const name = next() < 0.5 && model.keys.size > 0 ? pick([...model.keys.keys()]) : key()
        const location = { index, bucket: bucket(), key: name, dropped }
        const newest = () => idOf(findNewest(location) as Version)
        const what = next()
        if (what < 0.55) {
          const blob = (made += 1).toString(16).padStart(32, '0')
          const size = Math.floor(next() * 1000)
          const version = addVersion(location, { size, modified: made, etag: blob, type: '', blob })
          model.put(name, { id: idOf(version), blob, size })
        } else if (what < 0.8) {
          removeKey(location)
          model.remove(name, newest)
        } else {
          const id = pick([...(model.keys.get(name) ?? []).map((version) => version.id), 'null', nextOrder(undefined)])
          removeVersion(location, id)
          model.removeVersion(name, id)
        }
      }
    })

    for (const versions of [false, true]) {
      for (const recursive of [false, true]) {
        for (const prefix of ['', 'a', 'a/', `${key()}/`, key()]) {
          const query = { bucket: 7, prefix, recursive, versions, limit: pick([1, 2, 3, 7, 1000]) }
          assert.equal(pages(store, query), model.list(query), JSON.stringify(query))
        }
      }
    }
    assert.equal(usageOf(index, bucket()), model.usage())
    for (const [name, stored] of model.keys) {
      const location = { index, bucket: bucket(), key: name, dropped: [] }
      for (const { id, blob } of stored) assert.is(findVersion(location, id)?.blob, blob)
      assert.is(findVersion(location, undefined)?.blob, stored[0]?.blob)
    }
    const expected = [...model.keys.values()].flat().flatMap(({ blob }) => blob ?? [])
    for (const blob of expected) assert.ok(hasBlob(index, blob))
    for (const blob of dropped) assert.not(hasBlob(index, blob))
  }
  for (const neighbor of neighbors) assert.equal(usageOf(index, neighbor), { size: 3, objects: 3, versions: 3 })
  await store.close()
}

function findNewest(location: Parameters<typeof findVersion>[0]) {
  const [line] = listPage(location.index, {
    bucket: location.bucket.id,
    prefix: location.key,
    recursive: true,
    versions: true,
    limit: 1,
  }).lines
  return line?.version
}

test('order IDs are UUIDs of version 7 that only grow, even if the clock goes back', () => {
  let last = nextOrder(undefined)
  for (let round = 0; round < 1000; round += 1) {
    const order = nextOrder(last)
    assert.ok(isVersionId(order) && order > last)
    last = order
  }
  const future = 'ffffffff-0000-7000-8000-000000000000'
  assert.ok(nextOrder(future) > future)
  assert.match(nextOrder(undefined), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('an impossible prefix lists nothing, and no cursor leaves its prefix', async () => {
  const store = await openStore(temporaryFolder())
  const query = { bucket: 1, prefix: '', recursive: true, versions: true, limit: 10 }
  await store.index.write(() => {
    const bucket: BucketRecord = { id: 1, name: 'b', created: 0, versioning: 'enabled', locking: false }
    for (const size of [1, 2])
      addVersion({ index: store.index, bucket, key: 'a', dropped: [] }, { size, modified: 0, etag: '', type: '' })
  })
  for (const prefix of ['a\0', 'x'.repeat(5000), '\0'])
    assert.equal(listPage(store.index, { ...query, prefix }).lines, [])
  for (const cursor of [
    '',
    'x',
    Buffer.from('{"name":1}').toString('base64url'),
    Buffer.from(JSON.stringify({ name: 'x'.repeat(9000) })).toString('base64url'),
  ])
    assert.throws(() => listPage(store.index, { ...query, cursor }), /cursor/)
  const marks = [{ name: '' }, { name: 'A' }, { name: 'A', order: nextOrder(undefined) }, { name: 'A', folder: true }]
  for (const mark of marks) {
    for (const versions of [true, false]) {
      const cursor = Buffer.from(JSON.stringify(mark)).toString('base64url')
      assert.equal(listPage(store.index, { ...query, versions, prefix: 'b', cursor }).lines, [], JSON.stringify(mark))
    }
  }
  await store.close()
})
