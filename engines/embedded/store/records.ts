/**
 * A bucket as it is kept. `id` is its own for good: a later bucket of the same name has another one. Adapters add what
 * they keep of a bucket (`declare module`).
 */
export interface BucketRecord {
  id: number
  name: string
  /** ms since 1970 */
  created: number
  versioning: 'off' | 'enabled' | 'suspended'
  locking: boolean
  retention?: { mode: 'compliance' | 'governance'; unit: 'days' | 'years'; validity: number }
  /** The most that all versions together may take, in bytes. */
  quota?: number
  /** What everyone may do, as the JSON text of a bucket policy. */
  policy?: string
  /** Whether what is stored from now on is encrypted. */
  encrypted?: true
  /** Which targets are told of what happens in it. */
  events?: Subscription[]
}

/**
 * A target, by its ARN, and what it is told of: events by their names in S3 (`s3:ObjectCreated:*`), of keys of this
 * form.
 */
export type Subscription = { id: string; arn: string; events: string[]; prefix: string; suffix: string }

/**
 * A webhook that is told of events, under its name. `token` is sealed with the data folder's key, `limit` the most that
 * may wait.
 */
export type TargetRecord = { id: number; endpoint: string; token?: string; limit?: number; comment?: string }

/**
 * What is set at one target of a section, by key; secrets are sealed. A webhook has an `id`, under which its records
 * wait.
 */
export type SettingsRecord = { values: Record<string, string>; secrets?: Record<string, string>; id?: number }

/**
 * What somebody saved of a target, and when, in ms since 1970; or that they set it to its defaults, or took it away.
 */
export type ChangeRecord = {
  time: number
  account: string
  name: string
  kind: 'saved' | 'reset'
  values: Record<string, string>
  secrets?: Record<string, string>
}

/** How much waits for a target, what was lost since more would have, and since when (ms) it cannot be told, and why. */
export type Backlog = { waiting: number; lost: number; failing?: { since: number; reason: string } }

/** What a bucket holds: bytes of all versions, keys that a listing shows, and all versions with delete markers. */
export type Usage = { size: number; objects: number; versions: number }

/**
 * What an encrypted blob is read with, besides the data folder's own key: AES-256-CTR, its key sealed. Both are base64.
 * A blob that came in parts of `size` bytes has a nonce of 8 bytes for each, joined in base64, in place of the first 8
 * bytes of `start`.
 */
export type Cipher = { key: string; start: string; parts?: { size: number; nonces: string } }

/**
 * One version of an object, or a delete marker. `order` is a UUID of version 7, later ones greater; it is the version's
 * id as well, unless the version was written without versioning and goes by `null`.
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
  /** The name of the file with its content; a marker has none. */
  blob?: string
  /** How the blob is encrypted; it lies there as it came without this. */
  cipher?: Cipher
  metadata?: Record<string, string>
  /** By name; as pairs where a name is one that the index would change. */
  tags?: Record<string, string> | [name: string, value: string][]
  hold?: true
  /** `until` in ms since 1970 */
  retention?: { mode: 'compliance' | 'governance'; until: number }
}

/** An upload in parts: what it is to become. `started` in ms since 1970, sizes in bytes. */
export type UploadRecord = {
  key: string
  size: number
  partSize: number
  type: string
  started: number
  by: string
  cipher?: Cipher
}

/**
 * A part that is stored: the checksum of what was sent, in base64, those of what lies on the disk, and the nonce that
 * it is encrypted with, in base64.
 */
export type PartRecord = { size: number; crc32: string; sums: Buffer; nonce?: string }

export type Status = 'enabled' | 'disabled'

/** `id` tells a user from an earlier one of the same name; users of older versions have none. */
export type UserRecord = { id?: string; secret: string; status: Status; policies: string[]; groups: string[] }
export type GroupRecord = { members: string[]; status: Status; policies: string[] }

/**
 * A service account; without `policy` it inherits all that its parent may, without `status` it is enabled. `expires` in
 * ms.
 */
export type AccountRecord = {
  /** Tells an account from an earlier one with the same key; accounts of older versions have none. */
  id?: string
  parent: string
  secret: string
  policy?: string
  name?: string
  description?: string
  status?: Status
  expires?: number
  /** When it was made or changed last, in ms since 1970; accounts of before have none. */
  changed?: number
}

/** A session, kept under the SHA-256 of its token. `key` is the service account that signed in, where it was one. */
export type SessionRecord = { account: string; key?: string; expires: number }

/**
 * Something that happens to an object, by its name in S3. `time` in ms since 1970, `size` in bytes, 0 for what is
 * removed; `address` of whoever does it. It is kept nowhere.
 */
export type Happening = {
  bucket: string
  key: string
  name: string
  size: number
  time: number
  metadata: Readonly<Record<string, string>>
  /** Empty for what the storage does itself. */
  account: string
  address: string
}
