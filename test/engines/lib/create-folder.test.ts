import { existsSync, lstatSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../../lib/suite.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { createFolder } from '../../../engines/lib/create-folder.ts'

const test = suite('create a folder')
const folder = temporaryFolder('create-folder')

test('a folder is created with its parents, and may exist', () => {
  const path = join(folder, 'a/b/c')
  createFolder(path, 0o700)
  createFolder(path, 0o700)
  for (const one of ['a', 'a/b', 'a/b/c']) assert.is(statSync(join(folder, one)).mode & 0o777, 0o700)
})

test('a link to a folder is followed, and one to nothing is named with its target', () => {
  symlinkSync(join(folder, 'a'), join(folder, 'good'))
  createFolder(join(folder, 'good/d'))
  assert.ok(existsSync(join(folder, 'a/d')))
  const link = join(folder, 'dangling')
  symlinkSync('/nowhere/backups', link)
  for (const path of [link, join(link, 'x/y')])
    assert.throws(() => createFolder(path), /dangling is a link to \/nowhere\/backups, which does not exist/)
  assert.ok(lstatSync(link).isSymbolicLink())
})

test('a file, and a folder inside one, are refused', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  assert.throws(() => createFolder(file), /EEXIST/)
  assert.throws(() => createFolder(join(file, 'x')), /ENOTDIR/)
})

test('a file system that refuses new folders with ENOENT is refused', () => {
  if (!existsSync('/proc/1')) return
  for (const path of ['/proc/stowage-data', '/proc/stowage-data/x', '/proc/1/stowage-data'])
    assert.throws(() => createFolder(path), /ENOENT|EACCES/)
})
