import { ofObjects, vocabulary } from './vocabulary.ts'

const all = vocabulary.map(({ name }) => name)

/** The actions of S3, as MinIO's IAM has them. */
export const s3Actions: readonly string[] = all.filter((name) => name.startsWith('s3:'))

const exact: ReadonlySet<string> = new Set([...all, 's3:*', 'admin:*', 'kms:*'])

/** Whether IAM has an action of exactly this name, `s3:*`, `admin:*` and `kms:*` among them. */
export const isKnownAction = (name: string): boolean => exact.has(name)

/** Whether the action works on an object rather than on a whole bucket. */
export const isObjectAction = (action: string): boolean => ofObjects.has(action)
