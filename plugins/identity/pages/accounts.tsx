import Info from 'lucide-react/icons/info'
import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import Trash2 from 'lucide-react/icons/trash'
import { date, displayName } from 'stowage'
import { type Column, column, CopyButton, Icon, ListTab, Muted, Row, Status } from 'stowage/ui'
import { type CallState, useDialog, useLink, useMissingFeature, useSession } from 'stowage/web'
import { identity, type ServiceAccount } from '../contract.ts'
import * as messages from '../messages.ts'
import * as styles from './accounts.css.ts'
import { CreateAccount } from './create-account.tsx'
import { deleteAccount, deleteAccounts } from './deletes.tsx'
import { EditAccount } from './edit-account.tsx'
import { type LastUsed, useLastUsed } from './use-last-seen.ts'
import { UserStatus } from './user-status.tsx'

const policyTexts = { inherited: 'As its user', inline: 'Restricted' } as const

const hasEnded = (expiration: string) => Date.parse(expiration) <= Date.now()

/** An account without a name is sorted, found and selected by its key. */
const nameColumn = column.name('Name', ({ name, accessKey }: ServiceAccount) => name || accessKey, {
  cell: ({ name }) => (name ? displayName(name) : <span className={styles.unnamed}>No name</span>),
})

const keyColumn = column.mono('Access Key', ({ accessKey }: ServiceAccount) => accessKey, {
  narrow: 'second',
  after: ({ accessKey }) => (
    <span className={styles.copy}>
      <CopyButton text={accessKey} label="Copy access key" />
    </span>
  ),
})

/** They appear if at least one account has a value. */
const optionalColumns: Column<ServiceAccount>[] = [
  column.text('Description', ({ description }: ServiceAccount) => description, { narrow: 'hidden' }),
  column.text('Expires', ({ expiration }: ServiceAccount) => expiration && date(expiration), {
    id: 'expiration',
    look: 'date',
    narrow: 'second',
  }),
  column.text('Last Changed', ({ lastModified }: ServiceAccount) => lastModified && date(lastModified), {
    id: 'changed',
    look: 'date',
    narrow: 'hidden',
  }),
  column.text('Policy', ({ policy }: ServiceAccount) => policy && policyTexts[policy], {
    narrow: 'hidden',
    width: 'minmax(104px, 0.6fr)',
  }),
  column.text(
    'Status',
    ({ status, expiration }: ServiceAccount) => (expiration && hasEnded(expiration) ? 'expired' : status),
    {
      narrow: 'second',
      width: 'minmax(104px, 0.6fr)',
      cell: ({ status, expiration }) =>
        expiration && hasEnded(expiration) ? (
          <Status tone="warning">Expired</Status>
        ) : (
          status && <UserStatus of={status} />
        ),
    },
  ),
]

const LastUsedText = ({ of }: { of: LastUsed }) => {
  if (of.state === 'loading') return <Muted tone="faint">…</Muted>
  if (of.state === 'call') return <span title={messages.lastSeen(date(of.at), of.name)}>{date(of.at)}</span>
  if (of.state === 'reported')
    return of.at ? (
      <span>{date(of.at)}</span>
    ) : (
      <Muted tone="faint" title={messages.keyNeverUsed}>
        Never
      </Muted>
    )
  if (of.state === 'unknown')
    return (
      <Muted tone="faint" title={of.reason}>
        Unknown
      </Muted>
    )
  const [day = ''] = date(of.since).split(' ')
  return (
    <Muted tone="faint" title={messages.notUsedSince(date(of.since))}>
      {messages.notSeenInRecords(day)}
    </Muted>
  )
}

/** Leads to the calls of the key, if the caller may read them. */
const lastUsedColumn = (lastUsed: (accessKey: string) => LastUsed, history: ReturnType<typeof useLink>) => {
  const timeOf = (accessKey: string) => {
    const use = lastUsed(accessKey)
    return use.state === 'call' || use.state === 'reported' ? use.at : undefined
  }
  return column.text('Last Used', ({ accessKey }: ServiceAccount) => timeOf(accessKey), {
    look: 'date',
    narrow: 'hidden',
    cell: ({ accessKey }) => <LastUsedText of={lastUsed(accessKey)} />,
    href: ({ accessKey }) => (timeOf(accessKey) ? history?.({ accessKey }) : undefined),
  })
}

type ServiceAccountsProps = {
  /** The owner; without it, the signed-in account. */
  user?: string
  accounts: CallState<ServiceAccount[]>
  /** Why none can be created now. */
  blocked?: string | false
  /** Why none can be deleted. */
  deleteRefusal?: string | false
}

/** Service accounts of a user or of the signed-in account. */
export const ServiceAccounts = ({ user, accounts, blocked = false, deleteRefusal = false }: ServiceAccountsProps) => {
  const { account } = useSession()
  const checkAccess = useDialog('check-access')
  const rows = accounts.data
  const lastUsed = useLastUsed(rows)
  const history = useLink('history')
  const withoutSettings = useMissingFeature('access-key-settings')
  const readOnly = useMissingFeature('account-changes') ?? false
  const isNamed = rows?.some(({ name }) => name)
  return (
    <>
      <ListTab
        noun={{ one: 'service account', many: 'service accounts' }}
        source={{ ...accounts, rows }}
        rowKey={({ accessKey }) => accessKey}
        columns={[
          ...(isNamed ? [nameColumn, keyColumn] : [{ ...keyColumn, narrow: 'main' as const }]),
          // a table that is too small omits the last columns
          lastUsedColumn(lastUsed, history),
          ...optionalColumns.filter(({ value }) => rows?.some((one) => value(one))),
        ]}
        create={{
          label: 'Create service account',
          disabled: blocked || readOnly,
          dialog: (dialog) => <CreateAccount user={user} {...dialog} />,
        }}
        actions={[
          {
            label: 'Edit',
            icon: Pencil,
            call: identity.updateAccount,
            dialog: ({ row, onClose, onDone }) => <EditAccount accessKey={row.accessKey} {...{ onClose, onDone }} />,
          },
          {
            label: 'Check Access',
            icon: ShieldQuestion,
            when: () => !!checkAccess,
            run: ([{ accessKey }]) => void checkAccess?.({ kind: 'service-account', name: accessKey }),
          },
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger',
            on: 'both',
            disabled: deleteRefusal || readOnly,
            run: (all) =>
              all.length > 1 ? deleteAccounts(all.map(({ accessKey }) => accessKey)) : deleteAccount(all[0].accessKey),
          },
        ]}
        empty={{ icon: KeyRound, text: messages.serviceAccountHelp }}
        table={{ height: 'content' }}
      />
      {rows && rows.length > 0 && (
        <Row as="p" gap={4} className={styles.note}>
          <Row as="span" align="stretch" className={styles.noteIcon}>
            <Icon of={Info} />
          </Row>
          <span>
            A service account can do what <strong>{displayName(user ?? account)}</strong> can do
            {withoutSettings ? '.' : ', unless it has its own policy.'}
          </span>
        </Row>
      )}
    </>
  )
}
