import { assert, test } from '../../../test/lib/suite.ts'
import { restorabilityOf } from '../pages/deleted.ts'
import { objectActions } from '../pages/object-actions.ts'
import { countOf, toRows } from '../pages/items.ts'
import { numberedName } from '../transfers/conflicts.ts'

const version = (name: string, more: object = {}) => ({
  name,
  size: 2,
  last_modified: '2026-11-19T08:14:02Z',
  version_id: 'v',
  ...more,
})

test('the versions of a key form one row, marked as deleted if a delete marker is the latest', () => {
  const rows = toRows(
    [
      version('d/a', { is_delete_marker: true, size: 0 }),
      version('d/a'),
      version('d/a'),
      version('d/b'),
      version('d/b', { is_delete_marker: true, size: 0 }),
      { name: 'd/c/', size: 0 },
    ],
    'd/',
  )
  assert.equal(
    rows.map(({ name, kind, versions }) => [name, kind, versions]),
    [
      ['a', 'deleted', 2],
      ['b', 'object', 1],
      ['c/', 'folder', undefined],
    ],
  )
  assert.is(countOf(rows), '1 folder, 1 object, 1 deleted')
})

test('the last key of a part of a listing may have more versions', () => {
  const hasMore = (items: Parameters<typeof toRows>[0], partial: boolean) =>
    toRows(items, 'd/', partial).map(({ hasMoreVersions = false }) => hasMoreVersions)
  const items = [version('d/a'), version('d/b')]
  assert.equal(hasMore(items, true), [false, true])
  assert.equal(hasMore(items, false), [false, false])
  assert.equal(hasMore([...items, { name: 'd/c/' }], true), [false, false, false])
})

test('a deleted object offers Restore first, and nothing that would need the object', () => {
  const [row] = toRows([version('d/a', { is_delete_marker: true, size: 0 }), version('d/a')], 'd/')
  const none = () => undefined
  const { ofRow } = objectActions({
    bucket: 'photos',
    refusal: () => false,
    removal: { remove: none, restore: none, purge: none, dialog: undefined },
    objectDialogs: { actionsFor: () => [{ label: 'Rename', disabled: 'Restore the object first' }] } as never,
    listed: 'deleted',
    preview: none,
  })
  assert.equal(
    ofRow(row!).map(({ label, disabled }) => [label, Boolean(disabled)]),
    [
      ['Restore', false],
      ['Versions', false],
      ['Delete All Versions', false],
    ],
  )
})

test('only versioning that is enabled for every key allows a complete restore', () => {
  const enabled = { status: 'Enabled' as const, excludedPrefixes: [], excludeFolders: false }
  assert.is(restorabilityOf(enabled), 'all')
  assert.is(restorabilityOf({ ...enabled, excludedPrefixes: ['tmp/'] }), 'unknown')
  assert.is(restorabilityOf({ ...enabled, excludeFolders: true }), 'unknown')
  assert.is(restorabilityOf({ ...enabled, status: 'Suspended' }), 'none')
  assert.is(restorabilityOf(undefined), 'unknown')
})

test('a file kept next to another one keeps its extension', () => {
  assert.is(numberedName('a.b/data.tar.gz', 1), 'a.b/data.tar (1).gz')
  assert.is(numberedName('data.csv', 2), 'data (2).csv')
  assert.is(numberedName('.env', 1), '.env (1)')
  assert.is(numberedName('a.b/plain', 1), 'a.b/plain (1)')
})
