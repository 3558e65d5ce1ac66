import AppWindow from 'lucide-react/icons/app-window'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Building2 from 'lucide-react/icons/building-2'
import CopyPlus from 'lucide-react/icons/copy-plus'
import GitCompare from 'lucide-react/icons/git-compare'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash from 'lucide-react/icons/trash'
import { bytes, count, displayName, emptyInNamespaces } from 'stowage'
import { tabularNumbers, progress as bars } from 'stowage/classes'
import { Button, classes, column, Empty, StatusIcon, ListPage, Page, Row, Status } from 'stowage/ui'
import { canOpenPage, navigate } from 'stowage/web'
import { comparePlace } from '../compare/pages/place.ts'
import type { TenantItem } from '../contract.ts'
import { deleteTenant } from '../details/pages/removals.tsx'
import * as messages from '../messages.ts'
import { keyOf } from './apply-change.ts'
import * as styles from './list.css.ts'
import { fullOf, healthOf, stateOf, versionOf } from './tenant-text.ts'
import { useTenants } from './use-tenants.ts'

const pathOf = ({ namespace, name }: TenantItem) =>
  `/namespaces/${encodeURIComponent(namespace)}/tenants/${encodeURIComponent(name)}`

/** Page of a tenant, if this console has one. */
const linkTo = (row: TenantItem) =>
  canOpenPage('/namespaces/:tenantNamespace/tenants/:tenantName') ? pathOf(row) : undefined

const isGoing = ({ deletion_date: date }: TenantItem) => date !== undefined && 'It is being deleted'

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
      <span className={tabularNumbers}>
        {tone === 'plain' ? `${percent}%` : <Status tone={tone}>{`${percent}%`}</Status>}
      </span>
    </Row>
  )
}

const drivesOf = ({ drives_online: online, volume_count: all }: TenantItem) => {
  if (online === undefined) return undefined
  const text = `${count(online)}/${count(all)}`
  return <span className={tabularNumbers}>{online < all ? <Status tone="danger">{text}</Status> : text}</span>
}

const columns = [
  column.name('Name', ({ name }: TenantItem) => name, {
    width: 'minmax(0, 1.4fr)',
    icon: ({ health_status: health }) => <StatusIcon {...healthOf(health)} />,
    href: linkTo,
  }),
  column.text('Namespace', ({ namespace }: TenantItem) => namespace, { narrow: 'second' }),
  column.bytes('Capacity', ({ total_size: size }: TenantItem) => size, {
    width: '96px',
    cell: ({ total_size: size, problem }) =>
      problem ? (
        <Status tone="warning" title={problem}>
          Unreadable
        </Status>
      ) : (
        bytes(size)
      ),
    narrow: 'second',
  }),
  column.text('Used', (row: TenantItem) => fullOf(row), {
    width: '116px',
    cell: (row) => {
      const part = fullOf(row)
      return part === undefined ? undefined : <Used part={part} name={displayName(row.name)} />
    },
    narrow: 'hidden',
  }),
  column.count('# of Pools', ({ pool_count: pools }: TenantItem) => pools, { id: 'pools', width: '92px' }),
  column.text('Drives', ({ drives_online: online }: TenantItem) => online, {
    width: '88px',
    cell: drivesOf,
    narrow: 'hidden',
  }),
  column.text('State', stateOf, { width: 'minmax(0, 1.6fr)', narrow: 'hidden' }),
  column.text('Version', ({ image }: TenantItem) => versionOf(image), { width: '110px', narrow: 'hidden' }),
]

/** List of the cluster's tenants (spec/3 2). */
export default function Tenants() {
  const { rows, data, error, loading, reload } = useTenants()
  if (error?.status === 404)
    return (
      <Page title="Tenants">
        <Empty
          icon={Building2}
          title="No operator in this cluster"
          text={messages.operatorNotInstalledHelp}
          action={
            <Button icon={RefreshCw} onPress={() => void reload()}>
              Look again
            </Button>
          }
        />
      </Page>
    )
  const comparable = canOpenPage('/tenants/compare')
  return (
    <ListPage
      title="Tenants"
      list={{
        noun: { one: 'tenant', many: 'tenants' },
        source: { rows, error, loading, reload },
        rowKey: keyOf,
        columns,
        tools: (
          <Button icon={HeartPulse} href="/tenants/health">
            Health
          </Button>
        ),
        ...(canOpenPage('/tenants/add') && {
          create: { label: 'Create Tenant', call: ['k8s:create:tenants.minio.min.io'], href: '/tenants/add' },
        }),
        actions: [
          { label: 'View', icon: ArrowRight, href: linkTo },
          {
            label: 'Manage Tenant',
            icon: AppWindow,
            when: () => canOpenPage('/namespaces/:tenantNamespace/tenants/:tenantName/hop'),
            disabled: isGoing,
            href: (row) => `${pathOf(row)}/hop`,
          },
          {
            label: 'Clone',
            icon: CopyPlus,
            when: () => canOpenPage('/tenants/add'),
            href: (row) => `/tenants/add?from=${encodeURIComponent(keyOf(row))}`,
          },
          ...(comparable
            ? [
                {
                  label: 'Compare',
                  icon: GitCompare,
                  on: 'selection' as const,
                  disabled: (_: TenantItem, chosen: readonly TenantItem[]) =>
                    chosen.length !== 2 && 'Select two tenants to compare',
                  run: (chosen: readonly TenantItem[]) => void navigate(comparePlace(...chosen.map(keyOf))),
                },
              ]
            : []),
          {
            label: 'Delete',
            icon: Trash,
            tone: 'danger',
            call: ['k8s:delete:tenants.minio.min.io'],
            disabled: isGoing,
            run: ([row]) => deleteTenant({ namespace: row.namespace, tenant: row.name }, row.volume_count),
          },
        ],
        empty: {
          icon: Building2,
          ...emptyInNamespaces(data?.within, 'tenants'),
          text: messages.tenantHelp,
        },
      }}
    />
  )
}
