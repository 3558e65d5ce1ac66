import Archive from 'lucide-react/icons/file-archive'
import { useState } from 'react'
import { bytes } from 'stowage'
import { column, type Column, Search, Table } from 'stowage/ui'
import { type Entry, listTar, listZip } from './archive.ts'
import { Foot, Trouble } from './foot.tsx'
import * as styles from './preview.css.ts'
import type { Content } from './content.ts'
import { useRead } from './use-content.ts'
import * as messages from '../../messages.ts'

type Row = Entry & { at: number }

const columns: readonly Column<Row>[] = [
  column.name('Name', ({ name }) => name),
  column.text('Last Modified', ({ modified }) => modified, { id: 'modified', look: 'date' }),
  column.text('Size', ({ size }) => size, {
    cell: ({ kind, size }) => (kind === 'folder' ? '—' : bytes(size)),
    look: 'number',
    width: '100px',
  }),
]

/** Contents of an archive, read only from its directory or headers. */
export const Listing = ({
  content,
  of,
  switcher,
}: {
  content: Content
  of: 'zip' | 'tar'
  switcher: React.ReactNode
}) => {
  const [search, setSearch] = useState('')
  const { data, error } = useRead(content, (read) => (of === 'zip' ? listZip : listTar)(read, content.size), [of])
  return (
    <>
      <div className={styles.tools}>
        {switcher}
        <Search label="Search in this archive" value={search} onChange={setSearch} />
      </div>
      {error ? (
        <Trouble error={error} />
      ) : (
        <Table
          rows={data?.entries.map((entry, at) => ({ ...entry, at }))}
          columns={columns}
          rowKey={({ at }) => String(at)}
          noun={{ one: 'entry', many: 'entries' }}
          search={search}
          onClearSearch={() => setSearch('')}
          empty={{ icon: Archive, title: 'The archive is empty' }}
        />
      )}
      {data?.partial && <Foot note={undefined}>{messages.archiveHasMoreEntries}</Foot>}
    </>
  )
}
