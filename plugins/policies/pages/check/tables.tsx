import Package from 'lucide-react/icons/package'
import User from 'lucide-react/icons/user'
import { count, counted, encodeSegment, displayName } from 'stowage'
import { useCall } from 'stowage/web'
import { column, Badge, Badges, type Column, Table, useNarrow } from 'stowage/ui'
import type { Everything, Reaching } from '../../access.ts'
import { policies } from '../../contract.ts'
import { short } from '../action-groups.ts'
import { accessColumns, type AccessRow, accessText } from './access-cell.tsx'
import * as styles from './check.css.ts'
import { addressOf, type Draft } from './question.ts'
import * as messages from '../../messages.ts'

type Granted = { grantedBy: { policy: string; group?: string | undefined }[] }

const grantTexts = ({ grantedBy }: Granted) =>
  grantedBy
    .filter(({ policy }) => policy)
    .map(({ policy, group }) => (group === undefined ? policy : `${policy} (${group})`))

const grantedByColumn = <Row extends Granted>(): Column<Row> => ({
  id: 'through',
  title: 'Through',
  width: 'minmax(0, 1fr)',
  narrow: 'hidden',
  value: (row) => grantTexts(row).join(', ') || undefined,
  cell: (row) => (grantTexts(row).length > 0 ? <Badges items={grantTexts(row).map(displayName)} max={2} /> : undefined),
})

const narrowColumn = <Row extends AccessRow>(): Column<Row> => ({
  id: 'rights',
  title: 'Rights',
  narrow: 'second',
  value: accessText,
})

const wide = <Row,>(columns: Column<Row>[], narrow: boolean) =>
  narrow ? columns : columns.filter(({ id }) => id !== 'rights')

type ResourceRow = Everything['resources'][number]

/** Bucket of a resource, empty if it has a wildcard, and the key up to its first wildcard. */
const insideOf = (resource: string) => {
  const [bucket = '', ...rest] = resource.split('/')
  return { bucket: /[*?]/.test(bucket) ? '' : bucket, key: rest.join('/').replace(/[*?].*$/, '') }
}

const adminSummary = ({ adminActions }: Everything) => {
  if (adminActions.length === 0) return 'no admin permissions'
  return `${counted(adminActions.length, { one: 'admin permission', many: 'admin permissions' })}`
}

const emptyTitles: Readonly<Record<NonNullable<Everything['reason']>, string>> = {
  root: messages.rootMayDoEverything,
  disabled: messages.disabledAccountHasNoRights,
  expired: messages.serviceAccountHasExpired,
  'disabled-group': messages.userIsInDisabledGroup,
}

/** Everything an account may do: by resource, and its admin actions. */
export const EverythingTable = ({ draft }: { draft: Draft }) => {
  const narrow = useNarrow()
  const { kind, name, conditions } = draft
  const all = useCall(policies.everything, { body: { kind, name } }, { when: name !== '' })
  const columns: Column<ResourceRow>[] = [
    column.text('Bucket and prefix', ({ resource }) => (resource === '*' ? 'All buckets' : resource), {
      id: 'resource',
      width: 'minmax(0, 1.1fr)',
      look: ({ resource }) => (resource === '*' ? 'plain' : 'mono'),
    }),
    narrowColumn(),
    ...accessColumns<ResourceRow>(({ resource }, action) =>
      addressOf({ kind, name, action, conditions, ...insideOf(resource) }),
    ),
    grantedByColumn(),
  ]
  const everything = all.data
  return (
    <>
      <Table
        rows={everything?.resources}
        columns={wide(columns, narrow)}
        rowKey={({ resource }) => resource}
        noun={{ one: 'prefix', many: 'prefixes' }}
        name="everything"
        height="content"
        sort="none"
        empty={{
          icon: Package,
          title: everything?.reason ? emptyTitles[everything.reason] : messages.noBucketPermissions(displayName(name)),
          text: everything?.reason ? undefined : messages.permissionsHelp,
        }}
        error={all.error}
        onRetry={() => void all.reload()}
        loading={all.loading}
      />
      {everything && !everything.reason && (
        <p className={styles.note}>
          {everything.partial && messages.resourcesTruncated(count(everything.resources.length))}
          {displayName(name)} has {adminSummary(everything)}
          {everything.adminActions.length > 0 &&
            `: ${everything.adminActions.slice(0, 12).map(short).join(', ')}${everything.adminActions.length > 12 ? ` and ${count(everything.adminActions.length - 12)} more` : ''}`}
          .
        </p>
      )}
    </>
  )
}

type UserRow = Reaching['users'][number] & { everyone?: true }

const rowsOf = ({ users, everyone }: Reaching): UserRow[] => [
  ...(everyone !== undefined && everyone !== 'unknown'
    ? [{ user: 'Everybody', everyone: true as const, grantedBy: [], ...everyone }]
    : []),
  ...users,
]

/** Page with the bucket's anonymous access. */
const bucketAccess = (bucket: string) => `/buckets/${encodeSegment(bucket)}/admin/prefix`

/** Who may do what in a bucket, or below a prefix of it. */
export const UsersWithAccess = ({ draft }: { draft: Draft }) => {
  const narrow = useNarrow()
  const { bucket, key, conditions } = draft
  const prefix = key
  const all = useCall(policies.usersWithAccess, { body: { bucket, prefix } }, { when: bucket !== '' })
  const columns: Column<UserRow>[] = [
    column.name('User', ({ user }) => user, {
      width: 'minmax(0, 1fr)',
      href: ({ user, everyone }) =>
        everyone ? undefined : addressOf({ kind: 'user', name: user, bucket, key, conditions }),
      after: ({ everyone }) => everyone && <Badge tone="outline">Not signed in</Badge>,
    }),
    narrowColumn(),
    ...accessColumns<UserRow>(({ user, everyone }, action) =>
      everyone ? bucketAccess(bucket) : addressOf({ kind: 'user', name: user, action, bucket, key, conditions }),
    ),
    grantedByColumn(),
  ]
  return (
    <>
      <Table
        rows={all.data && rowsOf(all.data)}
        columns={wide(columns, narrow)}
        rowKey={({ user, everyone }) => (everyone ? '' : user)}
        noun={{ one: 'account', many: 'accounts' }}
        name="users-with-access"
        height="content"
        sort="none"
        empty={{ icon: User, title: messages.noUserHasAccess, text: messages.usersGetAccessByPolicy }}
        error={all.error}
        onRetry={() => void all.reload()}
        loading={all.loading}
      />
      <p className={styles.note}>
        The root account can do everything, and a service account what its user can, or less.
        {all.data?.everyone === 'unknown' && messages.anonymousAccessHidden}
      </p>
    </>
  )
}
