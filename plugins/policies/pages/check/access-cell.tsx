import Check from 'lucide-react/icons/check'
import Info from 'lucide-react/icons/info'
import { type Column, Icon, Status, Tooltip } from 'stowage/ui'
import { text } from 'stowage/classes'
import type { Access } from '../../access.ts'
import * as styles from './check.css.ts'

const labels = { allowed: 'Allowed', conditional: 'Conditional', denied: 'Denied', none: '' } as const

const AccessCell = ({ of: { state, reasons } }: { of: Access }) => {
  if (state === 'none') return undefined
  if (state === 'denied') return <Status tone="danger">{labels.denied}</Status>
  const label = (
    <span className={styles.cell}>
      <span className={styles[state]}>
        <Icon of={state === 'allowed' ? Check : Info} />
      </span>
      {labels[state]}
      {reasons.length > 0 && <span className={text.hidden}>{reasons.join('; ')}</span>}
    </span>
  )
  return reasons.length > 0 ? (
    <Tooltip text={['Depends on the request', ...reasons].join('\n')}>{label}</Tooltip>
  ) : (
    label
  )
}

/** Columns of access, each with its title and a representative action. */
const columnsOfAccess = {
  list: { title: 'List', action: 's3:ListBucket' },
  read: { title: 'Read', action: 's3:GetObject' },
  write: { title: 'Write', action: 's3:PutObject' },
  delete: { title: 'Delete', action: 's3:DeleteObject' },
  manage: { title: 'Manage', action: 's3:PutBucketPolicy' },
} as const

export type AccessRow = Record<keyof typeof columnsOfAccess, Access>

/** Permissions of a row as text, for narrow windows. */
const permissionsText = (row: AccessRow) =>
  Object.entries(columnsOfAccess)
    .filter(([kind]) => ['allowed', 'conditional'].includes(row[kind as keyof AccessRow].state))
    .map(([, { title }]) => title)
    .join(', ') || 'Nothing'

/** Columns of access; each cell links to the question it answers. */
export const accessColumns = <Row extends AccessRow>(hrefOf: (row: Row, action: string) => string): Column<Row>[] => [
  ...Object.entries(columnsOfAccess).map(([kind, { title, action }]): Column<Row> => {
    const of = (row: Row) => row[kind as keyof AccessRow]
    return {
      id: kind,
      title,
      narrow: 'hidden',
      width: '116px',
      value: (row) => labels[of(row).state] || undefined,
      cell: (row) => (of(row).state === 'none' ? undefined : <AccessCell of={of(row)} />),
      href: (row) => (of(row).state === 'none' ? undefined : hrefOf(row, action)),
    }
  }),
]

/** Column that replaces the others in a narrow window. */
export const accessText = permissionsText
