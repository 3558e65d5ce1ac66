import { assert, test } from '../../../test/lib/suite.ts'
import { columnsOf } from '../pages/columns.tsx'
import { foldersFirst, modifiedOf, sizeOf, toRow } from '../pages/items.ts'

const stored = '2026-11-19T08:14:02Z'
const object = (name: string, size = 1) => ({ name, size, last_modified: stored })
const folder = (name: string) => ({ name, last_modified: '0001-01-01T00:00:00Z' })
const rowsOf = (prefix: string, items: ReturnType<typeof folder>[]) => items.map((item) => toRow(item, prefix))

test('an entry is named by the part of its key after the folder', () => {
  assert.equal(
    rowsOf('a/', [object('a/b'), folder('a/c/'), object('a/ d'), folder('a//')]).map(({ name, kind }) => [name, kind]),
    [
      ['b', 'object'],
      ['c/', 'folder'],
      [' d', 'object'],
      ['/', 'folder'],
    ],
  )
})

test('the marker object of a folder is an object in it, with its exact key', () => {
  const row = toRow(object('a/b/', 0), 'a/b/')
  assert.equal([row.path, row.name, row.kind], ['a/b/', 'b/', 'object'])
  assert.is(columnsOf('bucket', 'wide')[0]?.href?.(row), undefined)
})

test('folders come first in every order, and numbers in names sort numerically', () => {
  const rows = rowsOf('', [object('b', 5), object('a10', 1), object('a9', 9), folder('x/'), folder('c/')])
  const names = (sort: string) => foldersFirst(rows, columnsOf('bucket', 'wide'), sort).map(({ name }) => name)
  assert.equal(names('name'), ['c/', 'x/', 'a9', 'a10', 'b'])
  assert.equal(names('-name'), ['x/', 'c/', 'b', 'a10', 'a9'])
  assert.equal(names('size'), ['x/', 'c/', 'a10', 'b', 'a9'])
  assert.equal(names('-size'), ['x/', 'c/', 'a9', 'b', 'a10'])
})

test('a folder has no date and no size', () => {
  const [one, other] = rowsOf('', [folder('x/'), object('y', 2048)])
  assert.is(one && modifiedOf(one), undefined)
  assert.match((other && modifiedOf(other)) ?? '', /^2026-11-19 \d\d:\d\d:02$/)
  assert.is(other && sizeOf([other, other]), '4.0 KiB')
  assert.is(one && other && sizeOf([one, other]), undefined)
})
