import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, test } from '../../lib/suite.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { folderAt } from '../../../engines/embedded/store/folder.ts'
import { openVault, type Vault } from '../../../engines/embedded/store/vault.ts'
import { bucket, openEngine, put, read, signIn } from './workspace.ts'
import { failureOf } from '../../lib/failure-of.ts'

const text = 'a sentence that nobody may find on the disk\n'.repeat(500)
const sealed = { algorithm: 'AES256', kmsMasterKeyID: '' } as const

/** Whether a blob of the folder holds these bytes. */
const isOnDisk = (folder: string, bytes: string) =>
  readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(bytes))

const keyOf = (folder: string) => join(folder, 'encryption.key')

const stored = async (folder: string) => {
  const engine = await openEngine(folder)
  const { buckets, 'object-browser': objects } = await signIn(engine)
  await buckets.add(bucket('vault'))
  await buckets.setEncryption('vault', sealed)
  await put(objects, 'vault', 'letter.txt', text)
  return { engine, objects, buckets }
}

test('objects of an encrypted bucket are unreadable on disk, and readable after a restart', async () => {
  const folder = temporaryFolder()
  const { engine, objects } = await stored(folder)
  assert.not(isOnDisk(folder, 'a sentence'))
  assert.is(statSync(keyOf(folder)).mode & 0o777, 0o600)
  assert.is((await read(objects, 'vault', 'letter.txt')).toString(), text)
  await engine.close()

  const again = await openEngine(folder)
  assert.is((await read((await signIn(again))['object-browser'], 'vault', 'letter.txt')).toString(), text)
  await again.close()
})

test('two objects with the same content differ on disk', async () => {
  const folder = temporaryFolder()
  const { objects } = await stored(folder)
  await put(objects, 'vault', 'copy.txt', text)
  const files = readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const [one, other] = files.map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  assert.is(files.length, 2)
  assert.not(one?.equals(other as Buffer))
})

test('a missing or wrong key is reported and loses no data', async () => {
  const folder = temporaryFolder()
  const { engine } = await stored(folder)
  await engine.close()
  const key = readFileSync(keyOf(folder))

  rmSync(keyOf(folder))
  const without = await openEngine(folder)
  const objects = (await signIn(without))['object-browser']
  const missing = await failureOf(read(objects, 'vault', 'letter.txt'))
  assert.is(missing.status, 503)
  assert.match(missing.detail ?? '', /encryption\.key is missing/)
  assert.match((await failureOf(put(objects, 'vault', 'more.txt', text))).detail ?? '', /encryption\.key is missing/)
  await without.close()

  writeFileSync(keyOf(folder), 'ab'.repeat(32))
  const otherEngine = await openEngine(folder)
  assert.match(
    (await failureOf(read((await signIn(otherEngine))['object-browser'], 'vault', 'letter.txt'))).detail ?? '',
    /not the key/,
  )
  await otherEngine.close()

  writeFileSync(keyOf(folder), key)
  const again = await openEngine(folder)
  assert.is((await read((await signIn(again))['object-browser'], 'vault', 'letter.txt')).toString(), text)
  await again.close()
})

test('concurrent first encryptions, by any number of vaults on one folder, share one key', async () => {
  for (let round = 0; round < 100; round += 1) {
    const folder = folderAt(temporaryFolder())
    const vaults = [openVault(folder), openVault(folder), openVault(folder)]
    const first = async (vault: Vault) => {
      await vault.makeKey()
      return (await vault.encrypt()).cipher
    }
    const ciphers = await Promise.all([...vaults, ...vaults].map(first))
    const again = openVault(folder)
    for (const cipher of ciphers) await again.decrypt(cipher, 0)
    assert.equal(readdirSync(folder.path), ['encryption.key'])
  }
})

test('an invalid key is refused and never replaced', async () => {
  for (const text of ['', 'ab'.repeat(31), `${'ab'.repeat(32)}ab`, 'xy'.repeat(32)]) {
    const folder = folderAt(temporaryFolder())
    writeFileSync(keyOf(folder.path), text)
    const vault = openVault(folder)
    assert.match((await failureOf(vault.makeKey())).detail ?? '', /is not a key of 64 hexadecimal digits; restore it/)
    assert.match((await failureOf(vault.encrypt())).detail ?? '', /is not a key/)
    assert.is(readFileSync(keyOf(folder.path), 'utf8'), text)
    writeFileSync(keyOf(folder.path), 'ab'.repeat(32))
    await vault.encrypt()
  }
})
