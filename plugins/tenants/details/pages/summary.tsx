import type { ReactNode } from 'react'
import { bytes, count, displayName } from 'stowage'
import { type CallState, useCall, useRefusals, useSession } from 'stowage/web'
import { Button, Details, Status, UsageBar, Muted, Row } from 'stowage/ui'
import { details, type Exposure, type Tenant, type Usage as UsageFigures } from '../contract.ts'
import { fullOf } from '../../pages/tenant-text.ts'
import * as styles from './details.css.ts'
import type { PanelProps } from './panel.ts'
import { Problems } from './problems.tsx'
import { updateImage } from './update.tsx'
import { useReloadOnEvents } from './use-live-parts.ts'
import * as messages from '../../messages.ts'

/** A number with its label. */
export const Tile = ({
  label,
  value,
  note,
  look = 'one',
}: {
  label: string
  value: ReactNode
  note?: ReactNode
  look?: 'one' | 'wide'
}) => (
  <div className={styles.tile[look]}>
    <Muted as="div">{label}</Muted>
    <div className={styles.value}>{value}</div>
    {note && <Muted as="div">{note}</Muted>}
  </div>
)

/** Total that the used disk space is compared with. More used than requested means volumes larger than their claims. */
const ofDrives = ({ disk_used: used, disk_total: total }: UsageFigures, { total_size: requested }: Tenant) => {
  if (total !== undefined && total >= used) return `of ${bytes(total)}`
  return used <= requested ? `of ${bytes(requested)}` : messages.drivesShareDisks(bytes(requested))
}

const Usage = ({ tenant, usage: { data, error } }: { tenant: Tenant; usage: CallState<UsageFigures> }) => {
  const full = data && fullOf(data)
  return (
    <div className={styles.tile.wide}>
      <Muted as="div">Storage usage</Muted>
      <div className={styles.value}>
        {data ? bytes(data.disk_used) : '—'}{' '}
        <span className={styles.unit}>{data ? ofDrives(data, tenant) : `of ${bytes(tenant.total_size)}`}</span>
      </div>
      {error && <Muted as="div">{error.detail ?? error.message}</Muted>}
      {data && full !== undefined && <UsageBar label="Used" used={data.used} total={data.usable ?? 0} />}
      {data && (
        <Muted as="div">
          {full === undefined
            ? messages.usageNotReported
            : `${bytes(data.used)} stored of ${bytes(data.usable ?? 0)} usable`}
        </Muted>
      )}
    </div>
  )
}

const features = [
  ['Logs', 'logEnabled'],
  ['MinIO TLS', 'minioTLS'],
  ['AD/LDAP', 'idpAdEnabled'],
  ['Monitoring', 'monitoringEnabled'],
  ['Encryption', 'encryptionEnabled'],
  ['OpenID', 'idpOidcEnabled'],
] as const

/**
 * Whether to display a feature: those the operator no longer supports only if the tenant has or may have them enabled.
 */
const isDisplayed = (tenant: Tenant, key: (typeof features)[number][1]) =>
  tenant[key] || tenant.configuration !== 'read' || !tenant.unoffered?.some((one) => one === key)

/** State of a feature: unknown if it depends on a secret that could not be read. */
const stateOf = (tenant: Tenant, key: (typeof features)[number][1]) => {
  if (tenant[key]) return <Status tone="ok">Enabled</Status>
  return (
    <Status tone="unknown">{tenant.configuration !== 'read' && key !== 'minioTLS' ? 'Unknown' : 'Disabled'}</Status>
  )
}

/** Origin of an address. */
const sources = {
  read: messages.configurationSource,
  withheld: messages.roleCannotReadSecret,
  missing: messages.secretWithTenantsSettings,
} as const

/** Text if there is no address to open. */
const addressText = ({ state, from, port }: Exposure, configuration: Tenant['configuration']) => {
  if (port) return messages.nodePortOfEveryNode(port)
  if (state === 'pending') return from === 'ingress' ? messages.waitingForIngress : messages.waitingForLoadBalancer
  if (state === 'unread')
    return from === 'setting'
      ? messages.setBySecretOrConfigMap
      : configuration === 'missing'
        ? messages.unknownSettingsSecretMissing
        : messages.unknownResourcesNotReadable
  return 'No external address found'
}

const origins = {
  domain: 'from the tenant’s domains',
  setting: 'from its settings',
  service: '',
  nodePort: '',
  ingress: 'through an Ingress',
} as const

const Address = ({ of: exposure, tenant }: { of: Exposure | undefined; tenant: Tenant }) => {
  const { demonstration } = useSession()
  if (!exposure) return <span className={styles.unit}>Unknown</span>
  const { url, from } = exposure
  if (!url) return <span className={styles.unit}>{addressText(exposure, tenant.configuration)}</span>
  const notes = [from ? origins[from] : '', demonstration ? 'demo address' : ''].filter(Boolean)
  const note = notes.length > 0 && <span className={styles.unit}>({notes.join('; ')})</span>
  // addresses from a manifest may contain anything: only http and https links are safe
  if (demonstration || !/^https?:\/\//i.test(url))
    return (
      <>
        {displayName(url)} {note}
      </>
    )
  return (
    <>
      <a href={url} target="_blank" rel="noreferrer">
        {displayName(url)}
      </a>{' '}
      {note}
    </>
  )
}

const sum = (numbers: readonly number[]) => count(numbers.reduce((all, one) => all + one, 0))

/** Summary of a tenant: details, status and features (spec/3 2). */
export const Summary = (props: PanelProps) => {
  const { tenant, at, reload } = props
  const refusal = useRefusals({ update: { action: 'k8s:patch:tenants.minio.min.io', namespace: at.namespace } })
  const usage = useCall(details.usage, { params: at })
  useReloadOnEvents(usage.reload)
  const { status, exposure } = tenant
  const pools = tenant.pools ?? []
  const update = async () => {
    if (await updateImage(at, tenant)) await reload()
  }
  const drives = pools.reduce((all, { servers, volumes_per_server }) => all + servers * volumes_per_server, 0)
  return (
    <div className={styles.parts}>
      <div className={styles.tiles}>
        <Usage tenant={tenant} usage={usage} />
        <Tile label="Drives Online" value={count(status.drives_online)} note={`of ${count(drives)}`} />
        <Tile
          label="Drives Offline"
          value={status.drives_offline > 0 ? <Status tone="danger">{count(status.drives_offline)}</Status> : '0'}
          note={status.drives_healing > 0 && `${count(status.drives_healing)} healing`}
        />
        <Tile label="Write Quorum" value={count(status.write_quorum)} note="drives of a set" />
      </div>
      <Problems {...props} full={usage.data && fullOf(usage.data)} />
      <section>
        <h2 className={styles.title}>Details</h2>
        <div className={styles.columns}>
          <Details
            rows={[
              { label: 'Capacity', value: bytes(tenant.total_size) },
              { label: 'Instances', value: sum(pools.map(({ servers }) => servers)) },
            ]}
          />
          <Details
            rows={[
              { label: 'Clusters', value: count(pools.length) },
              { label: 'Volumes', value: count(drives) },
            ]}
          />
        </div>
        <Details
          rows={[
            { label: 'State', value: tenant.deletion_date ? 'Being deleted' : tenant.currentState || '—' },
            { label: 'Endpoint', value: <Address of={exposure?.minio} tenant={tenant} /> },
            { label: 'Console', value: <Address of={exposure?.console} tenant={tenant} /> },
            {
              label: 'Image',
              value: tenant.image ? (
                displayName(tenant.image)
              ) : (
                <span className={styles.unit}>Default image of the operator</span>
              ),
              action: (
                <Button size="sm" disabled={refusal('update')} onPress={() => void update()}>
                  Update
                </Button>
              ),
            },
          ]}
        />
      </section>
      <section>
        <h2 className={styles.title}>Features</h2>
        <div className={styles.features}>
          {features
            .filter(([, key]) => isDisplayed(tenant, key))
            .map(([label, key]) => (
              <Row gap={3} align="stretch" justify="between" key={key} className={styles.feature}>
                <Muted>{label}</Muted>
                {stateOf(tenant, key)}
              </Row>
            ))}
        </div>
        <p className={styles.foot}>{sources[tenant.configuration]}</p>
      </section>
    </div>
  )
}
