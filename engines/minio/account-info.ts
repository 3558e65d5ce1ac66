import * as v from 'valibot'
import { Failure } from '../../core/protocol/failure.ts'
import { hasCode } from '../s3/has-code.ts'
import type { Admin } from './admin.ts'

const flag = v.optional(v.boolean(), false)

const Bucket = v.object({
  name: v.string(),
  size: v.optional(v.number(), 0),
  objects: v.optional(v.number(), 0),
  created: v.string(),
  /** Objects by size and by number of versions, as of the last scan. */
  objectHistogram: v.nullish(v.record(v.string(), v.number())),
  objectsVersionsHistogram: v.nullish(v.record(v.string(), v.number())),
  access: v.object({ read: flag, write: flag }),
  details: v.nullish(
    v.object({
      versioning: flag,
      versioningSuspended: flag,
      locking: flag,
      replication: flag,
      quota: v.nullish(v.object({ quota: v.optional(v.number(), 0), size: v.optional(v.number(), 0) })),
    }),
  ),
})

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

const readPolicyText = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Renames what RustFS calls differently than MinIO: its policy is a text, and the creation an `expiration`. */
const withNamesOfMinio = (response: unknown): unknown => {
  const { AccountName, account_name, Server, server, Policy, policy, Buckets, buckets } = fieldsOf(response)
  const named = fieldsOf(Server ?? server)
  const rules = Policy ?? policy
  const list: unknown = Buckets ?? buckets
  const withDate = (bucket: unknown) => {
    const fields = fieldsOf(bucket)
    return { ...fields, created: fields.created ?? fields.expiration }
  }
  return {
    AccountName: AccountName ?? account_name,
    Server: { Type: named.Type ?? named.BackendType },
    Policy: typeof rules === 'string' ? readPolicyText(rules) : rules,
    Buckets: Array.isArray(list) ? list.map(withDate) : list,
  }
}

const Named = v.object({
  AccountName: v.string(),
  Server: v.object({ Type: v.optional(v.union([v.number(), v.string()])) }),
  Policy: v.unknown(),
  Buckets: v.nullish(v.array(Bucket), []),
})

/** Exported for tests. */
export const Info = v.pipe(v.unknown(), v.transform(withNamesOfMinio), Named)

/** Timeout in ms: the server evaluates every bucket against every policy of the account and its groups. */
const TIMEOUT = 30_000

/** User of the keys, its merged policy, the storage type, and its buckets, up to 2 s old (minio-server 3.8). */
export const readAccountInfo = (admin: Admin) =>
  admin.read(Info, { method: 'GET', name: 'accountinfo', deadline: TIMEOUT })

/**
 * Like `readAccountInfo`, for temporary keys. Reading it needs no right, so a refusal means that the server does not
 * accept the keys any more: it rejects the tokens that it issued during site replication in this way once that is
 * removed. Throws `Failure` 401 then, without the code of a missing right.
 */
export const readSessionInfo = async (admin: Admin): Promise<AccountInfo> => {
  try {
    return await readAccountInfo(admin)
  } catch (error) {
    if (!hasCode(error, 'AccessDenied')) throw error
    throw new Failure(401, 'invalid session', { detail: error.detail })
  }
}

/** A bucket in the account info of a caller. */
export type AccountBucket = v.InferOutput<typeof Bucket>

export type AccountInfo = v.InferOutput<typeof Info>
