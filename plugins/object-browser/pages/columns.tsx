import Folder from 'lucide-react/icons/folder'
import { bytes, count } from 'stowage'
import { Badge, type Column, Icon } from 'stowage/ui'
import * as styles from './folder.css.ts'
import { iconOf } from './icons.ts'
import { isDeleted, modifiedOf, type Row } from './items.ts'
import { browseAddress } from './path.ts'

const RowIcon = ({ row }: { row: Row }) =>
  row.kind === 'folder' ? (
    <span className={styles.folderIcon}>
      <Icon of={Folder} />
    </span>
  ) : (
    <Icon of={iconOf(row.name)} />
  )

const size: Column<Row> = {
  id: 'size',
  title: 'Size',
  value: (row) => (row.kind === 'object' ? row.size : undefined),
  cell: (row) => (row.kind === 'object' ? bytes(row.size) : undefined),
  look: 'number',
  width: '100px',
}

const modified: Column<Row> = {
  id: 'modified',
  title: 'Last Modified',
  value: modifiedOf,
  look: 'date',
}

const versions: Column<Row> = {
  id: 'versions',
  title: 'Versions',
  value: (row) => row.versions,
  cell: (row) => (row.versions === undefined ? undefined : count(row.versions)),
  look: 'number',
  width: '100px',
  narrow: 'hidden',
}

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
    {
      id: 'name',
      title: 'Name',
      value: ({ name }) => name,
      icon: (row) => <RowIcon row={row} />,
      // a folder's marker object shares the folder's address and has no page
      href: ({ kind, path }) =>
        kind !== 'folder' && path.endsWith('/')
          ? undefined
          : browseAddress(bucket, path) + (kind === 'folder' ? view : ''),
      after: (row) => isDeleted(row) && <Badge tone="warning">Deleted</Badge>,
      look: ({ kind }) => (kind === 'folder' ? 'name' : 'plain'),
    },
    ...(of === 'deleted' ? [versions] : []),
    ...(width === 'wide'
      ? [modified, size]
      : [size, { ...modified, cell: (row: Row) => modifiedOf(row)?.slice(0, -3) }]),
  ]
}
