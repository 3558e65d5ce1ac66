import type { Feature } from '../../core/features.ts'
import type { AccountInfo } from './account-info.ts'
import type { Admin } from './admin.ts'
import { hasCode } from './caller.ts'

/** Types of storage in which the server spreads data over drives; the number is that of its own list. */
const distributed = [2, 'Erasure']

/** Only spread data has versions, locks and what stands on them. */
const ofSpread: readonly Feature[] = [
  'distributed',
  'versions',
  'version-exclusions',
  'locks',
  'quota',
  'lifecycle',
  'tiers',
  'replication',
]

/** What every server has. */
const always: readonly Feature[] = ['event-services', 'configuration', 'scanner', 'inside', 'iam-archive', 's3-address']

/**
 * Whether the server has key management; without it the server encrypts nothing (minio-server 3.12). `undefined` for a
 * caller who may not know. Throws `Failure` as any call does.
 */
export const hasKeys = async (admin: Admin): Promise<boolean | undefined> => {
  try {
    await admin.send({ method: 'POST', name: 'kms/status' })
    return true
  } catch (error) {
    if (hasCode(error, 'NotImplemented')) return false
    return undefined
  }
}

/**
 * Whether there is something to heal with: a server of a single drive knows no such calls. Nothing where it cannot tell
 * now.
 */
export const canHeal = async (admin: Admin): Promise<boolean | undefined> => {
  try {
    await admin.send({ method: 'POST', name: 'heal/', query: { clientToken: 'none' } })
    return true
  } catch (error) {
    if (hasCode(error, 'XMinioAdminVersionMismatch')) return false
    return hasCode(error, 'AccessDenied') ? true : undefined
  }
}

/** What a server has; what nobody could tell of is offered, and the server then decides. */
export const featuresOf = (
  { Server }: AccountInfo,
  keeper: 'builtin' | 'ldap',
  { keys, heals }: { keys: boolean | undefined; heals: boolean | undefined },
): Feature[] => [
  ...always,
  ...(distributed.includes(Server.Type ?? '') ? ofSpread : []),
  ...(heals === false ? [] : (['heal'] as const)),
  ...(keys === false ? [] : (['sse-s3', 'sse-kms'] as const)),
  ...(keeper === 'builtin' ? (['users'] as const) : []),
]
