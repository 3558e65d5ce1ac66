import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, test } from '../../lib/suite.ts'
import { closeAtEnd } from '../../lib/close-at-end.ts'
import { mountDisk, noDisk } from '../../lib/small-disk.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { backUp } from '../../../engines/embedded/backup.ts'
import { checkFolder } from '../../../engines/embedded/check.ts'
import { StartError } from '../../../engines/start-error.ts'
import { until } from '../../lib/until.ts'
import { bucket, openEngine, put, read, root, signIn } from './workspace.ts'
import { listing } from '../../lib/listing.ts'

const withKey = { withKey: true }

const refusal = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason)
  if (error instanceof StartError) return error.message
  throw error instanceof Error ? error : new Error('Expected a failure')
}

const contentOf = (key: string) => `${key} `.repeat(1 + (Number(key.replace(/\D/g, '')) % 40) * 997)

test('a backup of a running storage contains everything acknowledged before, despite concurrent writes', async () => {
  const folder = temporaryFolder()
  const engine = await openEngine(folder)
  const { buckets, 'object-browser': objects } = await signIn(engine)
  await buckets.add(bucket('plain'))
  await buckets.add(bucket('sealed', { versioning: true }))
  await buckets.setEncryption('sealed', { algorithm: 'AES256', kmsMasterKeyID: '' })
  for (let index = 0; index < 60; index += 1)
    await put(objects, index % 2 ? 'plain' : 'sealed', `before-${index}`, contentOf(`before-${index}`))

  let over = false
  const churn = async (writer: number) => {
    for (let turn = 0; !over; turn += 1) {
      const key = `churn-${writer}-${turn % 5}`
      await put(objects, 'plain', key, contentOf(key))
      if (turn % 3 === 0) await objects.remove('plain', key)
    }
  }
  const churning = Promise.all([0, 1, 2, 3].map(churn))
  const backups = [1, 2, 3].map((round) => join(temporaryFolder(), `backup-${round}`))
  for (const backup of backups) await backUp(folder, backup, withKey)
  over = true
  await churning
  // the storage notices that a backup has ended, deletes its copy of the index, and the files that were removed
  // meanwhile
  await until(() => readdirSync(join(folder, 'temporary')).length === 0)
  await onlyVersions(folder, objects)
  await engine.close()
  assert.equal((await checkFolder(folder)).problems, [])

  for (const backup of backups) {
    const findings = await checkFolder(backup)
    assert.equal(findings.problems, [])
    assert.is(findings.orphans, 0)
    const restored = join(temporaryFolder(), 'restored')
    cpSync(backup, restored, { recursive: true })
    const next = await openEngine(restored)
    const restoredObjects = (await signIn(next))['object-browser']
    for (let index = 0; index < 60; index += 1) {
      const key = `before-${index}`
      assert.is((await read(restoredObjects, index % 2 ? 'plain' : 'sealed', key)).toString(), contentOf(key))
    }
    await put(restoredObjects, 'plain', 'after', 'the restore')
    await next.close()
  }
})

/** Waits until every file belongs to a version. */
const onlyVersions = async (folder: string, objects: Awaited<ReturnType<typeof signIn>>['object-browser']) => {
  const files = () =>
    readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      .length
  const lists = await Promise.all(['plain', 'sealed'].map((name) => objects.list(name, listing({ versions: true }))))
  const versions = lists.flatMap((list) => list.objects).length
  await until(() => files() === versions)
}

test('a backup of a stopped storage contains the key only if requested', async () => {
  const folder = temporaryFolder()
  const engine = await openEngine(folder)
  const { buckets, 'object-browser': objects } = await signIn(engine)
  await buckets.add(bucket('sealed'))
  await buckets.setEncryption('sealed', { algorithm: 'AES256', kmsMasterKeyID: '' })
  await put(objects, 'sealed', 'letter', 'secret')
  await engine.close()

  const [without, complete] = [join(temporaryFolder(), 'a'), join(temporaryFolder(), 'b')]
  assert.equal(await backUp(folder, without, { withKey: false }), { blobs: 1, keysLeftOut: ['encryption.key'] })
  assert.not(existsSync(join(without, 'encryption.key')))
  assert.ok(existsSync(join(without, 'encryption.key.check')), 'a wrong key would not be noticed')
  assert.is((await checkFolder(without)).sealed, 1)
  assert.equal(await backUp(folder, complete, withKey), { blobs: 1, keysLeftOut: [] })
  assert.equal((await checkFolder(complete)).problems, [])
})

test('a backup contains added plugins and the history, and all keys if requested', async () => {
  const folder = temporaryFolder()
  await (await openEngine(folder)).close()
  mkdirSync(join(folder, 'plugins/own/server'), { recursive: true })
  const files = ['plugins/plugins.lock', 'plugins/own/server/server.mjs', 'history', 'secrets.key']
  for (const file of files) writeFileSync(join(folder, file), file)

  const [without, complete] = [join(temporaryFolder(), 'a'), join(temporaryFolder(), 'b')]
  const { keysLeftOut } = await backUp(folder, without, { withKey: false })
  assert.ok(keysLeftOut.includes('secrets.key'))
  await backUp(folder, complete, withKey)
  const copied = (backup: string) =>
    files.filter((file) => existsSync(join(backup, file)) && readFileSync(join(backup, file), 'utf8') === file)
  assert.equal(copied(without), files.slice(0, 3))
  assert.equal(copied(complete), files)
})

test('a backup fails if the storage restarts meanwhile, and leaves no data folder', async () => {
  const folder = temporaryFolder()
  const engine = await openEngine(folder)
  const { buckets, 'object-browser': objects } = await signIn(engine)
  await buckets.add(bucket('many'))
  for (let index = 0; index < 200; index += 1) await put(objects, 'many', `${index}`, 'x')
  const target = join(temporaryFolder(), 'backup')
  const failing = refusal(backUp(folder, target, withKey))
  while (!existsSync(join(target, 'index', 'data.mdb'))) await new Promise((resolve) => setImmediate(resolve))
  await engine.restart(await engine.login(root))
  const message = await failing
  assert.match(message, /stopped or restarted during the backup|could not be copied/)
  assert.match(await refusal(checkFolder(target)), /is not a data folder/)
})

test('a backup needs an empty folder outside the data folder, and a valid data folder as source', async () => {
  const folder = temporaryFolder()
  await (await openEngine(folder)).close()
  const full = temporaryFolder()
  writeFileSync(join(full, 'letter'), '')
  assert.match(await refusal(backUp(folder, full, withKey)), /is not empty; name a new or an empty folder/)
  assert.match(await refusal(backUp(folder, join(folder, 'backup'), withKey)), /is inside the data folder/)
  assert.match(await refusal(backUp(full, temporaryFolder(), withKey)), /is not a data folder/)
  for (const [link, target] of [
    [join(temporaryFolder(), 'link'), folder],
    [join(temporaryFolder(), 'blobs'), join(folder, 'blobs')],
  ] as const) {
    symlinkSync(target, link)
    assert.match(await refusal(backUp(folder, join(link, 'new/backup'), withKey)), /is inside the data folder/)
  }
  const linked = join(temporaryFolder(), 'data')
  symlinkSync(folder, linked)
  assert.match(await refusal(backUp(linked, join(folder, 'backup'), withKey)), /is inside the data folder/)
  const file = join(full, 'letter')
  assert.is(
    await refusal(backUp(folder, file, withKey)),
    `The backup cannot be written to ${file}: it is a file; correct this, or name another new or empty folder`,
  )
  assert.equal(readdirSync(full), ['letter'])
})

const disk = mountDisk(4)
if (!disk) console.log(`A backup on a full disk is skipped: ${noDisk}`)

if (disk)
  test('a backup that does not fit on its disk names the folder and the reason', async () => {
    closeAtEnd(() => disk.unmount())
    const folder = temporaryFolder()
    const engine = await openEngine(folder)
    const { buckets, 'object-browser': objects } = await signIn(engine)
    await buckets.add(bucket('large'))
    await put(objects, 'large', 'film', Buffer.alloc(8 * 1024 * 1024))
    const target = join(disk.folder, 'backup')
    assert.match(
      await refusal(backUp(folder, target, withKey)),
      /^The backup cannot be written to \S+: its disk is full; correct/,
    )
    assert.match(await refusal(checkFolder(target)), /is not a data folder/)
  })
