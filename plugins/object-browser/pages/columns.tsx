import Folder from 'lucide-react/icons/folder'
import { Badge, type Column, column, Icon } from 'stowage/ui'
import * as styles from './folder.css.ts'
import { iconOf } from './icons.ts'
import { isDeleted, modifiedOf, type Row } from './items.ts'
import { browseAddress } from './path.ts'

type NameCell = Pick<Row, 'path' | 'name' | 'kind'>

const RowIcon = ({ kind, name }: NameCell) =>
  kind === 'folder' ? (
    <span className={styles.folderIcon}>
      <Icon of={Folder} />
    </span>
  ) : (
    <Icon of={iconOf(name)} />
  )

/** Name of an object or folder, with its page. A folder's marker object has none: it shares the folder's address. */
export const nameColumn = <R extends NameCell>(href: (row: R) => string, after?: Column<R>['after']): Column<R> =>
  column.name('Name', ({ name }: R) => name, {
    icon: RowIcon,
    href: (row) => (row.kind !== 'folder' && row.path.endsWith('/') ? undefined : href(row)),
    look: ({ kind }) => (kind === 'folder' ? 'name' : 'plain'),
    ...(after && { after }),
  })

const size = column.bytes('Size', (row: Row) => (row.kind === 'object' ? row.size : undefined), { width: '100px' })

const modified = column.text('Last Modified', modifiedOf, { id: 'modified', look: 'date' })

/**
 * Columns of a folder, with or without deleted objects. In a narrow window the second line starts with the size and
 * omits seconds.
 */
export const columnsOf = (
  bucket: string,
  width: 'wide' | 'narrow',
  of: 'folder' | 'deleted' = 'folder',
): readonly Column<Row>[] => {
  // a folder opens in the same view as its parent
  const view = of === 'deleted' ? '?deleted=1' : ''
  return [
    nameColumn(
      ({ kind, path }) => browseAddress(bucket, path) + (kind === 'folder' ? view : ''),
      (row) => isDeleted(row) && <Badge tone="warning">Deleted</Badge>,
    ),
    ...(of === 'deleted' ? [column.count('Versions', (row: Row) => row.versions)] : []),
    ...(width === 'wide'
      ? [modified, size]
      : [size, { ...modified, cell: (row: Row) => modifiedOf(row)?.slice(0, -3) }]),
  ]
}
