import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, test } from '../../lib/suite.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { folderAt } from '../../../engines/embedded/store/folder.ts'
import { openVault, type Vault } from '../../../engines/embedded/store/vault.ts'
import { bucket, openEngine, put, read, root, signIn } from './workspace.ts'
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
  const withOther = (await signIn(otherEngine))['object-browser']
  const refused = await failureOf(put(withOther, 'vault', 'more.txt', text))
  assert.is(refused.status, 503)
  assert.match(refused.detail ?? '', /not the key that its data is encrypted with/)
  assert.match((await failureOf(read(withOther, 'vault', 'letter.txt'))).detail ?? '', /not the key/)
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
    assert.equal(readdirSync(folder.path).sort(), ['encryption.key', 'encryption.key.check'])
  }
})

/** Opens an engine, and returns what it warns of. */
const warningsOf = async (folder: string) => {
  const warnings: string[] = []
  const warn = (_about: object, text: string) => void warnings.push(text)
  const log = { info: () => undefined, warn, error: warn }
  const engine = await openEngine(folder, root, { log })
  return { engine, warnings }
}

test('a start warns of a missing or wrong key, and not of the right one', async () => {
  const folder = temporaryFolder()
  const { engine } = await stored(folder)
  await engine.close()
  const key = readFileSync(keyOf(folder))
  const expect = async (...expected: RegExp[]) => {
    const { engine: opened, warnings } = await warningsOf(folder)
    await opened.close()
    assert.is(warnings.length, expected.length, warnings.join('\n'))
    for (const [at, pattern] of expected.entries()) assert.match(warnings[at] ?? '', pattern)
  }
  await expect()
  rmSync(keyOf(folder))
  await expect(/neither read nor stored: encryption\.key is missing/)
  writeFileSync(keyOf(folder), 'ab'.repeat(32))
  await expect(/neither read nor stored: encryption\.key .* is not the key that its data is encrypted with/)
  writeFileSync(keyOf(folder), key)
  await expect()
})

test('data of an earlier version proves its key, so that nothing is stored with another one', async () => {
  const folder = temporaryFolder()
  const { engine, buckets } = await stored(folder)
  await buckets.setEncryption('vault', undefined)
  await engine.close()
  const key = readFileSync(keyOf(folder))
  const check = join(folder, 'encryption.key.check')
  for (const other of [key, Buffer.from('ab'.repeat(32))]) {
    rmSync(check)
    writeFileSync(keyOf(folder), other)
    const { engine: opened, warnings } = await warningsOf(folder)
    assert.is(warnings.length, other === key ? 0 : 1)
    const backend = await signIn(opened)
    await backend.buckets.setEncryption('vault', sealed)
    const storing = put(backend['object-browser'], 'vault', 'more.txt', text)
    if (other === key) await storing
    else assert.is((await failureOf(storing)).status, 503)
    // the right key works without a restart
    writeFileSync(keyOf(folder), key)
    await put(backend['object-browser'], 'vault', 'more.txt', text)
    await opened.close()
  }
})

test('a key that a person puts into a new folder is used', async () => {
  const folder = temporaryFolder()
  writeFileSync(keyOf(folder), 'ab'.repeat(32))
  const { objects } = await stored(folder)
  assert.is((await read(objects, 'vault', 'letter.txt')).toString(), text)
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
