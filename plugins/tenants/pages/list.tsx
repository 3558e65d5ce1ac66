import AppWindow from 'lucide-react/icons/app-window'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Building2 from 'lucide-react/icons/building-2'
import CopyPlus from 'lucide-react/icons/copy-plus'
import GitCompare from 'lucide-react/icons/git-compare'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash from 'lucide-react/icons/trash'
import { bytes, count, noneWithin, displayName } from 'stowage'
import { allows, navigate, useQuery, useRefusals } from 'stowage/web'
import {
  Button,
  classes,
  type Column,
  Empty,
  Glyph,
  IconButton,
  Page,
  type RowAction,
  Search,
  Selected,
  Spacer,
  Status,
  Table,
  Toolbar,
  useBulk,
  Row,
} from 'stowage/ui'
import { figures, progress as bars } from 'stowage/classes'
import type { TenantItem } from '../contract.ts'
import { deleteTenant } from '../details/pages/removals.tsx'
import { comparePlace } from '../compare/pages/place.ts'
import { keyOf } from './apply-change.ts'
import * as styles from './list.css.ts'
import { useTenants } from './use-tenants.ts'
import { fullOf, healthOf, stateOf, versionOf } from './tenant-text.ts'
import * as messages from '../messages.ts'

const placeOf = ({ namespace, name }: TenantItem) =>
  `/namespaces/${encodeURIComponent(namespace)}/tenants/${encodeURIComponent(name)}`

/** Page of a tenant, if this console has one. */
const linkTo = (row: TenantItem) =>
  allows('/namespaces/:tenantNamespace/tenants/:tenantName') ? placeOf(row) : undefined

/** Actions on a tenant, without links to pages that the session may not open. */
const actionsOf = (row: TenantItem, deletion: { refused: string | false; reload: () => unknown }): RowAction[] => [
  ...(allows('/namespaces/:tenantNamespace/tenants/:tenantName')
    ? [{ label: 'View', icon: ArrowRight, href: placeOf(row) }]
    : []),
  ...(allows('/namespaces/:tenantNamespace/tenants/:tenantName/hop')
    ? [
        {
          label: 'Manage Tenant',
          icon: AppWindow,
          href: `${placeOf(row)}/hop`,
          disabled: row.deletion_date !== undefined && 'It is being deleted',
        },
      ]
    : []),
  ...(allows('/tenants/add')
    ? [{ label: 'Clone', icon: CopyPlus, href: `/tenants/add?from=${encodeURIComponent(keyOf(row))}` }]
    : []),
  {
    label: 'Delete',
    icon: Trash,
    tone: 'danger',
    disabled: row.deletion_date !== undefined ? 'It is being deleted' : deletion.refused,
    onSelect: () =>
      void deleteTenant({ namespace: row.namespace, tenant: row.name }, row.volume_count).then(
        (isDeleted) => isDeleted && deletion.reload(),
      ),
  },
]

const Used = ({ part, name }: { part: number; name: string }) => {
  const percent = Math.round(part * 100)
  const tone = percent >= 90 ? 'danger' : percent >= 75 ? 'warning' : 'plain'
  return (
    <Row
      as="span"
      gap={3}
      role="meter"
      aria-label={`Used of ${name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span className={classes(bars.track.thin, styles.bar)}>
        <span className={bars.fill[tone]} style={{ display: 'block', width: `${percent}%` }} />
      </span>
      <span className={figures}>{tone === 'plain' ? `${percent}%` : <Status tone={tone}>{`${percent}%`}</Status>}</span>
    </Row>
  )
}

const drivesOf = ({ drives_online: online, volume_count: all }: TenantItem) => {
  if (online === undefined) return undefined
  const text = `${count(online)}/${count(all)}`
  return <span className={figures}>{online < all ? <Status tone="danger">{text}</Status> : text}</span>
}

const columns: Column<TenantItem>[] = [
  {
    id: 'name',
    title: 'Name',
    look: 'name',
    width: 'minmax(0, 1.4fr)',
    value: ({ name }) => name,
    icon: ({ health_status: health }) => <Glyph {...healthOf(health)} />,
    href: linkTo,
    narrow: 'main',
  },
  { id: 'namespace', title: 'Namespace', value: ({ namespace }) => namespace, narrow: 'second' },
  {
    id: 'capacity',
    title: 'Capacity',
    look: 'number',
    width: '96px',
    value: ({ total_size: size }) => size,
    cell: ({ total_size: size, problem }) =>
      problem ? (
        <Status tone="warning" title={problem}>
          Unreadable
        </Status>
      ) : (
        bytes(size)
      ),
    narrow: 'second',
  },
  {
    id: 'used',
    title: 'Used',
    width: '116px',
    value: fullOf,
    cell: (row) => {
      const part = fullOf(row)
      return part === undefined ? undefined : <Used part={part} name={displayName(row.name)} />
    },
    narrow: 'hidden',
  },
  {
    id: 'pools',
    title: '# of Pools',
    look: 'number',
    width: '92px',
    value: ({ pool_count: pools }) => pools,
    cell: ({ pool_count: pools }) => count(pools),
    narrow: 'hidden',
  },
  {
    id: 'drives',
    title: 'Drives',
    width: '88px',
    value: ({ drives_online: online }) => online,
    cell: drivesOf,
    narrow: 'hidden',
  },
  { id: 'state', title: 'State', value: stateOf, width: 'minmax(0, 1.6fr)', narrow: 'hidden' },
  { id: 'version', title: 'Version', width: '110px', value: ({ image }) => versionOf(image), narrow: 'hidden' },
]

const noun = { one: 'tenant', many: 'tenants' }

/** List of the cluster's tenants (spec/3 2). */
export default function Tenants() {
  const { rows, data, error, loading, reload } = useTenants()
  const [search, setSearch] = useQuery('search')
  const [sort, setSort] = useQuery('sort', 'name')
  const refusal = useRefusals({
    create: { action: 'k8s:create:tenants.minio.min.io' },
    remove: { action: 'k8s:delete:tenants.minio.min.io' },
  })
  const { selection, selected } = useBulk({
    rows,
    rowKey: keyOf,
    noun,
    actions: [
      {
        label: 'Compare',
        icon: GitCompare,
        disabled: (chosen) => chosen.length !== 2 && 'Select two tenants to compare',
        onSelect: (chosen) => void navigate(comparePlace(...chosen.map(keyOf))),
      },
    ],
  })
  const comparable = allows('/tenants/compare')
  const create = allows('/tenants/add') && (
    <Button
      tone="primary"
      icon={Plus}
      {...(refusal('create') ? { disabled: refusal('create') } : { href: '/tenants/add' })}
    >
      Create Tenant
    </Button>
  )
  if (error?.status === 404)
    return (
      <Page title="Tenants">
        <Empty
          icon={Building2}
          title="No operator in this cluster"
          text={messages.minIOOperatorIsNotInstalledOnce}
          action={
            <Button icon={RefreshCw} onPress={() => void reload()}>
              Look again
            </Button>
          }
        />
      </Page>
    )
  return (
    <Page title="Tenants">
      <Toolbar>
        <Search label="Search Tenants" value={search} onChange={setSearch} />
        <Spacer />
        {comparable && <Selected {...selected} />}
        <Button icon={HeartPulse} href="/tenants/health">
          Health
        </Button>
        <IconButton icon={RefreshCw} label="Refresh" look="bordered" onPress={() => void reload()} />
        {rows?.length !== 0 && create}
      </Toolbar>
      <Table
        rows={error && !rows ? [] : rows}
        columns={columns}
        rowKey={keyOf}
        noun={noun}
        name="tenants"
        {...(comparable && { selection })}
        search={search}
        onClearSearch={() => setSearch('')}
        sortedBy={sort}
        onSort={setSort}
        actions={(row) => actionsOf(row, { refused: refusal('remove'), reload })}
        empty={{
          icon: Building2,
          ...noneWithin(data?.within, noun.many),
          text: messages.tenantIsSeparateMinIOStorage,
          ...(create && { action: create }),
        }}
        error={rows ? undefined : error}
        onRetry={() => void reload()}
        loading={loading}
      />
    </Page>
  )
}
