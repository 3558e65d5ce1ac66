import { ofObjects, vocabulary } from './vocabulary.ts'

const all = vocabulary.map(({ name }) => name)

/** The actions of S3, as MinIO's IAM has them. */
export const s3Actions: readonly string[] = all.filter((name) => name.startsWith('s3:'))

const exact: ReadonlySet<string> = new Set([...all, 's3:*', 'admin:*', 'kms:*'])

/** Whether IAM has an action of exactly this name, `s3:*`, `admin:*` and `kms:*` among them. */
export const isKnownAction = (name: string): boolean => exact.has(name)

/** Whether the action works on an object rather than on a whole bucket. */
export const isObjectAction = (action: string): boolean => ofObjects.has(action)

/**
 * Whether a statement applies everywhere, whatever its Resource or NotResource says: MinIO takes it for a statement
 * about the server as soon as one of its actions, `*` included, is an action of administrators or of STS.
 */
export const ignoresResource = ({ Action = [] }: { Action?: string[] | undefined }): boolean =>
  Action.some((action) => action === '*' || action.startsWith('admin:') || action.startsWith('sts:'))

/**
 * The actions one of which has to be granted for an action: whoever may list a bucket may list its versions too, as on
 * MinIO, even where these are denied.
 */
export const grantedBy = (action: string): readonly string[] =>
  action === 's3:ListBucketVersions' ? [action, 's3:ListBucket'] : [action]
