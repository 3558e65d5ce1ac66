import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert, test } from '../../lib/suite.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import type { ObjectsBackend } from '../../../plugins/object-browser/backend.ts'
import { bucket, filesIn, openEngine, put, randomFrom, read, signIn } from './workspace.ts'
import { until } from '../../lib/until.ts'
import { listing } from '../../lib/listing.ts'

const ROUNDS = 20
const WRITERS = 8

/** Content that identifies its object: a line with its key, turn and length, then noise derived from these. */
const contentOf = (key: string, turn: number) => {
  const length = 1 + Math.floor(randomFrom(turn * 31 + key.length)() * 300_000)
  const head = Buffer.from(`${key} ${turn} ${length}\n`)
  const seed = createHash('sha256').update(head).digest()
  return Buffer.concat([head, Buffer.alloc(length, seed)])
}

const assertWhole = (key: string, content: Buffer): number => {
  const [name, turn] = content.subarray(0, content.indexOf('\n')).toString().split(' ')
  assert.is(name, key)
  assert.ok(content.equals(contentOf(key, Number(turn))), `${key} is not whole`)
  return Number(turn)
}

/** Messages of the process that is killed: an object was acknowledged, or is about to be removed. */
type Message = { kind: 'stored' | 'removing'; bucket: string; key: string; turn: number }

const report = (message: Message) => new Promise((resolve) => process.send?.(message, resolve))

/** The process that is killed: stores objects endlessly, and reports each as soon as it is acknowledged. */
const writeForever = async (folder: string, round: number) => {
  const objects = (await signIn(await openEngine(folder)))['object-browser']
  const work = async (writer: number) => {
    for (let turn = round * 10_000; ; turn += 1) {
      const key = turn % 3 === 0 ? `again-${writer}` : `round-${round}/${writer}-${turn}`
      const name = turn % 2 === 0 ? 'plain' : 'versioned'
      await put(objects, name, key, contentOf(key, turn))
      void report({ kind: 'stored', bucket: name, key, turn })
      if (turn % 7 !== 0 || turn % 3 === 0) continue
      await report({ kind: 'removing', bucket: name, key, turn })
      await objects.remove(name, key)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => work(writer)))
}

const checkAll = async (objects: ObjectsBackend, name: string) => {
  const { objects: items } = await objects.list(name, listing({ versions: true, limit: 1e9 }))
  const versions = items.filter(({ is_delete_marker }) => !is_delete_marker)
  for (const { name: key, version_id } of versions) assertWhole(key, await read(objects, name, key, version_id))
  return versions.length
}

const main = () => {
  test('after twenty kills during uploads every acknowledged object is complete and no partial one is visible', async () => {
    const folder = temporaryFolder()
    const first = await openEngine(folder)
    const { buckets } = await signIn(first)
    await buckets.add(bucket('plain'))
    await buckets.add(bucket('versioned', { versioning: true }))
    await first.close()

    const acknowledged = new Map<string, number>()
    for (let round = 1; round <= ROUNDS; round += 1) {
      const child = fork(fileURLToPath(import.meta.url), {
        env: { ...process.env, WRITER_FOLDER: folder, WRITER_ROUND: String(round) },
      })
      let reported = 0
      const isReached = new Promise<void>((resolve) => {
        child.on('message', () => {
          reported += 1
          if (reported > WRITERS + 2 * round) resolve()
        })
      })
      child.on('message', ({ kind, bucket: name, key, turn }: Message) => {
        if (kind === 'stored')
          acknowledged.set(`${name} ${key}`, Math.max(turn, acknowledged.get(`${name} ${key}`) ?? 0))
        else acknowledged.delete(`${name} ${key}`)
      })
      await isReached
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    assert.ok(acknowledged.size > ROUNDS, `${acknowledged.size} were acknowledged`)

    const engine = await openEngine(folder)
    const backend = await signIn(engine)
    const objects = backend['object-browser']
    for (const [name, turn] of acknowledged) {
      const [inBucket = '', key = ''] = name.split(' ')
      assert.ok(assertWhole(key, await read(objects, inBucket, key)) >= turn, `${name} went back`)
    }
    const versions = (await checkAll(objects, 'plain')) + (await checkAll(objects, 'versioned'))

    // every file belongs to a version
    await until(() => filesIn(folder).length <= versions)
    assert.is(filesIn(folder).length, versions)
    assert.equal(readdirSync(join(folder, 'temporary')), [])
    const counted = (await backend.buckets.list()).map(({ name, objects: count }) => [name, count])
    for (const [name, count] of counted) {
      const { objects: items } = await objects.list(String(name), listing({ limit: 1e9 }))
      assert.is(items.length, count)
    }
  })
}

if (process.env.WRITER_FOLDER) await writeForever(process.env.WRITER_FOLDER, Number(process.env.WRITER_ROUND))
else main()
