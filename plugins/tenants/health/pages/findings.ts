import { count, displayName, displayText } from 'stowage'
import { podStateText, podTone } from '../../pages/pod-tone.ts'
import { fullOf, someOf } from '../../pages/tenant-text.ts'
import type { TenantHealth } from '../contract.ts'
import * as messages from '../../messages.ts'

/** A problem of a tenant, with details, and the part of its page where it can be fixed. */
export type Finding = {
  key: string
  level: 'danger' | 'warning'
  about: string
  text: string
  details?: string
  namespace: string
  tenant: string
  part: string
}

type PartialFinding = Pick<Finding, 'level' | 'about' | 'text' | 'details' | 'part'>

const DAY = 86_400_000

/** Days before expiration at which a certificate is a warning, and at which it is an error. */
export const [WARN_DAYS, URGENT_DAYS] = [30, 7]

const stateOf = ({ tenant: { health_status: health, currentState } }: TenantHealth): PartialFinding[] => {
  const base = { about: 'State', part: 'summary' }
  if (health === 'red') return [{ ...base, level: 'danger', text: 'Operator reports: unhealthy' }]
  if (health === 'yellow') return [{ ...base, level: 'warning', text: 'Operator reports: degraded' }]
  if (health !== undefined) return []
  return [
    {
      ...base,
      level: 'warning',
      text: currentState ? displayName(currentState) : messages.notReportedByOperator,
    },
  ]
}

const capacityOf = ({ tenant }: TenantHealth): PartialFinding[] => {
  const percent = Math.round((fullOf(tenant) ?? 0) * 100)
  return percent < 75
    ? []
    : [
        {
          level: percent >= 90 ? 'danger' : 'warning',
          about: 'Capacity',
          text: messages.capacityUsed(percent),
          part: 'pools',
        },
      ]
}

const drivesOf = ({ tenant, drives }: TenantHealth): PartialFinding[] => {
  // the tenant's page names the drives and the reason
  const base = { about: 'Drives', part: 'summary' }
  const of = `of ${count(tenant.volume_count)} drives`
  return [
    ...(drives?.offline
      ? [
          {
            ...base,
            level: 'danger' as const,
            text: `${count(drives.offline)} ${of} ${drives.offline === 1 ? 'is' : 'are'} offline`,
          },
        ]
      : []),
    ...(drives?.healing
      ? [
          {
            ...base,
            level: 'warning' as const,
            text: `${count(drives.healing)} ${of} ${drives.healing === 1 ? 'is' : 'are'} healing`,
          },
        ]
      : []),
  ]
}

const certificatesOf = ({ certificates = [] }: TenantHealth, now: number): PartialFinding[] =>
  certificates.flatMap(({ name, from, expiry, problem }): PartialFinding[] => {
    const base = { about: 'Certificates', part: 'security' }
    if (problem) return [{ ...base, level: 'danger', text: `${displayName(name)}: ${problem}` }]
    const days = (Date.parse(expiry) - now) / DAY
    const day = expiry.slice(0, 10)
    if (days < 0) return [{ ...base, level: 'danger', text: `${displayName(name)} expired on ${day}` }]
    if (days >= WARN_DAYS) return []
    const daysLeft = Math.ceil(days)
    const details = `${day}${from === 'operator' ? '; the operator renews it' : ''}`
    return [
      {
        ...base,
        level: days < URGENT_DAYS ? 'danger' : 'warning',
        text: `${displayName(name)} expires in ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}`,
        details,
      },
    ]
  })

/** The newest release among the tenants, and one that runs it. */
const newestOf = (all: readonly TenantHealth[]) =>
  all
    .map(({ tenant }) => ({ release: releaseOf(tenant.image), of: tenant.name }))
    .sort((a, b) => (a.release < b.release ? 1 : a.release > b.release ? -1 : 0))[0] ?? { release: '', of: '' }

const versionsOf = (
  { tenant: { image } }: TenantHealth,
  { release: newest, of }: ReturnType<typeof newestOf>,
): PartialFinding[] => {
  const version = releaseOf(image)
  if (version === '' || version >= newest) return []
  // two releases of one day differ by their time
  const [runs, other] =
    version.slice(0, 10) === newest.slice(0, 10) ? [version, newest] : [version.slice(0, 10), newest.slice(0, 10)]
  return [
    {
      level: 'warning',
      about: 'Version',
      text: `Outdated version ${runs}`,
      details: `Newest: ${other} on ${displayName(of)}`,
      part: 'summary',
    },
  ]
}

const podsOf = ({ pods = [] }: TenantHealth): PartialFinding[] => {
  const about = 'Pods'
  const states = pods.map(({ status, ...pod }) => ({ ...pod, reason: status }))
  const unhealthyPods = states.filter((pod) => podTone(pod) !== 'ok')
  const texts = [...new Set(unhealthyPods.map(podStateText))]
  return [
    ...texts.map((text): PartialFinding => {
      const same = unhealthyPods.filter((pod) => podStateText(pod) === text)
      const [first] = same
      const one = same.length === 1 && first ? first.name : undefined
      return {
        level: first && podTone(first) === 'danger' ? 'danger' : 'warning',
        about,
        text: `${one === undefined ? `${count(same.length)} pods` : displayName(one)}: ${displayText(text)}`,
        ...(first?.failure && { details: displayText(first.failure) }),
        part: one === undefined ? 'pods' : `pods/${encodeURIComponent(one)}`,
      }
    }),
    ...states
      .filter(({ restarts }) => restarts > 0)
      .map(
        ({ name, restarts }): PartialFinding => ({
          level: 'warning',
          about,
          text: `${displayName(name)} has restarted`,
          details: restarts === 1 ? 'Once' : `${count(restarts)} times`,
          part: `pods/${encodeURIComponent(name)}`,
        }),
      ),
  ]
}

/** Release in an image's tag, `2026-11-04T10-00-00Z`; empty for other tags, which cannot be compared. */
const releaseOf = (image: string) => /:RELEASE\.(\d{4}-\d\d-\d\dT[\d-]+Z)/.exec(image)?.[1] ?? ''

/** All findings, errors first, grouped by tenant. */
export const findingsOf = (all: readonly TenantHealth[], now: number): Finding[] => {
  const activeTenants = all.filter(({ tenant }) => tenant.deletion_date === undefined)
  const newest = newestOf(activeTenants)
  return activeTenants
    .flatMap((one) => {
      const { namespace, name: tenant } = one.tenant
      const findings = [
        ...drivesOf(one),
        ...stateOf(one),
        ...capacityOf(one),
        ...certificatesOf(one, now),
        ...podsOf(one),
        ...versionsOf(one, newest),
      ]
      return findings.map(
        (finding): Finding => ({
          ...finding,
          namespace,
          tenant,
          key: `${namespace}/${tenant}/${finding.about}/${finding.text}`,
        }),
      )
    })
    .sort((a, b) => Number(b.level === 'danger') - Number(a.level === 'danger'))
}

/** Sentences about the parts that the caller's role cannot read. */
export const withheldOf = (all: readonly TenantHealth[]): string[] => {
  const without = (part: 'pods' | 'certificates') =>
    all.filter((one) => one[part] === undefined).map(({ tenant }) => displayName(tenant.name))
  const [pods, certificates] = [without('pods'), without('certificates')]
  return [
    ...(pods.length > 0 ? [messages.roleCannotListPods(pods.length === all.length ? 'any tenant' : someOf(pods))] : []),
    ...(certificates.length > 0
      ? [
          messages.certificateExpirationUnknown(
            certificates.length === all.length ? 'any tenant' : someOf(certificates),
          ),
        ]
      : []),
  ]
}
