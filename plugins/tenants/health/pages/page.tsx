import HeartPulse from 'lucide-react/icons/heart-pulse'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { count, displayText } from 'stowage'
import { canOpenPage, useQuery } from 'stowage/web'
import { column, Banner, type Column, IconButton, Page, Search, Spacer, Status, Table, Toolbar } from 'stowage/ui'
import * as styles from '../../details/pages/details.css.ts'
import { tenantPath } from '../../details/pages/tenant-path.ts'
import { Tile } from '../../details/pages/summary.tsx'
import type { TenantHealth } from '../contract.ts'
import { type Finding, findingsOf, withheldOf } from './findings.ts'
import { useHealth } from './use-health.ts'
import * as messages from '../../messages.ts'

/** Page of the tenant where the finding can be fixed. */
const linkTo = ({ namespace, tenant, part }: Finding) =>
  canOpenPage('/namespaces/:tenantNamespace/tenants/:tenantName') ? tenantPath({ namespace, tenant }, part) : undefined

const labels = { danger: 'Critical', warning: 'Warning' } as const

const columns: Column<Finding>[] = [
  column.name('What', ({ text }) => text, { id: 'text', width: 'minmax(0, 4fr)', href: linkTo }),
  column.text('Severity', ({ level }) => labels[level], {
    id: 'level',
    width: '104px',
    cell: ({ level }) => <Status tone={level}>{labels[level]}</Status>,
    narrow: 'second',
  }),
  column.text('Tenant', ({ tenant }) => tenant, { width: '112px', narrow: 'second' }),
  column.text('Namespace', ({ namespace }) => namespace, { width: '104px', narrow: 'hidden' }),
  column.text('About', ({ about }) => about, { width: '108px', narrow: 'hidden' }),
  column.text('Details', ({ details }) => details, { width: 'minmax(0, 3fr)', narrow: 'second' }),
]

const Tiles = ({
  all,
  findings,
  isWhole,
}: {
  all: readonly TenantHealth[]
  findings: readonly Finding[]
  isWhole: boolean
}) => {
  const withDrives = all.filter(({ drives }) => drives !== undefined)
  const offline = withDrives.reduce((sum, { drives }) => sum + (drives?.offline ?? 0), 0)
  const drives = withDrives.reduce((sum, { tenant }) => sum + tenant.volume_count, 0)
  const of = (about: string) => findings.filter((finding) => finding.about === about).length
  /** Count of a part, or a word if the part could not be read. */
  const countText = (part: 'pods' | 'certificates', number: number) => {
    if (!isWhole) return '…'
    if (all.length > 0 && all.every((one) => one[part] === undefined)) return 'Withheld'
    return number > 0 ? <Status tone="warning">{count(number)}</Status> : '0'
  }
  const attended = new Set(findings.map(({ namespace, tenant }) => `${namespace}/${tenant}`)).size
  return (
    <div className={styles.tilesOver}>
      <div className={styles.tiles}>
        <Tile
          label="Tenants"
          value={count(all.length)}
          note={attended > 0 ? `${count(attended)} need attention` : isWhole ? 'No problems' : 'checking…'}
          look="wide"
        />
        <Tile
          label="Drives Offline"
          value={
            offline > 0 ? <Status tone="danger">{count(offline)}</Status> : withDrives.length > 0 ? '0' : 'Unknown'
          }
          note={`of ${count(drives)}`}
        />
        <Tile
          label="Certificates"
          value={countText('certificates', of('Certificates'))}
          note={isWhole ? 'expired, expiring soon or unreadable' : 'checking…'}
        />
        <Tile
          label="Pods"
          value={countText('pods', of('Pods'))}
          note={isWhole ? 'restarted or not running' : 'checking…'}
        />
      </div>
    </div>
  )
}

/** Health of all tenants, the most urgent findings first. */
export default function Health() {
  const { data, error, loading, isWhole, reload } = useHealth()
  const [search, setSearch] = useQuery('search')
  const [sort, setSort] = useQuery('sort', 'level')
  const all = data?.tenants
  const findings = all && findingsOf(all, Date.now())
  // "no findings" can only be claimed once everything has loaded
  const visibleFindings = isWhole || findings?.length ? findings : undefined
  return (
    <Page title="Health of Tenants" crumbs={[{ label: 'Tenants', href: '/tenants' }]}>
      {all && findings && <Tiles all={all} findings={findings} isWhole={isWhole} />}
      {all &&
        isWhole &&
        withheldOf(all).map((text) => (
          <Banner key={text} tone="info">
            {text}
          </Banner>
        ))}
      {all && !isWhole && error && (
        <Banner tone="warning">{messages.podsAndCertificatesUnchecked(displayText(error.message))}</Banner>
      )}
      <Toolbar>
        <Search label="Search Findings" value={search} onChange={setSearch} />
        <Spacer />
        <IconButton icon={RefreshCw} label="Refresh" look="bordered" onPress={() => void reload()} />
      </Toolbar>
      <Table
        rows={error && !visibleFindings ? [] : visibleFindings}
        columns={columns}
        rowKey={({ key }) => key}
        noun={{ one: 'finding', many: 'findings' }}
        name="tenants-health"
        search={search}
        onClearSearch={() => setSearch('')}
        sortedBy={sort}
        onSort={setSort}
        empty={{
          icon: HeartPulse,
          title: 'Nothing needs attention',
          text: messages.everythingRoleCanSee,
        }}
        error={visibleFindings ? undefined : error}
        onRetry={() => void reload()}
        loading={loading && !visibleFindings}
      />
    </Page>
  )
}
