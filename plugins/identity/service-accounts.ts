import * as v from 'valibot'
import { del, get, limits, post, put, searchQuery, searchResult, text } from 'stowage'
import * as messages from './messages.ts'

/** A disabled user cannot sign in, and every request is refused. */
export const Status = v.picklist(['enabled', 'disabled'], 'Choose enabled or disabled')
export type Status = v.InferOutput<typeof Status>

/** A new access key: at least 3 characters, without `=` and `,` (minio-server 1.1). */
export const AccessKey = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(3, messages.accessKeyTooShort),
  v.maxLength(128, messages.accessKeyTooLong),
  v.maxBytes(255, messages.accessKeyTooManyBytes),
  v.regex(/^[^=,]*$/, messages.accessKeyHasReservedCharacter),
  v.regex(/^\P{Cc}*$/u, messages.accessKeyHasControlCharacter),
)

/** A key pair, returned only once. */
export const KeyPair = v.object({ accessKey: v.string(), secretKey: v.string() })
export type KeyPair = v.InferOutput<typeof KeyPair>

/** A service account in a list; unset fields are missing. One with an `inline` policy may do less than its user. */
export const ServiceAccount = v.object({
  accessKey: v.string(),
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  status: v.optional(Status),
  expiration: v.optional(v.string()),
  policy: v.optional(v.picklist(['inherited', 'inline'])),
  /** Last change, if the storage records it. */
  lastModified: v.optional(v.string()),
  /** Last use, if the storage reports it; `null` if it recorded none. */
  lastUsed: v.optional(v.nullable(v.string())),
})
export type ServiceAccount = v.InferOutput<typeof ServiceAccount>

/** A service account of another user, as needed for search; MinIO returns no names here. */
export const OthersAccount = v.object({ user: v.string(), accessKey: v.string(), name: v.optional(v.string()) })
export type OthersAccount = v.InferOutput<typeof OthersAccount>

/** Display name of a service account: its name or access key. */
export const titleOf = ({ accessKey, name }: Pick<ServiceAccount, 'accessKey' | 'name'>) =>
  name ? `${name}, ${accessKey}` : accessKey

/** Inline policy of a service account as JSON; an empty one inherits all permissions of its user. */
const Restriction = v.optional(text(limits.policy), '')

/** Name of a service account; storage servers accept no other characters (minio-server 3.6). */
export const AccountName = v.pipe(text(32), v.regex(/^[a-zA-Z][\w-]*$/, messages.startWithLetter))

const DAY = 24 * 60 * 60 * 1000

/** Expiration in RFC 3339; storage servers accept 15 minutes to 365 days from now. */
const Expiry = v.pipe(
  text(limits.word),
  v.check(
    (moment) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(moment) && !Number.isNaN(Date.parse(moment)),
    messages.expirationFormat,
  ),
  v.check(
    (moment) => Date.parse(moment) > Date.now() + DAY / 96 && Date.parse(moment) <= Date.now() + 365 * DAY,
    messages.expirationOutOfRange,
  ),
)

/** Metadata of an account. */
const About = {
  name: v.optional(AccountName),
  description: v.optional(v.pipe(text(256), v.minLength(1, 'Enter a description'))),
  expiry: v.optional(Expiry),
}
const NewAccount = v.object({ policy: Restriction, ...About })
const NewKeys = v.object({
  ...NewAccount.entries,
  accessKey: AccessKey,
  secretKey: v.pipe(v.string(), v.minLength(8, messages.secretKeyTooShort), v.maxLength(40, messages.secretKeyTooLong)),
})

/** Service accounts of the caller and of other users. */
export const serviceAccounts = {
  accounts: get('/api/v1/service-accounts', {
    allow: 'signed-in',
    features: ['access-keys'],
    reply: v.array(v.string()),
  }),
  /** An extension: `accounts` returns only access keys, as scripts expect. */
  accountDetails: get('/api/v1/service-account-details', {
    allow: 'signed-in',
    features: ['access-keys'],
    reply: v.array(ServiceAccount),
  }),
  addAccount: post('/api/v1/service-accounts', {
    allow: 'signed-in',
    features: ['access-keys', 'account-changes'],
    status: 201,
    body: NewAccount,
    reply: KeyPair,
  }),
  addAccountWithKeys: post('/api/v1/service-account-credentials', {
    allow: 'signed-in',
    features: ['access-keys', 'account-changes'],
    status: 201,
    body: NewKeys,
    reply: KeyPair,
  }),
  /** An extension: one account, with its inline policy as JSON if it has one. */
  account: get('/api/v1/service-accounts/:accessKey', {
    allow: ['admin:ListServiceAccounts'],
    features: ['access-keys'],
    reply: v.object({ ...ServiceAccount.entries, document: v.optional(v.string()) }),
  }),
  /**
   * An extension. Omitted fields stay; an empty `policy` inherits the user's permissions, an empty `expiry` removes it.
   * Name and description can be changed but not cleared, a limit of storage servers.
   */
  updateAccount: put('/api/v1/service-accounts/:accessKey', {
    allow: ['admin:UpdateServiceAccount', 'admin:ListServiceAccounts'],
    features: ['access-keys', 'account-changes'],
    status: 204,
    body: v.object({
      ...About,
      expiry: v.optional(v.union([v.literal(''), Expiry])),
      status: v.optional(Status),
      policy: v.optional(text(limits.policy)),
    }),
  }),
  removeAccount: del('/api/v1/service-accounts/:accessKey', {
    allow: 'signed-in',
    features: ['access-keys', 'account-changes'],
    status: 204,
  }),
  userAccounts: get('/api/v1/user/:name/service-accounts', {
    allow: ['admin:ListServiceAccounts'],
    features: ['access-keys'],
    reply: v.array(v.string()),
  }),
  userAccountDetails: get('/api/v1/user/:name/service-account-details', {
    allow: ['admin:ListServiceAccounts'],
    features: ['access-keys'],
    reply: v.array(ServiceAccount),
  }),
  addUserAccount: post('/api/v1/user/:name/service-accounts', {
    allow: ['admin:CreateServiceAccount'],
    features: ['access-keys', 'account-changes'],
    status: 201,
    body: NewAccount,
    reply: KeyPair,
  }),
  addUserAccountWithKeys: post('/api/v1/user/:name/service-account-credentials', {
    allow: ['admin:CreateServiceAccount'],
    features: ['access-keys', 'account-changes'],
    status: 201,
    body: NewKeys,
    reply: KeyPair,
  }),
  /** The caller's own service accounts, by name and access key. */
  findAccounts: get('/api/v1/find/service-accounts', {
    allow: 'signed-in',
    features: ['access-keys'],
    query: searchQuery,
    reply: searchResult(ServiceAccount),
  }),
  findOthersAccounts: get('/api/v1/find/others-service-accounts', {
    allow: ['admin:ListServiceAccounts', 'admin:ListUsers'],
    features: ['users', 'access-keys'],
    query: searchQuery,
    reply: searchResult(OthersAccount),
  }),
}
