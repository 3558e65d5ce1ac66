import { count } from 'stowage'
import type { TenantItem } from '../contract.ts'

type Tone = 'ok' | 'warning' | 'danger' | 'unknown'

const healths: Readonly<Record<string, { tone: Tone; label: string }>> = {
  green: { tone: 'ok', label: 'Healthy' },
  yellow: { tone: 'warning', label: 'Degraded' },
  red: { tone: 'danger', label: 'Unhealthy' },
}

/** Health last reported by the operator (operator 2.9). */
export const healthOf = (status: string | undefined) =>
  healths[status ?? ''] ?? ({ tone: 'unknown', label: 'Health unknown' } as const)

/** Release date of an image, `2026-11-04`, or its tag if that has none. */
export const versionOf = (image: string) => {
  const tag = /:([^:/@]+)(?:@.*)?$/.exec(image)?.[1] ?? ''
  return /^RELEASE\.(\d{4}-\d\d-\d\d)/.exec(tag)?.[1] ?? tag
}

/**
 * Fill level of a tenant from 0 to 1: stored bytes of usable capacity. Used by the list, Health and the tenant's page.
 * `undefined` if the operator has not reported it.
 */
export const fullOf = ({ used, usable }: { used?: number | undefined; usable?: number | undefined }) =>
  used === undefined || !usable ? undefined : Math.min(1, used / usable)

export const stateOf = ({ deletion_date, currentState }: Pick<TenantItem, 'deletion_date' | 'currentState'>) =>
  deletion_date ? 'Being deleted' : currentState

/** Joins names for a sentence: the first ones, and how many more there are. */
export const someOf = (names: readonly string[], most = 3) =>
  names.length <= most ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${count(names.length - most)} more`
