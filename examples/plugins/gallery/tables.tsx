import ArrowRight from 'lucide-react/icons/arrow-right'
import File from 'lucide-react/icons/file'
import Folder from 'lucide-react/icons/folder'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import Users from 'lucide-react/icons/users'
import { useEffect, useMemo, useState } from 'react'
import { bytes, createRingBuffer } from 'stowage'
import {
  Button,
  type Column,
  Empty,
  Icon,
  SelectionBar,
  Spacer,
  StreamTable,
  Table,
  TextGrid,
  Toolbar,
  Search,
} from 'stowage/ui'
import * as styles from './gallery.css.ts'
import { Sample } from './sample.tsx'
import { noun, userColumns, users } from './users.tsx'

const noop = () => undefined

export const UserTable = () => {
  const [keys, setKeys] = useState(new Set(['ana.moreau', 'ci-runner']))
  const [search, setSearch] = useState('')
  return (
    <Sample label="Table: sort, search, selection, row actions" look="wide">
      <div>
        <Toolbar>
          <Search label="Search Users" value={search} onChange={setSearch} />
          <Spacer />
          <SelectionBar
            count={keys.size}
            noun={noun}
            actions={[{ label: 'Add to Group', icon: Users, onSelect: noop }]}
            onClear={() => setKeys(new Set())}
          />
          <Button tone="primary" icon={Plus}>
            Create User
          </Button>
        </Toolbar>
        <Table
          rows={users}
          columns={userColumns}
          rowKey={({ name }) => name}
          noun={noun}
          search={search}
          onClearSearch={() => setSearch('')}
          selection={{
            keys,
            onChange: setKeys,
            blocked: ({ name }) => (name === 'admin' ? 'You cannot delete yourself' : undefined),
          }}
          actions={({ name }) => [
            { label: 'Open', icon: ArrowRight, href: `/users/${name}` },
            {
              label: 'Delete',
              icon: Trash2,
              onSelect: noop,
              disabled: name === 'admin' && 'You cannot delete yourself',
            },
          ]}
          initialSort="name"
          height="content"
          empty={{ icon: Users }}
        />
      </div>
    </Sample>
  )
}

type Item = { key: string; size: number; modified: string }

const many = (): Item[] =>
  Array.from({ length: 100_000 }, (_, index) => ({
    key: index < 3 ? `folder-${index}/` : `shard-${String(index).padStart(6, '0')}.tar`,
    size: index < 3 ? 0 : (index * 7919) % 5_000_000_000,
    modified: `2026-11-19 08:${String(index % 60).padStart(2, '0')}:02`,
  }))

const isFolder = ({ key }: Item) => key.endsWith('/')

const itemColumns: Column<Item>[] = [
  {
    id: 'key',
    title: 'Name',
    value: ({ key }) => key,
    icon: (item) => <Icon of={isFolder(item) ? Folder : File} />,
    href: ({ key }) => `/browse/${key}`,
    look: (item) => (isFolder(item) ? 'name' : 'plain'),
  },
  { id: 'modified', title: 'Last Modified', value: ({ modified }) => modified, look: 'date', width: '200px' },
  {
    id: 'size',
    title: 'Size',
    value: (item) => (isFolder(item) ? undefined : item.size),
    cell: (item) => (isFolder(item) ? undefined : bytes(item.size)),
    look: 'number',
    width: '120px',
  },
]

export const ObjectTable = () => {
  const rows = useMemo(many, [])
  return (
    <Sample label="Table: 100,000 rows, partial" look="wide">
      <div className={styles.tableBox}>
        <Table
          rows={rows}
          columns={itemColumns}
          rowKey={({ key }) => key}
          noun={{ one: 'object', many: 'objects' }}
          more={{ partial: true, load: noop, loading: false }}
          empty={{ icon: Folder }}
        />
      </div>
    </Sample>
  )
}

const eventColumns: Column<Item>[] = [
  { id: 'modified', title: 'Time', value: ({ modified }) => modified, look: 'date', width: '200px' },
  { id: 'key', title: 'Name', value: ({ key }) => key, look: 'mono' },
]

export const EventTable = () => {
  const [ring] = useState(() => createRingBuffer<Item>(1000))
  useEffect(() => {
    const items = many()
    let next = 0
    const timer = setInterval(() => ring.push(items[next++ % items.length] as Item), 200)
    return () => clearInterval(timer)
  }, [ring])
  return (
    <Sample label="Table of a stream: newest first, paused while the reader scrolls down" look="wide">
      <div className={styles.tableBox}>
        <StreamTable
          ring={ring}
          columns={eventColumns}
          noun={{ one: 'event', many: 'events' }}
          empty={<Empty icon={Folder} title="No events yet" />}
        />
      </div>
    </Sample>
  )
}

/** Rows of which one has too many fields. */
const fields = [
  ['Lisbon', '545796', '2026-01-02'],
  ['Porto', '', ''],
  ['x'.repeat(400), '-1.5', '2026-01-03', 'one too many'],
]

export const Texts = () => (
  <Sample label="Text grid: types of columns, an empty field, a long one, a row with too many" look="wide">
    <TextGrid label="Rows" names={['city', 'people', 'counted']} rows={fields} />
  </Sample>
)
