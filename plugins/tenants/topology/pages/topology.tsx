import { count, counted, displayName } from 'stowage'
import { StatusIcon, Link, Status, Row } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { details } from '../../details/contract.ts'
import { driveName, unnamedOffline } from '../../details/pages/find-problems.ts'
import { useReloadOnEvents } from '../../details/pages/use-live-parts.ts'
import type { PanelProps } from '../../details/pages/panel.ts'
import { podPlace } from '../../details/pages/tenant-path.ts'
import { podStateText, podTone } from '../../pages/pod-tone.ts'
import { type Drive, type PlacedPod, placePods } from './shape.ts'
import * as styles from './topology.css.ts'
import * as messages from '../../messages.ts'

/** A volume may be bound although its drive is lost. */
const driveTone = ({ status, fault }: Drive) => {
  if (fault?.state === 'offline' || status === 'Lost') return 'danger'
  return fault || status !== 'Bound' ? 'warning' : 'ok'
}

const driveText = ({ name, status, fault }: Drive) =>
  fault
    ? `${displayName(name)}: ${fault.state}${fault.reason ? ` (${displayName(fault.reason)})` : ''}`
    : `${displayName(name)}: ${status || 'state unknown'}`

/** One icon per drive, with its name and state as tooltip and accessible name. */
const Drives = ({ of }: { of: readonly Drive[] }) => (
  <Row as="ul" gap={2} wrap align="stretch" aria-label="Drives">
    {of.map((drive) => (
      <li key={drive.name} className={styles.drive[driveTone(drive) === 'danger' ? 'lost' : 'plain']}>
        <StatusIcon tone={driveTone(drive)} label={driveText(drive)} />
      </li>
    ))}
  </Row>
)

type PodProps = Pick<PanelProps, 'at'> & { of: PlacedPod; volumes: 'known' | 'unknown' }

const Pod = ({ of: { name, found, drives }, at, volumes }: PodProps) => (
  <li className={styles.box[found ? 'found' : 'missing']}>
    <div className={styles.name}>
      {found ? <Link href={podPlace(at, name)}>{displayName(name)}</Link> : displayName(name)}
    </div>
    {found ? (
      <Status tone={podTone(found)}>{podStateText(found)}</Status>
    ) : (
      <Status tone="danger">Pod does not exist</Status>
    )}
    <div className={styles.muted}>
      {found && (found.node ? `On ${displayName(found.node)}` : 'Not scheduled to a node')}
      {found && drives.length > 0 && `, ${count(drives.length)} ${drives.length === 1 ? 'drive' : 'drives'}`}
    </div>
    {volumes === 'unknown' ? (
      <div className={styles.muted}>Drives unknown</div>
    ) : drives.length > 0 ? (
      <Drives of={drives} />
    ) : (
      <div className={styles.muted}>No volume claims</div>
    )}
    {drives
      .filter((drive) => driveTone(drive) === 'danger')
      .map(({ name: claim, status, fault }) => (
        <Status key={claim} tone="danger">
          {`${displayName(driveName({ volume: claim, pod: name }))} ${fault?.state ?? status.toLowerCase()}`}
        </Status>
      ))}
  </li>
)

/** Nodes of the pods in a tenant's pools, and the drives of each. */
export const Topology = ({ tenant, at, pods, volumes }: Pick<PanelProps, 'tenant' | 'at' | 'pods' | 'volumes'>) => {
  const faults = useCall(details.driveFaults, { params: at })
  useReloadOnEvents(faults.reload)
  if (!pods.data)
    return pods.error ? (
      <p className={styles.muted}>{messages.podLocationUnknown(pods.error.detail ?? pods.error.message)}</p>
    ) : null
  const claims = volumes.data && (volumes.data.pvcs ?? [])
  const driveFaults = faults.data?.faults ?? []
  const unnamed = faults.data
    ? unnamedOffline({ tenant, pods: pods.data, volumes: claims ?? [], faults: driveFaults })
    : tenant.status.drives_offline
  return (
    <section className={styles.topology} aria-labelledby="topology">
      <h2 id="topology" className={styles.title}>
        Topology
      </h2>
      {!faults.loading && unnamed > 0 && (
        <Status tone="danger">
          {messages.offlineDrivesUnknown(counted(unnamed, { one: 'drive is', many: 'drives are' }))}
        </Status>
      )}
      {faults.error && (
        <p className={styles.muted}>{messages.drivesNotChecked(faults.error.detail ?? faults.error.message)}</p>
      )}
      {placePods(tenant, pods.data, claims, driveFaults).map(({ name, pods: all, crowded }) => (
        <section key={name} className={styles.pool} aria-label={`Pool ${displayName(name)}`}>
          <h3 className={styles.name}>{displayName(name)}</h3>
          {crowded.map(({ node, pods: number }) => (
            <Status key={node} tone="warning">
              {messages.podsShareNode(count(number), displayName(node))}
            </Status>
          ))}
          <ul className={styles.pods}>
            {all.map((pod) => (
              <Pod key={pod.name} of={pod} at={at} volumes={claims ? 'known' : 'unknown'} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}
