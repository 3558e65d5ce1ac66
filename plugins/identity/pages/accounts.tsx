import Info from 'lucide-react/icons/info'
import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { date, displayName } from 'stowage'
import { type CallState, useQuery, useRefusals, useSession } from 'stowage/web'
import {
  Button,
  type Column,
  CopyButton,
  Icon,
  Search,
  Selected,
  type Sort,
  Spacer,
  Status,
  Table,
  Toolbar,
  useBulk,
  useNarrow,
  Row,
} from 'stowage/ui'
import { truncated } from 'stowage/classes'
import * as styles from './accounts.css.ts'
import { useCheckAccess } from './check-access.ts'
import type { ServiceAccount } from '../contract.ts'
import { CreateAccount } from './create-account.tsx'
import { EditAccount } from './edit-account.tsx'
import { UserStatus } from './user-status.tsx'
import { deleteAccount, deleteAccounts } from './deletes.tsx'
import * as messages from '../messages.ts'

const noun = { one: 'service account', many: 'service accounts' }

const policyWords = { inherited: 'As its user', own: 'Restricted' } as const

const hasEnded = (expiration: string) => Date.parse(expiration) <= Date.now()

/** Columns with metadata; optional ones appear if at least one account has a value. */
const metadataColumns = (accounts: readonly ServiceAccount[]): Column<ServiceAccount>[] => {
  const columns: Column<ServiceAccount>[] = [
    { id: 'description', title: 'Description', value: ({ description }) => description, narrow: 'hidden' },
    {
      id: 'expiration',
      title: 'Expires',
      look: 'date',
      value: ({ expiration }) => expiration && date(expiration),
      narrow: 'second',
    },
    {
      id: 'changed',
      title: 'Last Changed',
      look: 'date',
      value: ({ changed }) => changed && date(changed),
      narrow: 'hidden',
    },
    {
      id: 'policy',
      title: 'Policy',
      narrow: 'hidden',
      width: 'minmax(104px, 0.6fr)',
      value: ({ policy }) => policy && policyWords[policy],
    },
    {
      id: 'status',
      title: 'Status',
      narrow: 'second',
      width: 'minmax(104px, 0.6fr)',
      value: ({ status, expiration }) => (expiration && hasEnded(expiration) ? 'expired' : status),
      cell: ({ status, expiration }) => {
        if (expiration && hasEnded(expiration)) return <Status tone="warning">Expired</Status>
        return status && <UserStatus of={status} />
      },
    },
  ]
  return columns.filter(({ value }) => accounts.some((account) => value(account)))
}

/** An account without a name is sorted, found and selected by its key. */
const nameColumn: Column<ServiceAccount> = {
  id: 'name',
  title: 'Name',
  look: 'name',
  value: ({ name, accessKey }) => name || accessKey,
  cell: ({ name }) => (name ? displayName(name) : <span className={styles.unnamed}>No name</span>),
  narrow: 'main',
}

const keyColumn: Column<ServiceAccount> = {
  id: 'accessKey',
  title: 'Access Key',
  look: 'mono',
  value: ({ accessKey }) => accessKey,
  cell: ({ accessKey }) => (
    <Row as="span" gap={3} shrink>
      <span className={truncated}>{displayName(accessKey)}</span>
      <span className={styles.copy}>
        <CopyButton text={accessKey} label="Copy access key" />
      </span>
    </Row>
  ),
}

/** The second line of a narrow row has no room for a button. */
const keyBelowName: Column<ServiceAccount> = {
  id: 'accessKey',
  title: 'Access Key',
  value: ({ accessKey }) => accessKey,
  narrow: 'second',
}

type ServiceAccountsProps = {
  /** The owner; without it, the signed-in account. */
  user?: string
  accounts: CallState<ServiceAccount[]>
  /** Why none can be created now. */
  blocked?: string | false
  /** Why none can be deleted. */
  kept?: string | false
}

/** Service accounts of a user or of the signed-in account. */
export const ServiceAccounts = ({ user, accounts, blocked = false, kept = false }: ServiceAccountsProps) => {
  const { account } = useSession()
  const checkAccess = useCheckAccess()
  const [search, setSearch] = useQuery('search')
  const [creating, setCreating] = useQuery('create')
  const [editing, setEditing] = useState('')
  const [sort, setSort] = useState<Sort>()
  const narrow = useNarrow()
  const named = accounts.data?.some(({ name }) => name)
  const refusal = useRefusals({
    see: { action: 'admin:ListServiceAccounts' },
    change: { action: 'admin:UpdateServiceAccount' },
  })
  const { selection, selected } = useBulk<ServiceAccount>({
    rows: accounts.data,
    rowKey: ({ accessKey }) => accessKey,
    noun,
    actions: [
      {
        label: 'Delete',
        icon: Trash2,
        tone: 'danger',
        disabled: kept,
        onSelect: async (chosen) => {
          if (await deleteAccounts(chosen.map(({ accessKey }) => accessKey))) await accounts.reload()
        },
      },
    ],
  })
  const create = (
    <Button tone="primary" icon={Plus} disabled={blocked} onPress={() => setCreating('1')}>
      Create service account
    </Button>
  )
  return (
    <>
      <Toolbar>
        <Search label="Search Service Accounts" value={search} onChange={setSearch} />
        <Spacer />
        <Selected {...selected} />
        {accounts.data?.length !== 0 && create}
      </Toolbar>
      <Table
        rows={accounts.data}
        columns={[
          ...(named ? [nameColumn, narrow ? keyBelowName : keyColumn] : [keyColumn]),
          ...metadataColumns(accounts.data ?? []),
        ]}
        rowKey={({ accessKey }) => accessKey}
        noun={noun}
        name="service-accounts"
        selection={selection}
        refresh={accounts}
        sortedBy={sort ?? (named ? 'name' : 'accessKey')}
        onSort={setSort}
        height="content"
        search={search}
        onClearSearch={() => setSearch('')}
        actions={({ accessKey }) => [
          {
            label: 'Edit',
            icon: Pencil,
            disabled: refusal('change', 'see'),
            onSelect: () => setEditing(accessKey),
          },
          ...checkAccess({ kind: 'service-account', name: accessKey }),
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger',
            disabled: kept,
            onSelect: async () => {
              if (await deleteAccount(accessKey)) await accounts.reload()
            },
          },
        ]}
        empty={{
          icon: KeyRound,
          text: messages.serviceAccountIsKeyPair,
          action: create,
        }}
        error={accounts.error}
        onRetry={() => void accounts.reload()}
        loading={accounts.loading}
      />
      {accounts.data && accounts.data.length > 0 && (
        <Row as="p" gap={4} className={styles.note}>
          <Row as="span" align="stretch" className={styles.noteIcon}>
            <Icon of={Info} />
          </Row>
          <span>
            A service account can do what <strong>{displayName(user ?? account)}</strong> can do, unless it has its own
            policy.
          </span>
        </Row>
      )}
      {creating && !blocked && <CreateAccount user={user} onClose={() => setCreating('')} onDone={accounts.reload} />}
      {editing && <EditAccount accessKey={editing} onClose={() => setEditing('')} onDone={accounts.reload} />}
    </>
  )
}
