import Package from 'lucide-react/icons/package'
import User from 'lucide-react/icons/user'
import { count, counted, encodeSegment, displayName } from 'stowage'
import { useCall } from 'stowage/web'
import { column, Badge, Badges, type Column, Table, useNarrow } from 'stowage/ui'
import type { Everything, Reaching } from '../../access.ts'
import { policies } from '../../contract.ts'
import { short } from '../action-words.ts'
import { accessColumns, type AccessRow, wordsOf } from './access-cell.tsx'
import * as styles from './check.css.ts'
import { addressOf, type Draft } from './question.ts'
import * as messages from '../../messages.ts'

type GrantedThrough = { through: { policy: string; group?: string | undefined }[] }

const grantTexts = ({ through }: GrantedThrough) =>
  through
    .filter(({ policy }) => policy)
    .map(({ policy, group }) => (group === undefined ? policy : `${policy} (${group})`))

const throughColumn = <Row extends GrantedThrough>(): Column<Row> => ({
  id: 'through',
  title: 'Through',
  width: 'minmax(0, 1fr)',
  narrow: 'hidden',
  value: (row) => grantTexts(row).join(', ') || undefined,
  cell: (row) => (grantTexts(row).length > 0 ? <Badges items={grantTexts(row).map(displayName)} max={2} /> : undefined),
})

const narrowColumn = <Row extends AccessRow>(): Column<Row> => ({
  id: 'words',
  title: 'Rights',
  narrow: 'second',
  value: wordsOf,
})

const wide = <Row,>(columns: Column<Row>[], narrow: boolean) =>
  narrow ? columns : columns.filter(({ id }) => id !== 'words')

type PlaceRow = Everything['places'][number]

/** Bucket of a resource, empty if it has a wildcard, and the key up to its first wildcard. */
const insideOf = (place: string) => {
  const [bucket = '', ...rest] = place.split('/')
  return { bucket: /[*?]/.test(bucket) ? '' : bucket, key: rest.join('/').replace(/[*?].*$/, '') }
}

const adminWords = ({ admin }: Everything) => {
  if (admin.length === 0) return 'no admin permissions'
  return `${counted(admin.length, { one: 'admin permission', many: 'admin permissions' })}`
}

const emptyWords: Readonly<Record<NonNullable<Everything['why']>, string>> = {
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
  const columns: Column<PlaceRow>[] = [
    column.text('Bucket and prefix', ({ place }) => (place === '*' ? 'All buckets' : place), {
      id: 'place',
      width: 'minmax(0, 1.1fr)',
      look: ({ place }) => (place === '*' ? 'plain' : 'mono'),
    }),
    narrowColumn(),
    ...accessColumns<PlaceRow>(({ place }, action) =>
      addressOf({ kind, name, action, conditions, ...insideOf(place) }),
    ),
    throughColumn(),
  ]
  const everything = all.data
  return (
    <>
      <Table
        rows={everything?.places}
        columns={wide(columns, narrow)}
        rowKey={({ place }) => place}
        noun={{ one: 'prefix', many: 'prefixes' }}
        name="everything"
        height="content"
        sort="none"
        empty={{
          icon: Package,
          title: everything?.why ? emptyWords[everything.why] : messages.noBucketPermissions(displayName(name)),
          text: everything?.why ? undefined : messages.permissionsHelp,
        }}
        error={all.error}
        onRetry={() => void all.reload()}
        loading={all.loading}
      />
      {everything && !everything.why && (
        <p className={styles.note}>
          {everything.partial && messages.resourcesTruncated(count(everything.places.length))}
          {displayName(name)} has {adminWords(everything)}
          {everything.admin.length > 0 &&
            `: ${everything.admin.slice(0, 12).map(short).join(', ')}${everything.admin.length > 12 ? ` and ${count(everything.admin.length - 12)} more` : ''}`}
          .
        </p>
      )}
    </>
  )
}

type UserRow = Reaching['users'][number] & { everyone?: true }

const rowsOf = ({ users, everyone }: Reaching): UserRow[] => [
  ...(everyone !== undefined && everyone !== 'unknown'
    ? [{ user: 'Everybody', everyone: true as const, through: [], ...everyone }]
    : []),
  ...users,
]

/** Page with the bucket's anonymous access. */
const bucketAccess = (bucket: string) => `/buckets/${encodeSegment(bucket)}/admin/prefix`

/** Who may do what in a bucket, or below a prefix of it. */
export const ReachingTable = ({ draft }: { draft: Draft }) => {
  const narrow = useNarrow()
  const { bucket, key, conditions } = draft
  const prefix = key
  const all = useCall(policies.reaching, { body: { bucket, prefix } }, { when: bucket !== '' })
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
    throughColumn(),
  ]
  return (
    <>
      <Table
        rows={all.data && rowsOf(all.data)}
        columns={wide(columns, narrow)}
        rowKey={({ user, everyone }) => (everyone ? '' : user)}
        noun={{ one: 'account', many: 'accounts' }}
        name="reaching"
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
