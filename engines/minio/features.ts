import type { Feature } from '../../core/protocol/features.ts'
import type { AccountInfo } from './account-info.ts'
import type { Admin } from './admin.ts'
import { hasCode } from '../s3/has-code.ts'
import { accountFeatures, bucketFeatures } from '../feature-groups.ts'

/** Whether a storage type has erasure coding; the number is from the server's enum. */
const isErasureCoded = (type: number | string = '') => type === 2 || /^erasure/i.test(String(type))

/** Versioning, locking and what depends on them require erasure coding. */
const erasureFeatures: readonly Feature[] = [
  'distributed',
  'versions',
  'version-exclusions',
  'locks',
  'quota',
  'lifecycle',
  'tiers',
  'replication',
]

const commonFeatures: readonly Feature[] = [
  'event-services',
  'configuration',
  'scanner',
  'inside',
  'iam-archive',
  's3-address',
  ...bucketFeatures,
  ...accountFeatures,
]

/**
 * Whether the server has a KMS; without one it does not encrypt (minio-server 3.12). `undefined` if that is unknown,
 * for example because the caller may not read it.
 */
export const hasKms = async (admin: Admin): Promise<boolean | undefined> => {
  try {
    await admin.send({ method: 'POST', name: 'kms/status' })
    return true
  } catch (error) {
    if (hasCode(error, 'NotImplemented')) return false
    return undefined
  }
}

/** Whether healing is available: single-drive servers have no such calls. `undefined` if unknown at the moment. */
export const canHeal = async (admin: Admin): Promise<boolean | undefined> => {
  try {
    await admin.send({ method: 'POST', name: 'heal/', query: { clientToken: 'none' } })
    return true
  } catch (error) {
    if (hasCode(error, 'XMinioAdminVersionMismatch')) return false
    return hasCode(error, 'AccessDenied') ? true : undefined
  }
}

/** Features of a server. Unknown ones are offered, and the server decides. */
export const featuresOf = (
  { Server }: AccountInfo,
  accountSource: 'builtin' | 'ldap',
  { kms, heal }: { kms: boolean | undefined; heal: boolean | undefined },
): Feature[] => [
  ...commonFeatures,
  ...(isErasureCoded(Server.Type) ? erasureFeatures : []),
  ...(heal === false ? [] : (['heal'] as const)),
  ...(kms === false ? [] : (['sse-s3', 'sse-kms'] as const)),
  ...(accountSource === 'builtin' ? (['users', 'groups', 'access-check'] as const) : []),
]
