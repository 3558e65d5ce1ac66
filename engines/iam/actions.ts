import { objectActions, vocabulary } from './vocabulary.ts'

const all = vocabulary.map(({ name }) => name)

export const s3Actions: readonly string[] = all.filter((name) => name.startsWith('s3:'))

const exact: ReadonlySet<string> = new Set([...all, 's3:*', 'admin:*', 'kms:*'])

/** Whether IAM has an action of exactly this name, including `s3:*`, `admin:*` and `kms:*`. */
export const isKnownAction = (name: string): boolean => exact.has(name)

export const isObjectAction = (action: string): boolean => objectActions.has(action)

/**
 * Whether a statement applies everywhere, regardless of Resource and NotResource: MinIO treats it as an admin statement
 * as soon as one of its actions, `*` included, is an admin or STS action.
 */
export const ignoresResource = ({ Action = [] }: { Action?: string[] | undefined }): boolean =>
  Action.some((action) => action === '*' || action.startsWith('admin:') || action.startsWith('sts:'))

/**
 * Actions that grant an action: permission to list a bucket includes listing its versions, as on MinIO, even if that is
 * denied.
 */
export const grantedBy = (action: string): readonly string[] =>
  action === 's3:ListBucketVersions' ? [action, 's3:ListBucket'] : [action]
