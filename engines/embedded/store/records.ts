/**
 * Stored bucket. `id` is never reused, so a new bucket of the same name has a different one. Adapters add their own
 * fields (`declare module`).
 */
export interface BucketRecord {
  id: number
  name: string
  /** ms since 1970 */
  created: number
  versioning: 'off' | 'enabled' | 'suspended'
  locking: boolean
  retention?: { mode: 'compliance' | 'governance'; unit: 'days' | 'years'; validity: number }
  /** Quota for all versions together, in bytes. */
  quota?: number
  /** Bucket policy as JSON text, for anonymous access. */
  policy?: string
  encrypted?: true
  events?: Subscription[]
}

/**
 * Sends events to the target with this ARN: event names as in S3 (`s3:ObjectCreated:*`), for keys with this prefix and
 * suffix.
 */
export type Subscription = { id: string; arn: string; events: string[]; prefix: string; suffix: string }

/** A webhook that receives events. `token` is encrypted with the data folder's key; `limit` is the queue limit. */
export type TargetRecord = { id: number; endpoint: string; token?: string; limit?: number; comment?: string }

/** Settings of one target, by key; secrets are encrypted. `id` identifies the record queue of a webhook. */
export type SettingsRecord = { values: Record<string, string>; secrets?: Record<string, string>; id?: number }

/** An entry in the settings history: who saved, reset or removed a target, and when, in ms since 1970. */
export type ChangeRecord = {
  time: number
  account: string
  name: string
  kind: 'saved' | 'reset'
  values: Record<string, string>
  secrets?: Record<string, string>
}

/** Queue size of a target, number of events dropped at the limit, and since when (ms) and why delivery fails. */
export type Backlog = { waiting: number; lost: number; failing?: { since: number; reason: string } }

/**
 * Usage of a bucket: bytes of all versions, number of visible keys, and number of versions including delete markers.
 */
export type Usage = { size: number; objects: number; versions: number }

/**
 * Decryption parameters of a blob, besides the data folder's key: AES-256-CTR with an encrypted key. Both are base64. A
 * multipart blob with parts of `size` bytes has an 8-byte nonce for each part, concatenated in base64, in place of the
 * first 8 bytes of `start`.
 */
export type Cipher = { key: string; start: string; parts?: { size: number; nonces: string } }

/**
 * A version of an object, or a delete marker. `order` is a version 7 UUID that increases with each version. It also
 * serves as version id, except for versions written without versioning, whose id is `null`.
 */
export type Version = {
  order: string
  unversioned?: true
  marker?: true
  size: number
  /** ms since 1970 */
  modified: number
  etag: string
  type: string
  /** Name of the content file; delete markers have none. */
  blob?: string
  /** Encryption of the blob; absent if it is stored in plain text. */
  cipher?: Cipher
  metadata?: Record<string, string>
  /** By name; as pairs if a name is one that msgpackr would alter. */
  tags?: Record<string, string> | [name: string, value: string][]
  hold?: true
  /** `until` in ms since 1970 */
  retention?: { mode: 'compliance' | 'governance'; until: number }
}

/** A multipart upload. `started` is in ms since 1970, sizes are in bytes. */
export type UploadRecord = {
  key: string
  size: number
  partSize: number
  type: string
  metadata?: Record<string, string>
  started: number
  by: string
  cipher?: Cipher
}

/**
 * A stored part: checksum of the received data in base64, checksums of the data on disk, and the encryption nonce in
 * base64.
 */
export type PartRecord = { size: number; crc32: string; sums: Buffer; nonce?: string }

type Status = 'enabled' | 'disabled'

/** `id` distinguishes a user from an earlier one of the same name; users created by older versions have none. */
export type UserRecord = { id?: string; secret: string; status: Status; policies: string[]; groups: string[] }
/** A group and its policies. */
export type GroupRecord = { members: string[]; status: Status; policies: string[] }

/**
 * A service account. Without `policy` it inherits its parent's permissions, without `status` it is enabled. `expires`
 * is in ms.
 */
export type AccountRecord = {
  /** Distinguishes an account from an earlier one with the same key; accounts created by older versions have none. */
  id?: string
  parent: string
  secret: string
  policy?: string
  name?: string
  description?: string
  status?: Status
  expires?: number
  /** Time of creation or last change, in ms since 1970; accounts created by older versions have none. */
  changed?: number
}

/** Session, stored under the SHA-256 of its token. `key` is the service account that signed in, if any. */
export type SessionRecord = { account: string; key?: string; expires: number }

/**
 * An object event with its S3 name. `time` is in ms since 1970, `size` in bytes and 0 for removals, `address` is that
 * of the client. It is not stored.
 */
export type ObjectEvent = {
  bucket: string
  key: string
  name: string
  size: number
  time: number
  metadata: Readonly<Record<string, string>>
  /** Empty for actions of the storage itself. */
  account: string
  address: string
}
