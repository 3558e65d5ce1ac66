import * as v from 'valibot'
import { searchQuery, del, searchResult, get, limits, names, post, put, text } from 'stowage'
import * as messages from './messages.ts'
import { AccessKey, serviceAccounts, Status } from './service-accounts.ts'

export {
  AccessKey,
  AccountName,
  KeyPair,
  OthersAccount,
  ServiceAccount,
  Status,
  titleOf,
} from './service-accounts.ts'

const secret = v.pipe(text(limits.secret), v.minLength(8, messages.passwordTooShort))
const named = v.object({ name: v.pipe(text(limits.name), v.minLength(1, messages.userOrGroupRequiredInQuery)) })

/** Limits of names per request. */
const LIMITS = { users: 10_000, groups: 1000, policies: 1000, details: 50 }

/** Name of a new group; storage servers use it in comma-separated lists and in paths. */
export const GroupName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, messages.groupNameRequired),
  v.maxLength(128, messages.groupNameTooLong),
  v.maxBytes(255, messages.groupNameTooManyBytes),
  v.regex(/^[^=,]*$/, messages.groupNameHasReservedCharacter),
  v.regex(/^\P{Cc}*$/u, messages.groupNameHasControlCharacter),
  v.regex(/^(?!(.*\/)?\.\.?(\/|$))/, messages.groupNameHasDotSegments),
)

/**
 * Role of a user, on a storage that has roles: everything; create buckets and use its own; or only use buckets that it
 * owns or that are shared with it.
 */
export const Role = v.picklist(['admin', 'userplus', 'user'], messages.chooseRole)
export type Role = v.InferOutput<typeof Role>

/** A user; `hasPolicy` is set only in the response for a single user, and includes policies of groups. */
export const User = v.object({
  accessKey: v.string(),
  policy: v.array(v.string()),
  memberOf: v.array(v.string()),
  status: Status,
  hasPolicy: v.optional(v.boolean(), false),
  role: v.optional(Role),
})
export type User = v.InferInput<typeof User>

export const Group = v.object({
  name: v.string(),
  members: v.array(v.string()),
  status: Status,
  /** Comma-separated names of the attached policies. */
  policy: v.optional(v.string(), ''),
})
export type Group = v.InferInput<typeof Group>

/** A group in a list: number of members, and policies by name. */
export const GroupDetails = v.object({
  name: v.string(),
  members: v.number(),
  status: Status,
  policies: v.array(v.string()),
})
export type GroupDetails = v.InferOutput<typeof GroupDetails>

/** Number of groups per request: on MinIO each group is a separate request. */
export const GROUPS_AT_ONCE = LIMITS.details

/** Page patterns (console-api 2.2); each page requires what its first call requires. */
export const pages = {
  '/users': ['admin:ListUsers'],
  '/users/:userName+': ['admin:GetUser'],
  '/groups': ['admin:ListGroups'],
  '/groups/:groupName+': ['admin:GetGroup'],
  '/account': [],
  '/account/change-password': [],
  '/account/create': [],
} as const
export type Page = keyof typeof pages

/** Duration of new sessions. */
export const SessionLength = v.object({
  hours: v.pipe(
    v.number(),
    v.title('Session length'),
    v.description(messages.expirationHelp),
    v.integer('Enter whole hours'),
    v.minValue(1, 'Enter 1 to 720 hours'),
    v.maxValue(720, 'Enter 1 to 720 hours'),
    v.metadata({ unit: 'hours' }),
  ),
})

/** Users, groups, service accounts and passwords (spec/1 section 7, console-api 5). */
export const identity = {
  ...serviceAccounts,
  users: get('/api/v1/users', {
    allow: ['admin:ListUsers'],
    features: ['users'],
    reply: v.object({ users: v.array(User) }),
  }),
  addUser: post('/api/v1/users', {
    allow: ['admin:CreateUser', 'admin:GetUser'],
    features: ['users', 'account-changes'],
    status: 201,
    body: v.object({
      accessKey: AccessKey,
      // storages with AWS's IAM API generate keys themselves
      secretKey: v.optional(secret),
      groups: names(LIMITS.groups),
      policies: names(LIMITS.policies),
      role: v.optional(Role),
    }),
    reply: User,
  }),
  user: get('/api/v1/user', { allow: ['admin:GetUser'], features: ['users'], query: named, reply: User }),
  /**
   * Changing the status also requires `admin:EnableUser`, groups `admin:AddUserToGroup`, policies
   * `admin:AttachUserOrGroupPolicy`. Missing or empty `policies` leave the user's policies unchanged: clients of the
   * former console always send an empty list.
   */
  updateUser: put('/api/v1/user', {
    allow: ['admin:GetUser'],
    features: ['users', 'account-changes'],
    query: named,
    body: v.object({
      status: Status,
      groups: names(LIMITS.groups),
      policies: v.optional(names(LIMITS.policies)),
      role: v.optional(Role),
    }),
    reply: User,
  }),
  /** Replaces the groups of a user, for scripts of the former console. */
  setUserGroups: put('/api/v1/user/groups', {
    allow: ['admin:GetUser'],
    features: ['users', 'account-changes'],
    query: named,
    body: v.object({ groups: names(LIMITS.groups) }),
    reply: User,
  }),
  removeUser: del('/api/v1/user', {
    allow: ['admin:DeleteUser'],
    features: ['users', 'account-changes'],
    status: 204,
    query: named,
    body: v.optional(v.object({ id: v.optional(text(limits.name)) })),
  }),
  addToGroups: put('/api/v1/users-groups-bulk', {
    allow: ['admin:AddUserToGroup'],
    features: ['groups', 'account-changes'],
    snapshotCall: {
      calls: ['group', 'user', 'groupDetails'],
      of: ({ users, groups }) =>
        groups.length === 1
          ? { call: 'group', query: { name: groups[0] ?? '' } }
          : users.length === 1
            ? { call: 'user', query: { name: users[0] ?? '' } }
            : { call: 'groupDetails', body: { groups } },
    },
    body: v.object({
      users: names(LIMITS.users),
      groups: v.pipe(names(LIMITS.groups), v.minLength(1, messages.groupSelectionRequired)),
    }),
  }),
  changePassword: post('/api/v1/account/change-password', {
    allow: 'signed-in',
    features: ['passwords'],
    status: 201,
    body: v.object({ current_secret_key: text(limits.secret), new_secret_key: secret }),
    reply: v.object({ sessionId: v.string() }),
  }),
  /** On MinIO, ending the user's sessions also requires `admin:RemoveServiceAccount`. */
  changeUserPassword: post('/api/v1/account/change-user-password', {
    allow: ['admin:CreateUser', 'admin:GetUser'],
    features: ['users', 'passwords', 'account-changes'],
    status: 201,
    body: v.object({ selectedUser: text(limits.name), newSecretKey: secret }),
    reply: v.object({ sessions: v.optional(v.picklist(['ended', 'active']), 'ended') }),
  }),
  groups: get('/api/v1/groups', {
    allow: ['admin:ListGroups'],
    features: ['groups'],
    reply: v.object({ groups: v.array(v.string()), total: v.optional(v.number(), 0) }),
  }),
  addGroup: post('/api/v1/groups', {
    allow: ['admin:AddUserToGroup'],
    features: ['groups', 'account-changes'],
    status: 201,
    body: v.object({
      group: GroupName,
      members: names(LIMITS.users),
    }),
  }),
  /** An extension: `groups` returns only names, as scripts expect. Deleted groups are left out. */
  groupDetails: post('/api/v1/group-details', {
    effect: 'none',
    allow: ['admin:GetGroup'],
    features: ['groups'],
    body: v.object({ groups: names(LIMITS.details) }),
    reply: v.array(GroupDetails),
  }),
  group: get('/api/v1/group', { allow: ['admin:GetGroup'], features: ['groups'], query: named, reply: Group }),
  /**
   * Changing members also requires `admin:AddUserToGroup`, even for removals; changing the status `admin:EnableGroup`.
   */
  updateGroup: put('/api/v1/group', {
    allow: ['admin:GetGroup'],
    features: ['groups', 'account-changes'],
    query: named,
    body: v.object({ group: v.optional(text(limits.name)), members: names(LIMITS.users), status: Status }),
    reply: Group,
  }),
  removeGroup: del('/api/v1/group', {
    allow: ['admin:AddUserToGroup'],
    features: ['groups', 'account-changes'],
    status: 204,
    query: named,
  }),
  setPolicy: put('/api/v1/set-policy', {
    allow: ['admin:AttachUserOrGroupPolicy'],
    features: ['policies', 'account-changes'],
    status: 204,
    snapshotCall: {
      calls: ['user', 'group'],
      of: ({ entityType, entityName }) => ({ call: entityType, query: { name: entityName } }),
    },
    body: v.object({
      name: names(LIMITS.policies),
      entityType: v.picklist(['user', 'group'], 'Choose user or group'),
      entityName: v.pipe(text(limits.name), v.minLength(1, 'Name the user or group')),
    }),
  }),
  /** The same for several users and groups, one after the other, for scripts of the former console. */
  setPolicies: put('/api/v1/set-policy-multi', {
    allow: ['admin:AttachUserOrGroupPolicy'],
    features: ['policies', 'account-changes'],
    status: 204,
    snapshotCall: false,
    body: v.pipe(
      v.object({
        name: names(LIMITS.policies),
        users: v.optional(names(LIMITS.users), []),
        groups: v.optional(names(LIMITS.groups), []),
      }),
      v.check(({ users, groups }) => users.length + groups.length > 0, messages.nameUserOrGroup),
    ),
  }),
  /** An extension: duration of new sessions, if the storage controls it (501 elsewhere). */
  sessionLength: get('/api/v1/session-length', {
    allow: ['admin:ConfigUpdate'],
    features: ['session-length'],
    reply: SessionLength,
  }),
  setSessionLength: put('/api/v1/session-length', {
    allow: ['admin:ConfigUpdate'],
    features: ['session-length'],
    status: 204,
    body: SessionLength,
  }),
  /** An extension: the storage server's own IAM export, a zip file that contains all secrets. */
  archive: get('/api/v1/accounts-archive', {
    allow: ['admin:ExportIAM'],
    features: ['iam-archive'],
    effect: 'discloses',
    isExport: true,
    reply: 'bytes',
  }),
  /** Imports such an archive; the server overwrites existing entries. `failed` names what it could not import. */
  importArchive: post('/api/v1/accounts-archive', {
    allow: ['admin:ImportIAM'],
    features: ['iam-archive'],
    body: 'files',
    reply: v.object({ failed: v.array(v.string()) }),
  }),
  /** Extensions for the command palette: a few matches whose name contains a text. */
  findUsers: get('/api/v1/find/users', {
    allow: ['admin:ListUsers'],
    features: ['users'],
    query: searchQuery,
    reply: searchResult(v.object({ accessKey: v.string(), status: Status })),
  }),
  findGroups: get('/api/v1/find/groups', {
    allow: ['admin:ListGroups'],
    features: ['groups'],
    query: searchQuery,
    reply: searchResult(v.string()),
  }),
}
