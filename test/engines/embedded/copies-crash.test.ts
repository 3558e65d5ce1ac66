import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { assert, test } from '../../lib/suite.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { until } from '../../lib/until.ts'
import { bucket, filesIn, openEngine, put, read, signIn } from './workspace.ts'
import { listing } from '../../lib/listing.ts'

const ROUNDS = 5
const OBJECTS = 12

const contentOf = (one: number) => `object ${one} `.repeat(1000)

/** The process that is killed: moves all objects from one bucket to the other and back, endlessly. */
const moveForever = async (folder: string) => {
  const objects = (await signIn(await openEngine(folder)))['object-browser']
  const work = async (one: number) => {
    const key = `folder/${one}`
    const { objects: inLeft } = await objects.list('left', listing({ prefix: key }))
    for (
      let from = inLeft.some(({ name }) => name === key) ? 'left' : 'right';
      ;
      from = from === 'left' ? 'right' : 'left'
    ) {
      const to = from === 'left' ? 'right' : 'left'
      await objects.move({ from: { bucket: from, key, version: undefined }, to: { bucket: to, key }, existing: 'keep' })
      process.send?.('moved')
    }
  }
  await Promise.all(Array.from({ length: OBJECTS }, (_, one) => work(one)))
}

const main = () => {
  test('after repeated kills during moves every object is complete and in one place', async () => {
    const folder = temporaryFolder()
    const first = await openEngine(folder)
    const { buckets, 'object-browser': objects } = await signIn(first)
    for (const name of ['left', 'right']) await buckets.add(bucket(name))
    for (let one = 0; one < OBJECTS; one += 1) await put(objects, 'left', `folder/${one}`, contentOf(one))
    await first.close()
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = fork(fileURLToPath(import.meta.url), { env: { ...process.env, MOVER_FOLDER: folder } })
      let moves = 0
      await new Promise<void>((resolve) => child.on('message', () => (moves += 1) > OBJECTS + round && resolve()))
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    const engine = await openEngine(folder)
    const after = (await signIn(engine))['object-browser']
    const at = async (name: string) =>
      (await after.list(name, listing())).objects.map(({ name: key }) => ({ name, key }))
    const all = [...(await at('left')), ...(await at('right'))]
    assert.equal(all.map(({ key }) => key).sort(), Array.from({ length: OBJECTS }, (_, one) => `folder/${one}`).sort())
    for (const { name, key } of all)
      assert.is((await read(after, name, key)).toString(), contentOf(Number(key.slice(7))))
    await until(() => filesIn(folder).length === OBJECTS)
  })
}

if (process.env.MOVER_FOLDER) await moveForever(process.env.MOVER_FOLDER)
else main()
