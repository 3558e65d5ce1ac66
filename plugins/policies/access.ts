import * as v from 'valibot'
import { get, list, limits, post, text } from 'stowage'
import * as messages from './messages.ts'

// Permissions of accounts by their policies: single questions, tables, and the effects of a policy change.

const allow = ['admin:GetUser', 'admin:GetGroup', 'admin:GetPolicy'] as const
const allowAll = ['admin:ListUsers', 'admin:GetGroup', 'admin:ListUserPolicies'] as const

/** A user, a group (whose policies its members get), or a service account, named by its access key. */
export const Account = v.object({
  kind: v.picklist(['user', 'group', 'service-account'], 'Choose user, group or service-account'),
  name: v.pipe(text(limits.name), v.minLength(1, 'Name the account')),
})
export type Account = v.InferOutput<typeof Account>

/** A condition key of the request, with its value. */
const ConditionValue = v.object({
  key: v.pipe(text(128), v.regex(/^(aws|s3|jwt|ldap|sts|svc):\S+$/, messages.conditionKeyRequired)),
  value: text(limits.name),
})

/** "Can X do Y?": without a key it concerns the bucket itself; for list actions, the key is the prefix. */
export const Question = v.object({
  ...Account.entries,
  action: v.pipe(text(limits.word), v.regex(/^[a-z0-9]+:[A-Za-z0-9]+$/, messages.actionRequired)),
  bucket: v.optional(text(limits.bucket), ''),
  key: v.optional(text(limits.key), ''),
  conditions: v.optional(list(ConditionValue, 20), []),
})
export type Question = v.InferInput<typeof Question>

/**
 * A statement: of a policy, possibly inherited from a group, or of a service account's inline policy, which has no
 * name.
 */
export const MatchedStatement = v.object({
  policyType: v.picklist(['attached', 'inline']),
  policy: v.string(),
  group: v.optional(v.string()),
  /** Starts at 1. */
  number: v.number(),
  sid: v.optional(v.string()),
  effect: v.picklist(['Allow', 'Deny']),
})
export type MatchedStatement = v.InferOutput<typeof MatchedStatement>

/** A statement's JSON and its matching elements, or for the closest statement those that do not match. */
const StatementDetails = v.object({ ...MatchedStatement.entries, json: v.string(), elements: v.array(v.string()) })

/** The decision; `reason` is `statement` if one decides. */
export const Verdict = v.object({
  allowed: v.boolean(),
  reason: v.picklist(['statement', 'implicit-deny', 'inline-policy', 'root', 'disabled', 'expired', 'disabled-group']),
  /** User who owns the service account. */
  parentUser: v.optional(v.string()),
  /** Matching statements, the deciding one first. */
  matchedStatements: v.array(MatchedStatement),
  decidedBy: v.optional(StatementDetails),
  closest: v.optional(StatementDetails),
  /** Condition keys that affect the result and were not given. */
  missingConditionKeys: v.array(v.string()),
  /** Policies that the storage cannot read; they are not considered. */
  unreadablePolicies: v.array(v.string()),
})
export type Verdict = v.InferOutput<typeof Verdict>

/** Permission for one resource in one column. */
export const Access = v.object({
  state: v.picklist(['allowed', 'conditional', 'denied', 'none']),
  reasons: v.array(v.string()),
})
export type Access = v.InferOutput<typeof Access>

const columns = { list: Access, read: Access, write: Access, delete: Access, manage: Access }
const grants = v.array(v.object({ policy: v.string(), group: v.optional(v.string()) }))

/** Permissions of one account: by resource (`bucket/folder/*`, `*` for all buckets), and the admin actions allowed. */
export const Everything = v.object({
  reason: v.optional(v.picklist(['root', 'disabled', 'expired', 'disabled-group'])),
  parentUser: v.optional(v.string()),
  resources: v.array(v.object({ resource: v.string(), ...columns, grantedBy: grants })),
  /** The list was truncated. */
  partial: v.boolean(),
  adminActions: v.array(v.string()),
  attachedPolicies: grants,
  unreadablePolicies: v.array(v.string()),
})
export type Everything = v.InferOutput<typeof Everything>

/**
 * Who may do what with a resource: users, whose service accounts can do the same or less, and everyone, if the bucket
 * policy grants anonymous access.
 */
export const Reaching = v.object({
  everyone: v.optional(v.union([v.literal('unknown'), v.object(columns)])),
  users: v.array(v.object({ user: v.string(), ...columns, grantedBy: grants })),
  unreadablePolicies: v.array(v.string()),
})
export type Reaching = v.InferOutput<typeof Reaching>

/** A problem or remark about a policy, for its editor. */
export const Finding = v.object({
  kind: v.picklist([
    'invalid',
    'unknown-action',
    'malformed-arn',
    'never-matches',
    'shadowed',
    'wide',
    'not-action',
    'no-effect',
  ]),
  message: v.string(),
  statement: v.optional(v.number()),
  value: v.optional(v.string()),
  otherStatement: v.optional(v.number()),
})
export type Finding = v.InferOutput<typeof Finding>

/** How a policy change affects its users. */
export const Effects = v.object({
  /** Users that have the policy directly, and through groups. */
  users: v.array(v.string()),
  groups: v.array(v.object({ name: v.string(), members: v.number() })),
  accounts: v.number(),
  changes: v.array(
    v.object({
      kind: v.picklist(['gained', 'lost', 'changed']),
      actions: v.array(v.string()),
      resource: v.string(),
      accounts: v.number(),
      overriddenPolicies: v.array(v.string()),
    }),
  ),
  partial: v.boolean(),
  unreadablePolicies: v.array(v.string()),
})
export type Effects = v.InferOutput<typeof Effects>

/** Vocabulary of policies: all actions with descriptions, and the condition keys. */
export const Vocabulary = v.object({
  actions: v.array(
    v.object({
      name: v.string(),
      group: v.picklist(['read', 'list', 'write', 'delete', 'bucket', 'admin', 'keys']),
      description: v.string(),
    }),
  ),
  conditionKeys: v.array(v.object({ name: v.string(), appliesTo: v.picklist(['any', 'listing', 'object']) })),
  operators: v.array(v.string()),
})
export type Vocabulary = v.InferOutput<typeof Vocabulary>

const document = v.pipe(text(limits.policy), v.minLength(1, 'Write the policy as JSON'))

/**
 * Extensions: the former console has no such calls. Service accounts also require `admin:ListServiceAccounts`. All of
 * them only read, although most are POST requests, so that the audit does not record them.
 */
export const access = {
  check: post('/api/v1/access/check', { allow, effect: 'none', body: Question, reply: Verdict }),
  everything: post('/api/v1/access/account', { allow, effect: 'none', body: Account, reply: Everything }),
  usersWithAccess: post('/api/v1/access/bucket', {
    allow: allowAll,
    effect: 'none',
    body: v.object({
      bucket: v.pipe(text(limits.bucket), v.minLength(1, 'Name the bucket')),
      prefix: v.optional(text(limits.key), ''),
    }),
    reply: Reaching,
  }),
  /** Compares the stored policy with a new document. */
  effects: post('/api/v1/access/effects', {
    allow: allowAll,
    effect: 'none',
    body: v.object({
      name: v.pipe(text(limits.name), v.minLength(1, messages.policyNameRequired)),
      policy: document,
    }),
    reply: Effects,
  }),
  findings: post('/api/v1/access/findings', {
    allow: 'signed-in',
    effect: 'none',
    body: v.object({ policy: document }),
    reply: v.array(Finding),
  }),
  vocabulary: get('/api/v1/access/vocabulary', { allow: 'signed-in', reply: Vocabulary }),
}
