import type { ReactNode } from 'react'
import { count, duration, type Failure, displayText } from 'stowage'
import { Button, Link, StatusIcon } from 'stowage/ui'
import { showError, useCall, useRefusals } from 'stowage/web'
import { healthOf } from '../../pages/tenant-text.ts'
import { health } from '../../health/contract.ts'
import { timeline } from '../../timeline/contract.ts'
import { details } from '../contract.ts'
import * as styles from './details.css.ts'
import { latestProblemLine } from './latest-problem-line.ts'
import type { PanelProps } from './panel.ts'
import { podPlace, tenantPath } from './tenant-path.ts'
import { type LogPart, type Problem, problemsOf } from './find-problems.ts'
import { deletePod } from './removals.tsx'
import { updateImage } from './update.tsx'
import { editYaml } from './yaml.tsx'
import { useReloadOnEvents } from './use-live-parts.ts'
import * as messages from '../../messages.ts'

/** Row limit: further problems are only counted, and are found in the lists of pods and volumes. */
const MAX_ROWS = 6

const agoOf = (since: number) => {
  const seconds = Date.now() / 1000 - since
  return seconds < 60 ? 'just now' : `${duration(seconds).split(' ').slice(0, 2).join(' ')} ago`
}

/** Lines of the log that are read for the latest one that explains the problem. */
const TAIL = '2000'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className={styles.problemWhy}>{label}</dt>
    <dd className={styles.problemFact}>{children}</dd>
  </>
)

const LogLine = ({ of: { pod, container, previous, text }, at }: { of: LogPart } & Pick<PanelProps, 'at'>) => {
  const { data, error } = useCall(details.podLog, {
    params: { ...at, pod },
    query: { container, previous, tail: TAIL },
  })
  if (data === undefined && !error) return null
  const line = data && latestProblemLine(data, text)
  const query = new URLSearchParams({
    tab: 'logs',
    level: 'warning',
    ...(container && { container }),
    ...(previous === 'yes' && { run: 'previous' }),
    ...(text && { highlight: text }),
  })
  return (
    <Fact label="Log">
      {error && messages.logCouldNotBeRead(error.detail ?? error.message)}
      {data !== undefined && (line ? <code className={styles.problemLine}>{displayText(line)}</code> : 'No warnings. ')}
      {!error && <Link href={`${podPlace(at, pod)}?${query}`}>Open Log</Link>}
    </Fact>
  )
}

/** Opens dialogs that solve problems, and reloads once they have changed something. */
const useRemedies = ({ at, tenant, reload }: PanelProps) => {
  const on = { namespace: at.namespace }
  const refusal = useRefusals({
    deletePod: { action: 'k8s:delete:pods', ...on },
    editYaml: { action: 'k8s:update:tenants.minio.min.io', ...on },
    updateImage: { action: 'k8s:patch:tenants.minio.min.io', ...on },
    addPool: { action: 'k8s:patch:tenants.minio.min.io', ...on },
  })
  const open = async ({ kind, pod = '' }: NonNullable<Problem['action']>) => {
    if (kind === 'deletePod') return deletePod(at, pod)
    if (kind === 'updateImage') return updateImage(at, tenant)
    if (kind === 'addPool') return (await import('./add-pool.tsx')).addPool(at, tenant)
    return editYaml(at)
  }
  return {
    refusal,
    run: (action: NonNullable<Problem['action']>) =>
      void open(action)
        .then((done) => (done ? reload() : undefined))
        .catch(showError),
  }
}

type RowProps = { of: Problem; remedies: ReturnType<typeof useRemedies> } & Pick<PanelProps, 'at'>

const Row = ({ of: { tone, what, why, since, log, remedy, action, link }, at, remedies }: RowProps) => (
  <li className={styles.problem}>
    <StatusIcon tone={tone} label={tone === 'danger' ? 'Error' : 'Warning'} />
    <div>
      <div className={styles.problemText[tone]}>{displayText(what)}</div>
      <dl className={styles.problemFacts}>
        {why && (
          <Fact label="Cause">
            {displayText(why)}
            {since ? `, ${agoOf(since)}` : ''}
          </Fact>
        )}
        {log && <LogLine of={log} at={at} />}
        <Fact label="What to do">{displayText(remedy)}</Fact>
      </dl>
    </div>
    <div className={styles.problemLink}>
      {action && (
        <Button size="sm" disabled={remedies.refusal(action.kind)} onPress={() => remedies.run(action)}>
          {action.label}
        </Button>
      )}
      <Link href={tenantPath(at, link.part)}>{link.label}</Link>
    </div>
  </li>
)

type Lookup = { error: Failure | undefined }

/** Sentences about lookups that failed or were not permitted. */
const unreadOf = (lookups: Readonly<Record<'pods' | 'volumes' | 'events' | 'drives' | 'certificates', Lookup>>) => {
  const failed = Object.entries(lookups).flatMap(([name, { error }]) => (error ? [{ name, error }] : []))
  const refused = failed.filter(({ error }) => error.status === 403).map(({ name }) => name)
  return [
    ...(refused.length > 0 ? [messages.roleCannotRead(refused.join(', '))] : []),
    ...failed
      .filter(({ error }) => error.status !== 403)
      .map(({ name, error }) => messages.partNotRead(name, error.detail ?? error.message)),
  ]
}

/**
 * Explains why a tenant is unhealthy: each failed part with its event, its log line, what to do and the action. Empty
 * if no problem is known.
 */
export const Problems = (props: PanelProps & { full: number | undefined }) => {
  const { tenant, at, pods, volumes, full } = props
  const remedies = useRemedies(props)
  const faults = useCall(details.driveFaults, { params: at })
  const events = useCall(timeline.timeline, { params: at })
  const expirations = useCall(health.expirations, { params: at })
  useReloadOnEvents(async () => {
    await Promise.all([faults.reload(), events.reload(), expirations.reload()])
  })
  const { health_status: status, health_message: message } = tenant.status
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
        skew: faults.data?.skew,
        full,
        certificates: expirations.data?.certificates ?? [],
      })
  const isUnhealthy = status === 'red' || status === 'yellow'
  if (isLoading || (problems.length === 0 && !isUnhealthy)) return null
  const unknown = unreadOf({ pods, volumes, events, drives: faults, certificates: expirations })
  return (
    <section aria-labelledby="problems">
      <h2 id="problems" className={styles.title}>
        {isUnhealthy ? `Why This Tenant Is ${healthOf(status).label}` : 'What Needs Attention'}
      </h2>
      {message && <p className={styles.problemWhy}>The operator reports: {displayText(message)}</p>}
      <ul className={styles.problems}>
        {problems.slice(0, MAX_ROWS).map((one) => (
          <Row key={one.key} of={one} at={at} remedies={remedies} />
        ))}
      </ul>
      {problems.length > MAX_ROWS && (
        <p className={styles.foot}>{messages.moreProblems(count(problems.length - MAX_ROWS))}</p>
      )}
      {problems.length === 0 && <p className={styles.foot}>{messages.noReasonVisible}</p>}
      {unknown.map((sentence) => (
        <p key={sentence} className={styles.foot}>
          {sentence}
        </p>
      ))}
    </section>
  )
}
