import { counted, displayName, duration } from 'stowage'
import type { CertificateExpiry } from '../../health/contract.ts'
import { URGENT_DAYS, WARN_DAYS } from '../../health/pages/findings.ts'
import { podStateText, podTone } from '../../pages/pod-tone.ts'
import type { TimelineEvent } from '../../timeline/contract.ts'
import type { DriveFault, DriveFaults, Pod, Tenant, Volume } from '../contract.ts'
import * as messages from '../../messages.ts'

/**
 * Part of a log that explains a problem: of a container's previous run, or lines that contain a text. An empty
 * `container` is the main one.
 */
export type LogPart = { pod: string; container: string; previous: 'yes' | 'no'; text: string }

/** Kinds of dialogs that solve a problem. */
type RemedyAction = 'deletePod' | 'editYaml' | 'updateImage' | 'addPool'

/** A problem of a tenant: the failed part, its event and log, what to do, and a link to the part. */
export type Problem = {
  key: string
  tone: 'danger' | 'warning'
  what: string
  why?: string | undefined
  /** In seconds since 1970. */
  since?: number | undefined
  log?: LogPart
  remedy: string
  action?: { kind: RemedyAction; label: string; pod?: string }
  link: { label: string; part: string }
}

type Input = {
  tenant: Pick<Tenant, 'status' | 'pools'>
  pods: readonly Pod[]
  volumes: readonly Volume[]
  faults: readonly DriveFault[]
  /** Drive lookups that failed. */
  unread?: DriveFaults['unread']
  events: readonly TimelineEvent[]
  /** Seconds by which the tenant's clock is ahead of the console's. */
  skew?: number | undefined
  /** Used share of the usable capacity, from 0 to 1. */
  full?: number | undefined
  certificates?: readonly CertificateExpiry[]
  /** In ms since 1970. */
  now?: number
}

/** Used share from which a tenant needs more drives soon, and now. */
const [FILLING, FULL] = [0.75, 0.9]

const editYaml = { kind: 'editYaml', label: 'Edit YAML' } as const

/** Seconds of clock skew from which it is a problem, and from which S3 refuses requests. */
const [WARN_SKEW, MAX_SKEW] = [5, 15 * 60]

/** Remedy for a pod, by the reason of its state and how its container ended. */
const podRemedy = ({ name, reason, failure, node }: Pod, tone: Problem['tone']): Pick<Problem, 'remedy' | 'action'> => {
  if (/OOMKilled/.test(`${reason} ${failure}`)) return { remedy: messages.raiseMemoryLimit, action: editYaml }
  if (/ImagePull|ErrImage|InvalidImageName/.test(reason))
    return { remedy: messages.checkImage, action: { kind: 'updateImage', label: 'Update Image' } }
  if (reason === 'Pending' && !node) return { remedy: messages.addNode, action: editYaml }
  if (tone === 'warning') return { remedy: messages.waitForPod }
  return { remedy: messages.restartPod, action: { kind: 'deletePod', label: 'Delete Pod', pod: name } }
}

const linkToPod = (pod: string) => ({ label: 'Open Pod', part: `pods/${encodeURIComponent(pod)}` })

/** Drive of a volume claim: `data3` of `data3-prod-pool-0-2`. */
export const driveName = ({ volume, pod }: Pick<DriveFault, 'volume' | 'pod'>) =>
  volume.endsWith(`-${pod}`) ? volume.slice(0, -pod.length - 1) : volume

/** Number of offline drives reported by the operator that could not be identified. */
export const unnamedOffline = ({
  tenant: { status },
  pods,
  volumes,
  faults,
}: Pick<Input, 'pods' | 'volumes' | 'faults'> & { tenant: Pick<Tenant, 'status'> }) => {
  // drives of a stopped pod are offline with it, so they get no separate rows
  const stopped = pods.filter((pod) => podTone(pod) === 'danger' || pod.readyContainers === 0)
  const down = volumes.filter(
    ({ name }) => !faults.some(({ volume }) => volume === name) && stopped.some((pod) => name.endsWith(`-${pod.name}`)),
  ).length
  return Math.max(0, status.drives_offline - faults.filter(({ state }) => state === 'offline').length - down)
}

const unidentifiedDrives = (
  state: 'offline' | 'healing',
  number: number,
  tone: Problem['tone'],
  why: string,
): Problem[] =>
  number <= 0
    ? []
    : [
        {
          key: state,
          tone,
          what: `${counted(number, { one: 'drive is', many: 'drives are' })} ${state}`,
          why,
          remedy: state === 'offline' ? messages.findDrive : messages.waitForDrive,
          link: { label: 'Open Pools', part: 'pools' },
        },
      ]

const DAY = 86_400_000

/** Problem of a certificate with its severity; `undefined` if there is none. */
const expiryProblem = (
  { name, expiry, problem }: CertificateExpiry,
  now: number,
): Pick<Problem, 'tone' | 'what'> | undefined => {
  const certificate = `Certificate ${displayName(name)}`
  if (problem) return { tone: 'danger', what: `${certificate}: ${problem}` }
  const days = (Date.parse(expiry) - now) / DAY
  if (days < 0) return { tone: 'danger', what: `${certificate} expired on ${expiry.slice(0, 10)}` }
  if (days >= WARN_DAYS) return undefined
  const daysLeft = Math.ceil(days)
  return {
    tone: days < URGENT_DAYS ? 'danger' : 'warning',
    what: `${certificate} expires in ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}`,
  }
}

const clockProblem = (skew: number): Problem[] => {
  const seconds = Math.round(Math.abs(skew))
  if (seconds < WARN_SKEW) return []
  const isRefused = seconds >= MAX_SKEW
  return [
    {
      key: 'clock',
      tone: isRefused ? 'danger' : 'warning',
      what: messages.clockDiffers(duration(seconds), skew > 0),
      why: isRefused ? messages.clockRefused : messages.clockWillBeRefused,
      remedy: messages.synchronizeClocks,
      link: { label: 'Open Pods', part: 'pods' },
    },
  ]
}

/** Lists the problems of a tenant, errors first, each with the latest warning about the failed part. */
export const problemsOf = ({
  tenant,
  pods,
  volumes,
  faults,
  unread = [],
  events,
  skew = 0,
  full = 0,
  certificates = [],
  now = Date.now(),
}: Input): Problem[] => {
  const warningOf = (kind: string, name: string) =>
    events
      .filter((event) => event.event_type === 'Warning' && event.kind === kind && event.name === name)
      .reduce<TimelineEvent | undefined>(
        (latest, event) => (latest && latest.last_seen >= event.last_seen ? latest : event),
        undefined,
      )
  const causeOf = (event: TimelineEvent | undefined) =>
    event && {
      why: event.reason && event.message ? `${event.reason}: ${event.message}` : event.message || event.reason,
      since: event.last_seen,
    }

  const drives = faults.map((fault): Problem => {
    const { volume, pod, state, reason, since, path } = fault
    const node = pods.find(({ name }) => name === pod)?.node
    const event = warningOf('PersistentVolumeClaim', volume)
    return {
      key: volume,
      tone: state === 'healing' ? 'warning' : 'danger',
      what: messages.driveState(driveName(fault), pod, node ? ` on ${node}` : '', state),
      ...(reason ? { why: reason, since } : causeOf(event)),
      log: { pod, container: '', previous: 'no', text: path },
      remedy: state === 'healing' ? messages.waitForDrive : messages.replaceDrive(driveName(fault)),
      link: linkToPod(pod),
    }
  })
  const healing = tenant.status.drives_healing - faults.filter(({ state }) => state === 'healing').length
  const why = messages.checkLogsOfPods(
    unread.includes('tenant') ? messages.drivesNotReported : messages.podsNotReported,
  )
  const troubledPods = pods
    .filter((pod) => podTone(pod) !== 'ok')
    .map((pod): Problem => {
      const tone = podTone(pod) === 'danger' ? 'danger' : 'warning'
      return {
        key: pod.name,
        tone,
        what: `Pod ${pod.name}: ${podStateText(pod)}`,
        ...(pod.failure ? { why: pod.failure } : causeOf(warningOf('Pod', pod.name))),
        ...(pod.node && {
          log: {
            pod: pod.name,
            container: pod.unready?.container ?? '',
            previous: pod.unready?.run === 'previous' ? 'yes' : 'no',
            text: '',
          },
        }),
        ...podRemedy(pod, tone),
        link: linkToPod(pod.name),
      }
    })
  const unbound = volumes
    .filter((volume) => volume.status !== 'Bound')
    .map(
      ({ name, status: phase, storageClass }): Problem => ({
        key: name,
        tone: phase === 'Lost' ? 'danger' : 'warning',
        what: `Volume ${name}: ${phase || 'state unknown'}`,
        ...causeOf(warningOf('PersistentVolumeClaim', name)),
        remedy: phase === 'Lost' ? messages.replaceVolume : messages.bindVolume(storageClass),
        link: { label: 'Open Volumes', part: 'volumes' },
      }),
    )
  const capacity: Problem[] =
    full < FILLING
      ? []
      : [
          {
            key: 'capacity',
            tone: full < FULL ? 'warning' : 'danger',
            what: messages.capacityUsed(Math.round(full * 100)),
            remedy: messages.expandTenant,
            action: { kind: 'addPool', label: 'Expand Tenant' },
            link: { label: 'Open Pools', part: 'pools' },
          },
        ]
  const expiring = certificates.flatMap((certificate): Problem[] => {
    const expiry = expiryProblem(certificate, now)
    if (!expiry) return []
    return [
      {
        key: `certificate ${certificate.name}`,
        ...expiry,
        ...causeOf(warningOf('Secret', certificate.name)),
        remedy: certificate.from === 'operator' ? messages.operatorRenews : messages.replaceCertificate,
        link: { label: 'Open Security', part: 'security' },
      },
    ]
  })
  return [
    ...drives,
    ...unidentifiedDrives('offline', unnamedOffline({ tenant, pods, volumes, faults }), 'danger', why),
    ...unidentifiedDrives('healing', healing, 'warning', why),
    ...troubledPods,
    ...unbound,
    ...expiring,
    ...clockProblem(skew),
    ...capacity,
  ].sort((a, b) => Number(b.tone === 'danger') - Number(a.tone === 'danger'))
}
