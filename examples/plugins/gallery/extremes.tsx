import Trash2 from 'lucide-react/icons/trash'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import {
  Badge,
  Button,
  Details,
  MiddleTruncate,
  Row,
  SelectionBar,
  Spacer,
  Status,
  Table,
  Toolbar,
  useBulkActions,
  Search,
} from 'stowage/ui'
import * as styles from './gallery.css.ts'
import { Sample } from './sample.tsx'
import { noun, userColumns, type User } from './users.tsx'

const noop = () => undefined

const longest = 'reporting-and-analytics-of-the-northern-region-'.padEnd(128, 'abcdefghij')

const user = (name: string, index: number): User => ({
  name,
  enabled: index % 3 > 0,
  groups: [longest, 'readers'],
  policies: [longest, 'readonly', 'diagnostics'],
})

const thousands = Array.from({ length: 10_000 }, (_, index) => user(`user-${String(index).padStart(5, '0')}`, index))
const oddNames = [longest, 'x', 'محمد.علي', 'a\u202Eb', '  spaces  ', '漢字かな交じり文'].map(user)

const List = ({ rows }: { rows: readonly User[] }) => {
  const [search, setSearch] = useState('')
  const { selection, selected } = useBulkActions<User>({
    rows,
    rowKey: ({ name }) => name,
    noun,
    actions: ['Enable', 'Disable', 'Delete'].map((label) => ({
      label,
      icon: label === 'Delete' ? Trash2 : Users,
      ...(label === 'Delete' && { tone: 'danger' as const }),
      onSelect: noop,
    })),
  })
  return (
    <div>
      <Toolbar>
        <Search label="Search Users" value={search} onChange={setSearch} />
        <Spacer />
        <SelectionBar {...selected} />
      </Toolbar>
      <Table
        name="gallery"
        rows={rows}
        columns={userColumns}
        rowKey={({ name }) => name}
        noun={noun}
        search={search}
        onClearSearch={() => setSearch('')}
        selection={selection}
        actions={({ name }) => [
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger',
            onSelect: noop,
            disabled: name === 'x' && 'You cannot delete yourself',
          },
        ]}
        initialSort="name"
        height="content"
        empty={{
          icon: Users,
          text: 'A user signs in with an access key.',
          action: <Button tone="primary">Create User</Button>,
        }}
      />
    </div>
  )
}

const Facts = () => (
  <Details
    rows={[
      {
        label: 'Name',
        value: <MiddleTruncate>{longest}</MiddleTruncate>,
        action: <Button tone="quiet">Change</Button>,
      },
      { label: 'A label that takes more room than labels do', value: <Status tone="ok">Enabled</Status> },
      { label: 'Policy', value: <Badge title={longest}>{longest}</Badge> },
    ]}
  />
)

/** Rare cases: the longest names, no rows, one row, ten thousand rows, right to left, and doubled size. */
export const Extremes = () => (
  <>
    <Sample label="Extremes: the longest and oddest names" look="wide">
      <List rows={oddNames} />
    </Sample>
    <Sample label="Extremes: no rows" look="wide">
      <List rows={[]} />
    </Sample>
    <Sample label="Extremes: one row" look="wide">
      <List rows={thousands.slice(0, 1)} />
    </Sample>
    <Sample label="Extremes: 10,000 rows" look="wide">
      <List rows={thousands} />
    </Sample>
    <Sample label="Extremes: long values">
      <Facts />
    </Sample>
    <Sample label="Extremes: right to left">
      <div dir="rtl">
        <Facts />
        <Row gap={3} wrap>
          <Button tone="primary">إنشاء مستخدم</Button>
          <Button>إلغاء</Button>
        </Row>
      </div>
    </Sample>
    <Sample label="Extremes: 200 %" look="wide">
      <div className={styles.twice}>
        <Facts />
        <Row gap={3} wrap>
          <Button tone="primary">Create User</Button>
          <Button disabled="Your policies do not allow it">Delete</Button>
        </Row>
      </div>
    </Sample>
  </>
)
