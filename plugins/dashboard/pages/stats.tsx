import type { InferOutput } from 'valibot'
import type { ReactNode } from 'react'
import { bytes, count, date } from 'stowage'
import { SkeletonText, Status, UsageBar, Row } from 'stowage/ui'
import type { Info } from '../contract.ts'
import * as styles from './status.css.ts'
import * as messages from '../messages.ts'

type StatProps = { label: string; value: ReactNode; unit?: string; children?: ReactNode }

const Stat = ({ label, value, unit, children }: StatProps) => (
  <section className={styles.stat} aria-label={label}>
    <h2 className={styles.label}>{label}</h2>
    <p className={styles.number}>
      {value} {unit && <span className={styles.unit}>{unit}</span>}
    </p>
    {children}
  </section>
)

const Note = ({ children }: { children: ReactNode }) => (
  <Row gap={[0, 4]} wrap align="stretch" className={styles.note}>
    {children}
  </Row>
)

/** Short enough for one line of a statistic. */
const average = (total: number, parts: number) => parts > 0 && `Average size ${bytes(total / parts)}`

/** A value before the first scan, which is unknown and not zero. */
const Unscanned = ({ label }: { label: string }) => (
  <Stat label={label} value="—">
    <Note>{messages.notScannedYet}</Note>
  </Stat>
)

/** Five statistics: buckets, stored data with the space on the drives, objects, servers and drives. */
export const DashboardStats = ({ info }: { info: InferOutput<typeof Info> }) => {
  const { buckets, objects, usage, used, capacity, asOf } = info
  const scanned = asOf !== 'never'
  const servers = info.servers ?? []
  const [stored = '0', unit = 'B'] = bytes(usage).split(' ')
  const inState = (state: string) => servers.filter((server) => server.state === state).length
  const offline = inState('offline')
  const starting = servers.length - offline - inState('online')
  const drives = servers.flatMap((server) => server.drives)
  const healing = drives.filter((drive) => drive.healing).length
  const unhealthy = drives.filter((drive) => drive.state !== 'ok' && !drive.healing).length
  const driveSpace =
    capacity && used !== undefined ? (
      <UsageBar used={used} total={capacity} label={`${bytes(used)} of ${bytes(capacity)}`} />
    ) : null
  return (
    <div className={styles.stats}>
      <Stat label="All Buckets" value={count(buckets)}>
        <Note>{scanned && average(usage, buckets)}</Note>
      </Stat>
      {scanned ? (
        <Stat label="Usage" value={stored} unit={unit}>
          {asOf && <Note>As of {date(asOf)}</Note>}
        </Stat>
      ) : (
        <Unscanned label="Usage" />
      )}
      {scanned ? (
        <Stat label="Total Objects" value={count(objects)}>
          <Note>{average(usage, objects)}</Note>
        </Stat>
      ) : (
        <Unscanned label="Total Objects" />
      )}
      <Stat label="Servers (Total)" value={count(servers.length)}>
        <Note>
          {servers.length > 0 && <Status tone="ok">{`${inState('online')} online`}</Status>}
          {offline > 0 && <Status tone="danger">{`${offline} offline`}</Status>}
          {starting > 0 && <Status tone="warning">{`${starting} starting`}</Status>}
        </Note>
      </Stat>
      <Stat label="Drives" value={count(drives.length)}>
        <Note>
          {drives.length > 0 && healing + unhealthy === 0 && <Status tone="ok">Healthy</Status>}
          {healing > 0 && <Status tone="warning">{`${count(healing)} healing`}</Status>}
          {unhealthy > 0 && <Status tone="danger">{`${count(unhealthy)} unhealthy`}</Status>}
        </Note>
        {driveSpace}
      </Stat>
    </div>
  )
}

const loadingNote = (
  <Note>
    <span>
      <SkeletonText width="14ch" />
    </span>
  </Note>
)

/** The statistics while they load, in their final size. */
export const DashboardStatsSkeleton = () => (
  <div className={styles.stats} aria-busy="true">
    {['All Buckets', 'Usage', 'Total Objects', 'Servers (Total)', 'Drives'].map((label) => (
      <Stat key={label} label={label} value={<SkeletonText width="3ch" />}>
        {label !== 'Usage' && loadingNote}
        {label === 'Drives' && (
          <div aria-hidden="true">
            <UsageBar used={0} total={1} label={'\u00A0'} value="" />
          </div>
        )}
      </Stat>
    ))}
  </div>
)
