import GitCompare from 'lucide-react/icons/git-compare'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { count, counted, displayName } from 'stowage'
import { canOpenPage, useCall, useQuery } from 'stowage/web'
import {
  Banner,
  Empty,
  Field,
  IconButton,
  Link,
  LoadError,
  Page,
  Segmented,
  Select,
  Skeleton,
  Spacer,
  Toolbar,
  Grid,
} from 'stowage/ui'
import { hidden } from 'stowage/classes'
import { tenants } from '../../contract.ts'
import { tenantPath } from '../../details/pages/tenant-path.ts'
import { comparing, type Settings } from '../contract.ts'
import * as styles from './compare.css.ts'
import { compareSettings, type Group, type Row } from '../rows.ts'
import { unreadOf } from './unread.ts'
import * as messages from '../../messages.ts'

const noun = { one: 'setting', many: 'settings' }

const tenantOf = (key: string) => {
  const [namespace = '', tenant = ''] = key.split('/')
  return { namespace, tenant }
}

/** Settings of a tenant; loads nothing until one is selected. */
const useSettings = (key: string) => {
  const params = tenantOf(key)
  return useCall(comparing.settings, { params }, { when: params.tenant !== '' })
}

const Name = ({ of: { tenant } }: { of: Settings }) => {
  const text = displayName(tenant.name)
  return (
    <span role="columnheader" className={styles.value.value}>
      {canOpenPage('/namespaces/:tenantNamespace/tenants/:tenantName') ? (
        <Link href={tenantPath({ namespace: tenant.namespace, tenant: tenant.name })}>{text}</Link>
      ) : (
        text
      )}
      <span className={styles.notices}>{displayName(tenant.namespace)}</span>
    </span>
  )
}

const Line = ({ row: { label, cells, alike } }: { row: Row }) => (
  <div role="row" className={styles.row[alike ? 'alike' : 'other']}>
    <span role="rowheader" className={styles.label}>
      {displayName(label)}
      {alike && <span className={hidden}> (the same)</span>}
      {!alike && cells[0].text === cells[1].text && cells[0].kind === 'value' && (
        <span className={styles.notices}>not the same ones</span>
      )}
    </span>
    {cells.map(({ kind, text }, index) => (
      <span key={index} role="cell" className={styles.value[kind]}>
        {text}
      </span>
    ))}
  </div>
)

const differing = (rows: readonly Row[]) => rows.filter(({ alike }) => !alike)

const Groups = ({ groups, all, of }: { groups: readonly Group[]; all: boolean; of: readonly [Settings, Settings] }) => {
  const groupsWithRows = groups
    .map(({ title, rows }) => ({
      title,
      rows: all ? rows : differing(rows),
      total: rows.length,
      other: differing(rows).length,
    }))
    .filter(({ rows }) => rows.length > 0)
  const equalGroups = groups
    .filter(({ rows }) => rows.length > 0 && differing(rows).length === 0)
    .map(({ title }) => title)
  return (
    <>
      <div role="table" aria-label="Settings of both tenants" className={styles.table}>
        <div role="row" className={styles.names}>
          <span role="columnheader" className={styles.corner}>
            <span className={hidden}>Setting</span>
          </span>
          {of.map((one, index) => (
            <Name key={index} of={one} />
          ))}
        </div>
        {groupsWithRows.map(({ title, rows, total, other }) => (
          <div key={title} role="rowgroup" aria-label={title}>
            <div role="row" className={styles.title}>
              <span role="rowheader">
                {title}
                <span
                  className={styles.notices}
                >{`${count(other)} of ${counted(total, noun)} differ${other === 1 ? 's' : ''}`}</span>
              </span>
            </div>
            {rows.map((row) => (
              <Line key={row.label} row={row} />
            ))}
          </div>
        ))}
      </div>
      {!all && equalGroups.length > 0 && (
        <p className={styles.foot}>{messages.nothingDiffers(equalGroups.join(', '))}</p>
      )}
    </>
  )
}

/** Comparison of two tenants, setting by setting. */
export default function Compare() {
  const [one, setOne] = useQuery('one')
  const [other, setOther] = useQuery('other')
  const [show, setShow] = useQuery('show', 'differences')
  const list = useCall(tenants.list)
  const [first, second] = [useSettings(one), useSettings(other)]
  const keys = (list.data?.tenants ?? []).map(({ namespace, name }) => `${namespace}/${name}`)
  const optionsFor = (key: string, otherKey: string) =>
    [...new Set([...keys, ...(key ? [key] : [])])].sort().map((value) => ({
      value,
      label: displayName(value),
      disabled: value === otherKey && messages.tenantCannotBeCompared,
    }))
  const groups = first.data && second.data ? compareSettings(first.data, second.data) : undefined
  const same = one !== '' && one === other
  const failed = [
    { ...first, key: one },
    { ...second, key: other },
  ].find(({ error }) => error)
  const rows = groups?.flatMap((group) => group.rows) ?? []
  const body = () => {
    if (same) return <Empty icon={GitCompare} title="Both are the same tenant" text={messages.chooseTenantToCompare} />
    if (failed?.error)
      return (
        <LoadError
          what={`the settings of ${displayName(failed.key)}`}
          error={failed.error}
          onRetry={() => void failed.reload()}
        />
      )
    if (!one || !other) return <Empty icon={GitCompare} title="Choose two tenants" text={messages.compareHelp} />
    if (!groups || !first.data || !second.data) return <Skeleton rows={8} columns={3} />
    return <Groups groups={groups} all={show === 'all'} of={[first.data, second.data]} />
  }
  return (
    <Page title="Compare Tenants" crumbs={[{ label: 'Tenants', href: '/tenants' }]}>
      <Grid columns={2} gap={4} className={styles.selection}>
        <Field label="Tenant">
          <Select value={one} onChange={setOne} options={optionsFor(one, other)} placeholder="Choose a tenant" />
        </Field>
        <Field label="Compared with">
          <Select value={other} onChange={setOther} options={optionsFor(other, one)} placeholder="Choose a tenant" />
        </Field>
      </Grid>
      {list.error && <Banner tone="warning">{messages.tenantListNotLoaded(list.error.message)}</Banner>}
      {groups && first.data && second.data && !same && (
        <>
          <div className={styles.notes}>
            <p className={styles.label}>{messages.secretsNotCompared}</p>
            {[first.data, second.data].flatMap(unreadOf).map((text) => (
              <Banner key={text} tone="info">
                {text}
              </Banner>
            ))}
          </div>
          <Toolbar>
            <Segmented
              label="Which settings"
              value={show === 'all' ? 'all' : 'differences'}
              onChange={setShow}
              items={[
                { id: 'differences', label: `Differences (${count(differing(rows).length)})` },
                { id: 'all', label: `All (${count(rows.length)})` },
              ]}
            />
            <Spacer />
            <IconButton
              icon={RefreshCw}
              label="Refresh"
              look="bordered"
              onPress={() => void Promise.all([first.reload(), second.reload()])}
            />
          </Toolbar>
        </>
      )}
      {body()}
    </Page>
  )
}
