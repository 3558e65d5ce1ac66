import { randomBytes } from 'node:crypto'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, test } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { createSeal, sessionKey } from '../../server/seal.ts'

const folder = temporaryFolder('seal')

test('a sealed text opens only with the same key and purpose', () => {
  const key = randomBytes(32)
  const sealed = createSeal(key).close('secret ✓', 'session')
  assert.is(createSeal(key).open(sealed, 'session'), 'secret ✓')
  assert.is(createSeal(key).open(sealed, 'sso'), undefined)
  assert.is(createSeal(randomBytes(32)).open(sealed, 'session'), undefined)
  assert.not.match(sealed, /secret/)
})

test('a modified, truncated or forged seal is refused', () => {
  const seal = createSeal(randomBytes(32))
  const bytes = Buffer.from(seal.close('secret', 'session'), 'base64url')
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    assert.is(seal.open(changed.toString('base64url'), 'session'), undefined)
    assert.is(seal.open(bytes.subarray(0, index).toString('base64url'), 'session'), undefined)
  }
  const sealed = bytes.toString('base64url')
  for (const spelling of [`${sealed}=`, `${sealed}.`, `${sealed}\n`, ` ${sealed}`])
    assert.is(seal.open(spelling, 'session'), undefined, 'another spelling of the same bytes')
  assert.is(seal.open('', 'session'), undefined)
  assert.is(seal.open('§§§', 'session'), undefined)
})

test('the same text is sealed differently every time', () => {
  const seal = createSeal(randomBytes(32))
  assert.is.not(seal.close('a', 'session'), seal.close('a', 'session'))
})

test('consoles with the same passphrase and salt share a key, and others do not', async () => {
  const key = (passphrase: string, salt?: string) => sessionKey({ passphrase, salt, folder: undefined })
  assert.equal(await key('pass', 'salt'), await key('pass', 'salt'))
  assert.equal(await key('pass'), await key('pass'))
  assert.not.equal(await key('pass', 'salt'), await key('pass', 'other'))
  assert.not.equal(await key('pass', 'salt'), await key('word', 'salt'))
})

test('a data folder has one key, readable by its owner only, even with concurrent requests', async () => {
  const from = { passphrase: undefined, salt: undefined, folder: join(folder, 'new') }
  const [one, ...others] = await Promise.all(Array.from({ length: 4 }, () => sessionKey(from)))
  assert.is(one?.length, 32)
  for (const other of others) assert.equal(other, one)
  assert.equal(await sessionKey(from), one)
  assert.equal(readdirSync(from.folder), ['session.key'])
  assert.is(statSync(join(from.folder, 'session.key')).mode & 0o777, 0o600)
})

test('a data folder that cannot hold the key is named with its variable', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const from = { passphrase: undefined, salt: undefined, folder: join(file, 'data') }
  const { message } = await sessionKey(from).then(
    () => new Error('no error'),
    (error: Error) => error,
  )
  assert.match(message, /^CONSOLE_DATA names ".*file\/data", which cannot be written: /)
})

test('without a passphrase and a folder each process has a separate key', async () => {
  const from = { passphrase: undefined, salt: undefined, folder: undefined }
  assert.not.equal(await sessionKey(from), await sessionKey(from))
})
