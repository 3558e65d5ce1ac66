import * as v from 'valibot'
import { asked, del, found, get, most, names, post, put, text } from 'stowage'

const secret = v.pipe(text(most.secret), v.minLength(8, 'Passwords must be at least 8 characters long'))
const named = v.object({ name: v.pipe(text(most.name), v.minLength(1, 'Name the user or group in ?name=')) })

/** How many one request may name. */
const MOST = { users: 10_000, groups: 1000, policies: 1000, details: 50 }

/** Enabled, or refused at sign-in and in every call. */
export const Status = v.picklist(['enabled', 'disabled'], 'Choose enabled or disabled')
export type Status = v.InferOutput<typeof Status>

/** An access key that a person or program may use: at least 3 characters, without `=` and `,` (minio-server 1.1). */
export const AccessKey = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(3, 'An access key has at least 3 characters'),
  v.maxLength(128, 'An access key has at most 128 characters'),
  v.maxBytes(255, 'An access key has at most 255 bytes'),
  v.regex(/^[^=,]*$/, 'An access key cannot hold "=" or ","'),
  v.regex(/^\P{Cc}*$/u, 'An access key cannot hold line breaks and other control characters'),
)

/** The name of a new group: storage servers keep it in lists with commas, and as a path. */
export const GroupName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'Enter the name of the group'),
  v.maxLength(128, 'A group name has at most 128 characters'),
  v.maxBytes(255, 'A group name has at most 255 bytes'),
  v.regex(/^[^=,]*$/, 'A group name cannot hold "=" or ","'),
  v.regex(/^\P{Cc}*$/u, 'A group name cannot hold line breaks and other control characters'),
  v.regex(/^(?!(.*\/)?\.\.?(\/|$))/, 'A group name cannot have "." or ".." between slashes'),
)

/** A user; `hasPolicy` is filled when one user is asked for, and counts the policies of groups. */
export const User = v.object({
  accessKey: v.string(),
  policy: v.array(v.string()),
  memberOf: v.array(v.string()),
  status: Status,
  hasPolicy: v.optional(v.boolean(), false),
})
export type User = v.InferInput<typeof User>

export const Group = v.object({
  name: v.string(),
  members: v.array(v.string()),
  status: Status,
  /** The attached policies' names, comma-separated. */
  policy: v.optional(v.string(), ''),
})
export type Group = v.InferInput<typeof Group>

/** A group in a list: how many members it has, and its policies by name. */
export const GroupDetails = v.object({
  name: v.string(),
  members: v.number(),
  status: Status,
  policies: v.array(v.string()),
})
export type GroupDetails = v.InferOutput<typeof GroupDetails>

/** How many groups one call tells of: on MinIO each takes a call of its own. */
export const GROUPS_AT_ONCE = MOST.details

/** A key pair, shown once. */
export const KeyPair = v.object({ accessKey: v.string(), secretKey: v.string() })
export type KeyPair = v.InferOutput<typeof KeyPair>

/**
 * A service account as it is listed; what its maker did not say is left out, and so is the end of one that has none.
 * One with a policy of its `own` can do less than its user.
 */
export const ServiceAccount = v.object({
  accessKey: v.string(),
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  status: v.optional(Status),
  expiration: v.optional(v.string()),
  policy: v.optional(v.picklist(['inherited', 'own'])),
  /** When it was made or changed last, where the storage keeps that. */
  changed: v.optional(v.string()),
})
export type ServiceAccount = v.InferOutput<typeof ServiceAccount>

/** A service account of somebody else, as far as it takes to find it; MinIO tells no names here. */
export const OthersAccount = v.object({ user: v.string(), accessKey: v.string(), name: v.optional(v.string()) })
export type OthersAccount = v.InferOutput<typeof OthersAccount>

/** What a service account is found by: its name, if it has one, and its access key. */
export const titleOf = ({ accessKey, name }: Pick<ServiceAccount, 'accessKey' | 'name'>) =>
  name ? `${name}, ${accessKey}` : accessKey

/** The policy of a service account as JSON text; empty inherits everything from its user. */
const Restriction = v.optional(text(most.policy), '')

/** What an account may be called; storage servers take no other letters (minio-server 3.6). */
export const AccountName = v.pipe(
  text(32),
  v.regex(/^[a-zA-Z][\w-]*$/, 'Begin with a letter, then letters, digits, "_" and "-"'),
)

const DAY = 24 * 60 * 60 * 1000

/** When an account ends, RFC 3339; storage servers take 15 minutes to 365 days from now. */
const Expiry = v.pipe(
  text(most.word),
  v.check(
    (moment) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(moment) && !Number.isNaN(Date.parse(moment)),
    'Enter a date such as 2030-12-31T23:59:59Z',
  ),
  v.check(
    (moment) => Date.parse(moment) > Date.now() + DAY / 96 && Date.parse(moment) <= Date.now() + 365 * DAY,
    'An account ends in 15 minutes at the earliest and in 365 days at the latest',
  ),
)

/** What is said of an account besides its keys. */
const About = {
  name: v.optional(AccountName),
  description: v.optional(v.pipe(text(256), v.minLength(1, 'Enter a description'))),
  expiry: v.optional(Expiry),
}
const NewAccount = v.object({ policy: Restriction, ...About })
const NewKeys = v.object({
  ...NewAccount.entries,
  accessKey: AccessKey,
  secretKey: v.pipe(
    v.string(),
    v.minLength(8, 'A secret key has at least 8 characters'),
    v.maxLength(40, 'A secret key has at most 40 characters'),
  ),
})

/** The patterns of console-api 2.2; each page requires what its first call requires. */
export const pages = {
  '/users': ['admin:ListUsers'],
  '/users/:userName+': ['admin:GetUser'],
  '/groups': ['admin:ListGroups'],
  '/groups/:groupName+': ['admin:GetGroup'],
  '/account': [],
  '/account/change-password': [],
} as const
export type Page = keyof typeof pages

/** How long sessions last that begin from now on. */
export const SessionLength = v.object({
  hours: v.pipe(
    v.number(),
    v.title('Sessions last'),
    v.description('For whoever signs in from now on. Sessions that there are end when they were to.'),
    v.integer('Enter whole hours'),
    v.minValue(1, 'Enter 1 to 720 hours'),
    v.maxValue(720, 'Enter 1 to 720 hours'),
    v.metadata({ unit: 'hours' }),
  ),
})

/** Users, groups, service accounts and passwords (spec/1 section 7, console-api 5). */
export const identity = {
  users: get('/api/v1/users', { allow: ['admin:ListUsers'], reply: v.object({ users: v.array(User) }) }),
  addUser: post('/api/v1/users', {
    allow: ['admin:CreateUser', 'admin:GetUser'],
    status: 201,
    body: v.object({
      accessKey: AccessKey,
      secretKey: secret,
      groups: names(MOST.groups),
      policies: names(MOST.policies),
    }),
    reply: User,
  }),
  user: get('/api/v1/user', { allow: ['admin:GetUser'], query: named, reply: User }),
  /**
   * A change of the status takes `admin:EnableUser` as well, of groups `admin:AddUserToGroup`, of policies
   * `admin:AttachUserOrGroupPolicy`. Without `policies`, or with an empty
   * list, which clients of the former console send always, those of the user stay.
   */
  updateUser: put('/api/v1/user', {
    allow: ['admin:GetUser'],
    query: named,
    body: v.object({ status: Status, groups: names(MOST.groups), policies: v.optional(names(MOST.policies)) }),
    reply: User,
  }),
  /** Makes the groups of a user equal to a list, as scripts of the former console do. */
  setUserGroups: put('/api/v1/user/groups', {
    allow: ['admin:GetUser'],
    query: named,
    body: v.object({ groups: names(MOST.groups) }),
    reply: User,
  }),
  removeUser: del('/api/v1/user', {
    allow: ['admin:DeleteUser'],
    status: 204,
    query: named,
    body: v.optional(v.object({ id: v.optional(text(most.name)) })),
  }),
  addToGroups: put('/api/v1/users-groups-bulk', {
    allow: ['admin:AddUserToGroup'],
    seenBy: {
      calls: ['group', 'user', 'groupDetails'],
      of: ({ users, groups }) =>
        groups.length === 1
          ? { call: 'group', query: { name: groups[0] ?? '' } }
          : users.length === 1
            ? { call: 'user', query: { name: users[0] ?? '' } }
            : { call: 'groupDetails', body: { groups } },
    },
    body: v.object({
      users: names(MOST.users),
      groups: v.pipe(names(MOST.groups), v.minLength(1, 'You need to select at least one group to assign')),
    }),
  }),
  accounts: get('/api/v1/service-accounts', { allow: 'signed-in', reply: v.array(v.string()) }),
  /** An extension: `accounts` has access keys only, and so it is known to scripts. */
  accountDetails: get('/api/v1/service-account-details', { allow: 'signed-in', reply: v.array(ServiceAccount) }),
  addAccount: post('/api/v1/service-accounts', {
    allow: 'signed-in',
    status: 201,
    body: NewAccount,
    reply: KeyPair,
  }),
  addAccountWithKeys: post('/api/v1/service-account-credentials', {
    allow: 'signed-in',
    status: 201,
    body: NewKeys,
    reply: KeyPair,
  }),
  /** An extension: one account with its policy as JSON text, where it has one of its own. */
  account: get('/api/v1/service-accounts/:accessKey', {
    allow: ['admin:ListServiceAccounts'],
    reply: v.object({ ...ServiceAccount.entries, document: v.optional(v.string()) }),
  }),
  /**
   * An extension. What is left out stays; an empty `policy` inherits the user's rights, an empty `expiry` is no end.
   * Name and description change and cannot be taken away, as storage servers have it.
   */
  updateAccount: put('/api/v1/service-accounts/:accessKey', {
    allow: ['admin:UpdateServiceAccount', 'admin:ListServiceAccounts'],
    status: 204,
    body: v.object({
      ...About,
      expiry: v.optional(v.union([v.literal(''), Expiry])),
      status: v.optional(Status),
      policy: v.optional(text(most.policy)),
    }),
  }),
  removeAccount: del('/api/v1/service-accounts/:accessKey', { allow: 'signed-in', status: 204 }),
  userAccounts: get('/api/v1/user/:name/service-accounts', {
    allow: ['admin:ListServiceAccounts'],
    reply: v.array(v.string()),
  }),
  userAccountDetails: get('/api/v1/user/:name/service-account-details', {
    allow: ['admin:ListServiceAccounts'],
    reply: v.array(ServiceAccount),
  }),
  addUserAccount: post('/api/v1/user/:name/service-accounts', {
    allow: ['admin:CreateServiceAccount'],
    status: 201,
    body: NewAccount,
    reply: KeyPair,
  }),
  addUserAccountWithKeys: post('/api/v1/user/:name/service-account-credentials', {
    allow: ['admin:CreateServiceAccount'],
    status: 201,
    body: NewKeys,
    reply: KeyPair,
  }),
  changePassword: post('/api/v1/account/change-password', {
    allow: 'signed-in',
    status: 201,
    body: v.object({ current_secret_key: text(most.secret), new_secret_key: secret }),
    reply: v.object({ sessionId: v.string() }),
  }),
  /** On MinIO the sessions of the user are ended by whoever also has `admin:RemoveServiceAccount`. */
  changeUserPassword: post('/api/v1/account/change-user-password', {
    allow: ['admin:CreateUser', 'admin:GetUser'],
    status: 201,
    body: v.object({ selectedUser: text(most.name), newSecretKey: secret }),
    reply: v.object({ sessions: v.optional(v.picklist(['ended', 'kept']), 'ended') }),
  }),
  groups: get('/api/v1/groups', {
    allow: ['admin:ListGroups'],
    reply: v.object({ groups: v.array(v.string()), total: v.optional(v.number(), 0) }),
  }),
  addGroup: post('/api/v1/groups', {
    allow: ['admin:AddUserToGroup'],
    status: 201,
    body: v.object({
      group: GroupName,
      members: names(MOST.users),
    }),
  }),
  /** An extension: `groups` has names only, as scripts know it. What is not there any more is left out. */
  groupDetails: post('/api/v1/group-details', {
    effect: 'none',
    allow: ['admin:GetGroup'],
    body: v.object({ groups: names(MOST.details) }),
    reply: v.array(GroupDetails),
  }),
  group: get('/api/v1/group', { allow: ['admin:GetGroup'], query: named, reply: Group }),
  /**
   * A change of the members takes `admin:AddUserToGroup` as well, be they taken out, and of the status
   * `admin:EnableGroup`.
   */
  updateGroup: put('/api/v1/group', {
    allow: ['admin:GetGroup'],
    query: named,
    body: v.object({ group: v.optional(text(most.name)), members: names(MOST.users), status: Status }),
    reply: Group,
  }),
  removeGroup: del('/api/v1/group', { allow: ['admin:AddUserToGroup'], status: 204, query: named }),
  setPolicy: put('/api/v1/set-policy', {
    allow: ['admin:AttachUserOrGroupPolicy'],
    status: 204,
    seenBy: {
      calls: ['user', 'group'],
      of: ({ entityType, entityName }) => ({ call: entityType, query: { name: entityName } }),
    },
    body: v.object({
      name: names(MOST.policies),
      entityType: v.picklist(['user', 'group'], 'Choose user or group'),
      entityName: v.pipe(text(most.name), v.minLength(1, 'Name the user or group')),
    }),
  }),
  /** The same for several users and groups, one after the other, as scripts of the former console do. */
  setPolicies: put('/api/v1/set-policy-multi', {
    allow: ['admin:AttachUserOrGroupPolicy'],
    status: 204,
    seenBy: 'nothing',
    body: v.pipe(
      v.object({
        name: names(MOST.policies),
        users: v.optional(names(MOST.users), []),
        groups: v.optional(names(MOST.groups), []),
      }),
      v.check(({ users, groups }) => users.length + groups.length > 0, 'Name a user or a group'),
    ),
  }),
  /**
   * An extension: how long sessions last that begin from now on, where that is the storage's to say (501 elsewhere).
   */
  sessionLength: get('/api/v1/session-length', { allow: ['admin:ConfigUpdate'], reply: SessionLength }),
  setSessionLength: put('/api/v1/session-length', { allow: ['admin:ConfigUpdate'], status: 204, body: SessionLength }),
  /**
   * An extension: the storage server's own export of all that it knows of accounts, as a zip file, with every secret in
   * it.
   */
  archive: get('/api/v1/accounts-archive', {
    allow: ['admin:ExportIAM'],
    effect: 'discloses',
    isExport: true,
    reply: 'bytes',
  }),
  /** The same way back: the server overwrites what is there. `failed` names what it could not import. */
  importArchive: post('/api/v1/accounts-archive', {
    allow: ['admin:ImportIAM'],
    body: 'files',
    reply: v.object({ failed: v.array(v.string()) }),
  }),
  /** Extensions, for the palette: a few whose name holds a text. */
  findUsers: get('/api/v1/find/users', {
    allow: ['admin:ListUsers'],
    query: asked,
    reply: found(v.object({ accessKey: v.string(), status: Status })),
  }),
  findGroups: get('/api/v1/find/groups', { allow: ['admin:ListGroups'], query: asked, reply: found(v.string()) }),
  /** The caller's own, by the name that they were given and by access key. */
  findAccounts: get('/api/v1/find/service-accounts', {
    allow: 'signed-in',
    query: asked,
    reply: found(ServiceAccount),
  }),
  /** Those of all others, each with its user. */
  findOthersAccounts: get('/api/v1/find/others-service-accounts', {
    allow: ['admin:ListServiceAccounts', 'admin:ListUsers'],
    query: asked,
    reply: found(OthersAccount),
  }),
}
