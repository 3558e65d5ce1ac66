import type { InferOutput } from 'valibot'
import { useEffect, type ReactNode } from 'react'
import { bytes, count, date, duration, displayName } from 'stowage'
import { Banner, Button, SkeletonText, Status, Row } from 'stowage/ui'
import { type CallState, getPreference, setPreference } from 'stowage/web'
import type { Info } from '../contract.ts'
import { day, days, daysTo, describeForecast } from '../forecast-text.ts'
import * as messages from '../messages.ts'
import type { outlook } from '../outlook.ts'
import * as styles from './outlook.css.ts'
import { OutlookByPartSkeleton } from './outlook-by-part.tsx'
import { hasSlope, Slope, SlopeSkeleton } from './slope.tsx'

type OutlookData = InferOutput<(typeof outlook)['outlook']['reply']>

/** A change in bytes with its sign. */
const signed = (change: number) => `${change < 0 ? '−' : '+'}${bytes(Math.abs(change))}`

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Row gap={[0, 5]} wrap align="stretch" justify="between" className={styles.fact}>
    <dt className={styles.term}>{label}</dt>
    <dd className={styles.value}>{children}</dd>
  </Row>
)

const certificates = { storage: 'Storage certificate', console: 'Console certificate' } as const

const Certificate = ({ expires }: { expires: string }) => {
  const daysLeft = daysTo(expires)
  const text = daysLeft < 0 ? `Expired on ${day(expires)}` : `${days(daysLeft)} left`
  return daysLeft < 30 ? (
    <Status tone={daysLeft < 10 ? 'danger' : 'warning'}>{text}</Status>
  ) : (
    <span title={date(expires)}>{text}</span>
  )
}

/** Clock skew. A difference of one second is none, since the clocks report whole seconds. */
const Clock = ({ skew }: { skew: number }) => {
  const seconds = Math.round(Math.abs(skew))
  const text = seconds < 2 ? 'In sync with the console' : `${duration(seconds)} ${skew > 0 ? 'fast' : 'slow'}`
  return seconds < 5 ? text : <Status tone={seconds < 60 ? 'warning' : 'danger'}>{text}</Status>
}

const Versions = ({ versions }: { versions: readonly string[] }) => {
  const all = [...new Set(versions)].sort()
  if (all.length === 0) return 'Unknown'
  if (all.length > 1)
    return <Status tone="warning">{`${all.length} differ: ${all.map(displayName).join(', ')}`}</Status>
  return versions.length === 1 ? displayName(all[0] ?? '') : `Same on ${count(versions.length)} servers`
}

const Drives = ({ drives }: { drives: readonly { state: string; healing: boolean }[] }) => {
  const healing = drives.filter((drive) => drive.healing).length
  const unhealthy = drives.filter(({ state, healing }) => state !== 'ok' && !healing).length
  if (healing + unhealthy === 0) return 'Healthy'
  return (
    <>
      {unhealthy > 0 && <Status tone="danger">{`${count(unhealthy)} unhealthy`}</Status>}{' '}
      {healing > 0 && <Status tone="warning">{`${count(healing)} healing`}</Status>}
    </>
  )
}

const describeGrowth = ({ bytes: change, buckets }: NonNullable<OutlookData['growth']>) => {
  const largest = buckets.find((one) => Math.sign(one.bytes) === Math.sign(change))
  const suffix = largest ? `, most in ${displayName(largest.name)}` : ''
  return change === 0 ? 'None' : `${signed(change)}${suffix}`
}

type FactsProps = {
  info: InferOutput<typeof Info>
  /** When `info` was read, in ms. */
  asOf?: number | undefined
  data: OutlookData
}

const Facts = ({ info, asOf: readAt = Date.now(), data }: FactsProps) => {
  const servers = info.servers ?? []
  const { asOf } = info
  const largest = (data.largest ?? []).filter((one) => one.bytes > 0)
  return (
    <dl>
      <Fact label="Drives">
        <Drives drives={servers.flatMap(({ drives }) => drives)} />
      </Fact>
      {asOf && (
        <Fact label="Last scan">
          {asOf === 'never' ? 'Not yet' : `${duration((readAt - Date.parse(asOf)) / 1000)} ago`}
        </Fact>
      )}
      <Fact label="Versions">
        <Versions versions={servers.flatMap(({ version }) => version ?? [])} />
      </Fact>
      {data.certificates.map(({ owner, expires }) => (
        <Fact key={owner} label={certificates[owner]}>
          <Certificate expires={expires} />
        </Fact>
      ))}
      {data.skew !== undefined && (
        <Fact label="Storage clock">
          <Clock skew={data.skew} />
        </Fact>
      )}
      <Fact label="Growth, last day">{data.growth ? describeGrowth(data.growth) : 'Available after a day'}</Fact>
      {largest.length > 0 && (
        <Fact label="Largest buckets">
          {largest.map(({ name, bytes: size }) => `${displayName(name)} ${bytes(size)}`).join(', ')}
        </Fact>
      )}
    </dl>
  )
}

/** Facts of a storage without certificates; most have a few more. */
const USUAL_FACTS = [
  ['Drives', '10ch'],
  ['Versions', '10ch'],
  ['Growth, last day', '10ch'],
  // below its label in narrow windows
  ['Largest buckets', '34ch'],
] as const

/** Under which this browser stores that the forecast had a chart, so that its placeholder has one. */
const CHART = 'forecast-chart'

/** The cards while they load, in their final size as far as it is known. */
export const OutlookSkeleton = ({ buckets = 0 }: { buckets?: number }) => {
  const hasChart = getPreference(CHART) !== undefined
  return (
    <div className={styles.both} aria-busy="true">
      <section className={styles.card} aria-label="Capacity forecast">
        <h2 className={styles.title}>Capacity forecast</h2>
        <p className={styles.main}>
          <SkeletonText width="12ch" />
        </p>
        <p className={styles.more[hasChart ? 'withChart' : 'alone']}>
          <SkeletonText width="36ch" /> {!hasChart && <SkeletonText width="16ch" />}
        </p>
        {hasChart && <SlopeSkeleton />}
      </section>
      <section className={styles.card} aria-label="Check first">
        <h2 className={styles.title}>Check first</h2>
        <dl>
          {USUAL_FACTS.map(([label, width]) => (
            <Fact key={label} label={label}>
              <SkeletonText width={width} />
            </Fact>
          ))}
        </dl>
      </section>
      {buckets > 0 && <OutlookByPartSkeleton buckets={buckets} />}
    </div>
  )
}

/** Forecast, growth, certificates and clock. Loaded after the rest, because it probes the network. */
export const Outlook = ({
  info,
  asOf,
  state: { data, error, reload },
  children,
}: {
  children?: ReactNode
  info: InferOutput<typeof Info>
  /** When `info` was read, in ms. */
  asOf?: number | undefined
  state: CallState<OutlookData>
}) => {
  const hasChart = data && hasSlope(data)
  useEffect(() => {
    if (data) setPreference(CHART, hasChart ? 'shown' : undefined)
  }, [data, hasChart])
  if (error && !data)
    return (
      <div className={styles.failed}>
        <Banner
          tone="warning"
          action={
            <Button size="sm" onPress={() => void reload()}>
              Try again
            </Button>
          }
        >
          {messages.outlookNotLoaded(error.detail ?? error.message)}
        </Banner>
      </div>
    )
  if (!data) return <OutlookSkeleton buckets={info.buckets} />
  const { main, more, tone } = describeForecast(data)
  return (
    <div className={styles.both}>
      <section className={styles.card} aria-label="Capacity forecast">
        <h2 className={styles.title}>Capacity forecast</h2>
        <p className={styles.main}>{tone ? <Status tone={tone}>{main}</Status> : main}</p>
        <p className={styles.more[hasChart ? 'withChart' : 'alone']}>{more}</p>
        <Slope history={data.history} forecast={data.forecast} capacity={info.capacity} />
      </section>
      <section className={styles.card} aria-label="Check first">
        <h2 className={styles.title}>Check first</h2>
        <Facts info={info} asOf={asOf} data={data} />
      </section>
      {children}
    </div>
  )
}
