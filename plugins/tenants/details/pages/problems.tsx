import { count, duration, type Failure, displayText } from 'stowage'
import { StatusIcon, Link } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { healthOf } from '../../pages/tenant-text.ts'
import { timeline } from '../../timeline/contract.ts'
import { details } from '../contract.ts'
import * as styles from './details.css.ts'
import type { PanelProps } from './panel.ts'
import { tenantPlace } from './place.ts'
import { type Problem, problemsOf } from './problems.ts'
import { useReloadOnEvents } from './use-live-parts.ts'
import * as messages from '../../messages.ts'

/** Row limit: further problems are only counted, and are found in the lists of pods and volumes. */
const MAX_ROWS = 6

const agoOf = (since: number) => {
  const seconds = Date.now() / 1000 - since
  return seconds < 60 ? 'just now' : `${duration(seconds).split(' ').slice(0, 2).join(' ')} ago`
}

const Row = ({ of: { tone, what, why, since, link }, at }: { of: Problem } & Pick<PanelProps, 'at'>) => (
  <li className={styles.problem}>
    <StatusIcon tone={tone} label={tone === 'danger' ? 'Error' : 'Warning'} />
    <div>
      <div className={styles.problemText[tone]}>{displayText(what)}</div>
      {why && (
        <div className={styles.problemWhy}>
          {displayText(why)}
          {since ? `, ${agoOf(since)}` : ''}
        </div>
      )}
    </div>
    <div className={styles.problemLink}>
      <Link href={tenantPlace(at, link.part)}>{link.label}</Link>
    </div>
  </li>
)

type Lookup = { error: Failure | undefined }

/** Sentences about lookups that failed or were not permitted. */
const unreadOf = (lookups: Readonly<Record<'pods' | 'volumes' | 'events' | 'drives', Lookup>>) => {
  const failed = Object.entries(lookups).flatMap(([name, { error }]) => (error ? [{ name, error }] : []))
  const refused = failed.filter(({ error }) => error.status === 403).map(({ name }) => name)
  return [
    ...(refused.length > 0 ? [messages.roleCannotRead(refused.join(', '))] : []),
    ...failed
      .filter(({ error }) => error.status !== 403)
      .map(({ name, error }) => messages.couldNotBeRead(name, error.detail ?? error.message)),
  ]
}

/**
 * Explains why a tenant is unhealthy: each failed part with its reason, and a link to it. Empty if no problem is known.
 */
export const Problems = ({ tenant, at, pods, volumes }: PanelProps) => {
  const faults = useCall(details.driveFaults, { params: at })
  const events = useCall(timeline.timeline, { params: at })
  useReloadOnEvents(async () => {
    await Promise.all([faults.reload(), events.reload()])
  })
  const { health_status: health, health_message: message } = tenant.status
  const isLoading = (faults.loading && !faults.data) || (pods.loading && !pods.data)
  const problems = isLoading
    ? []
    : problemsOf({
        tenant,
        pods: pods.data ?? [],
        volumes: volumes.data?.pvcs ?? [],
        faults: faults.data?.faults ?? [],
        unread: faults.data?.unread ?? ['tenant', 'events'],
        events: events.data?.events ?? [],
      })
  const isUnhealthy = health === 'red' || health === 'yellow'
  if (isLoading || (problems.length === 0 && !isUnhealthy)) return null
  const unknown = unreadOf({ pods, volumes, events, drives: faults })
  return (
    <section aria-labelledby="problems">
      <h2 id="problems" className={styles.title}>
        {isUnhealthy ? `Why This Tenant Is ${healthOf(health).label}` : 'What Needs Attention'}
      </h2>
      {message && <p className={styles.problemWhy}>The operator reports: {displayText(message)}</p>}
      <ul className={styles.problems}>
        {problems.slice(0, MAX_ROWS).map((one) => (
          <Row key={one.key} of={one} at={at} />
        ))}
      </ul>
      {problems.length > MAX_ROWS && (
        <p className={styles.foot}>{messages.andMoreInPods(count(problems.length - MAX_ROWS))}</p>
      )}
      {problems.length === 0 && <p className={styles.foot}>{messages.operatorReportsStatePodsVolumes}</p>}
      {unknown.map((sentence) => (
        <p key={sentence} className={styles.foot}>
          {sentence}
        </p>
      ))}
    </section>
  )
}
