import { count } from '../../../core/format.ts'
import type { TenantItem } from '../contract.ts'

type Tone = 'ok' | 'warning' | 'danger' | 'unknown'

const healths: Readonly<Record<string, { tone: Tone; label: string }>> = {
  green: { tone: 'ok', label: 'Healthy' },
  yellow: { tone: 'warning', label: 'Degraded' },
  red: { tone: 'danger', label: 'Unhealthy' },
}

/** How the operator found a tenant last (operator 2.9). */
export const healthOf = (status: string | undefined) =>
  healths[status ?? ''] ?? ({ tone: 'unknown', label: 'Health unknown' } as const)

/** What is released of an image, `2026-11-04`, or its tag as it stands. */
export const versionOf = (image: string) => {
  const tag = /:([^:/@]+)(?:@.*)?$/.exec(image)?.[1] ?? ''
  return /^RELEASE\.(\d{4}-\d\d-\d\d)/.exec(tag)?.[1] ?? tag
}

/**
 * How full a tenant is, from 0 to 1: stored bytes of usable capacity. The list, Health and the tenant's page share it.
 * `undefined` where the operator has not reported it.
 */
export const fullOf = ({ used, usable }: { used?: number | undefined; usable?: number | undefined }) =>
  used === undefined || !usable ? undefined : Math.min(1, used / usable)

/** What a tenant is doing. */
export const stateOf = ({ deletion_date, currentState }: Pick<TenantItem, 'deletion_date' | 'currentState'>) =>
  deletion_date ? 'Being deleted' : currentState

/** Names for a sentence: the first ones, and how many more there are. */
export const someOf = (names: readonly string[], most = 3) =>
  names.length <= most ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${count(names.length - most)} more`
