import type { InferOutput } from 'valibot'
import type { ReactNode } from 'react'
import { bytes, count, displayName, encodeSegment } from 'stowage'
import { Link, SkeletonText, Status } from 'stowage/ui'
import { canOpenPage, useLink } from 'stowage/web'
import { describeForecast } from '../forecast-text.ts'
import type { outlook } from '../outlook.ts'
import * as messages from '../messages.ts'
import * as styles from './outlook.css.ts'

type OutlookData = InferOutput<(typeof outlook)['outlook']['reply']>
type Bucket = NonNullable<OutlookData['buckets']>[number]

type Pool = NonNullable<OutlookData['pools']>[number]

const decommissions = {
  running: { text: 'Being decommissioned', tone: undefined },
  complete: { text: 'Decommissioned', tone: undefined },
  failed: { text: 'Decommission failed', tone: 'warning' },
  canceled: { text: 'Decommission canceled', tone: 'warning' },
} as const

/** Most buckets that the server lists. */
const MAX_BUCKETS = 10

/** Unknown is a dash, with the reason. */
const Unknown = ({ why }: { why: string }) => <span title={why}>—</span>

const signed = (change: number) => (change === 0 ? '0 B' : `${change < 0 ? '−' : '+'}${bytes(Math.abs(change))}`)

const BucketRow = ({ of, hasMarkers }: { of: Bucket; hasMarkers: boolean }) => {
  const { name, bytes: size, perDay, noncurrent, markers } = of
  const link = useLink('bucket-free')
  const isEmpty = size === 0 && !noncurrent && !markers
  const free = isEmpty ? undefined : link?.({ bucket: name })
  const shownName = displayName(name)
  return (
    <tr className={styles.partRow}>
      <th scope="row" className={styles.cell.name} title={shownName}>
        {canOpenPage('/buckets/:bucketName/admin') ? (
          <Link href={`/buckets/${encodeSegment(name)}/admin/summary`} className={styles.name}>
            {shownName}
          </Link>
        ) : (
          shownName
        )}
      </th>
      <td className={styles.cell.figure}>{bytes(size)}</td>
      <td className={styles.cell.figure}>
        {perDay === undefined ? <Unknown why={messages.paceNeedsAnHour} /> : signed(perDay)}
      </td>
      <td className={styles.cell.wide}>
        {noncurrent === undefined ? <Unknown why={messages.versionsAreNotCounted} /> : count(noncurrent)}
      </td>
      {hasMarkers && (
        <td className={styles.cell.wide}>
          {markers === undefined ? <Unknown why={messages.versionsAreNotCounted} /> : count(markers)}
        </td>
      )}
      <td className={styles.cell.link}>{free && <Link href={free}>What Can Be Freed</Link>}</td>
    </tr>
  )
}

const BucketTable = ({ hasMarkers, children }: { hasMarkers: boolean; children: ReactNode }) => (
  <section className={styles.partCard} aria-label="Growth by bucket">
    <h2 className={styles.title}>Growth by bucket</h2>
    <table className={styles.parts} aria-label="Growth by bucket">
      <thead>
        <tr className={styles.partHead}>
          <th scope="col" className={styles.cell.name}>
            Bucket
          </th>
          <th scope="col" className={styles.cell.figure}>
            Size
          </th>
          <th scope="col" className={styles.cell.figure}>
            Per Day
          </th>
          <th scope="col" className={styles.cell.wide}>
            Older Versions
          </th>
          {hasMarkers && (
            <th scope="col" className={styles.cell.wide}>
              Delete Markers
            </th>
          )}
          <td className={styles.cell.link} />
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
)

const Buckets = ({ buckets }: { buckets: readonly Bucket[] }) => {
  // some storages count delete markers among the versions
  const hasMarkers = buckets.some(({ markers }) => markers !== undefined)
  return (
    <BucketTable hasMarkers={hasMarkers}>
      {buckets.map((bucket) => (
        <BucketRow key={bucket.name} of={bucket} hasMarkers={hasMarkers} />
      ))}
    </BucketTable>
  )
}

/** The table of buckets while it loads, with as many rows as it will have. */
export const OutlookByPartSkeleton = ({ buckets }: { buckets: number }) => (
  <BucketTable hasMarkers={false}>
    {Array.from({ length: Math.min(buckets, MAX_BUCKETS) }, (_, index) => (
      <tr key={index} className={styles.partRow}>
        <th scope="row" className={styles.cell.name}>
          <SkeletonText width="8ch" />
        </th>
        <td className={styles.cell.figure}>
          <SkeletonText width="6ch" />
        </td>
        <td className={styles.cell.figure} />
        <td className={styles.cell.wide} />
        <td className={styles.cell.link} />
      </tr>
    ))}
  </BucketTable>
)

const PoolState = ({ pool: { decommission, forecast }, data }: { pool: Pool; data: OutlookData }) => {
  if (!decommission) return describeForecast({ ...data, forecast }).main
  const { tone, text } = decommissions[decommission]
  return tone ? <Status tone={tone}>{text}</Status> : text
}

const Pools = ({ data }: { data: OutlookData }) => (
  <section className={styles.partCard} aria-label="Forecast by pool">
    <h2 className={styles.title}>Forecast by pool</h2>
    <dl>
      {(data.pools ?? []).map((pool) => (
        <div key={pool.name} className={styles.pool}>
          <dt>{pool.name}</dt>
          <dd className={styles.poolValue}>
            <PoolState pool={pool} data={data} />
            <span className={styles.term}>{`, ${bytes(pool.used)} of ${bytes(pool.usable)} used`}</span>
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

/** Forecast of each pool, and growth of each bucket with what could be freed there. */
export const OutlookByPart = ({ data }: { data: OutlookData }) => (
  <>
    {(data.pools?.length ?? 0) > 1 && <Pools data={data} />}
    {(data.buckets?.length ?? 0) > 0 && <Buckets buckets={data.buckets ?? []} />}
  </>
)
