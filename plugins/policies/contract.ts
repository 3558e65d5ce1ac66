import * as v from 'valibot'
import { searchQuery, del, searchResult, get, limits, post, text } from 'stowage'
import { access } from './access.ts'
import { administrators } from './administrators.ts'
import * as messages from './messages.ts'

export {
  type Administrators,
  lastAdministrator,
  type Loss,
  remainingAdministrators,
  unknownAdministrators,
} from './administrators.ts'

/** A policy: its name and its document as JSON text; `problem` says why a storage server cannot return the document. */
export const Policy = v.object({ name: v.string(), policy: v.string(), problem: v.optional(v.string()) })
export type Policy = v.InferOutput<typeof Policy>

/** Initial document of a new policy: reads all objects. It names no bucket, since an example name would not exist. */
export const example = JSON.stringify(
  {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] }],
  },
  null,
  2,
)

/** A policy's name. Storage servers store names in comma-separated lists, and use them as file names. */
export const PolicyName = v.pipe(
  v.string(),
  v.title('Policy Name'),
  v.trim(),
  v.minLength(1, messages.policyNameRequiredBeforeSave),
  v.maxLength(128, messages.policyNameTooLong),
  v.maxBytes(255, messages.policyNameTooManyBytes),
  v.regex(/^[^,]*$/, 'A policy name cannot contain ","'),
  v.regex(/^(?!(.*\/)?\.\.?(\/|$))/, messages.policyNameHasDotSegments),
)

/** A policy to save; its document is checked by the policy module on the server. */
export const NewPolicy = v.object({
  name: PolicyName,
  policy: v.pipe(
    text(limits.policy),
    v.title('Write Policy'),
    v.minLength(1, 'Write the policy as JSON'),
    v.metadata({ control: 'code' }),
  ),
})

/**
 * A policy to save. `replaces` is the document that the edit started from, null for a new policy: 409 if the stored one
 * differs.
 */
const SavedPolicy = v.object({ ...NewPolicy.entries, replaces: v.optional(v.nullable(text(limits.policy))) })

const named = v.object({ name: v.pipe(text(limits.name), v.minLength(1, messages.policyNameRequiredInQuery)) })

/** Number of users of a policy, and the groups it is attached to. */
const Attachment = v.object({ policy: v.string(), users: v.number(), groups: v.array(v.string()) })
export type Attachment = v.InferOutput<typeof Attachment>

/** Routes of console-api 2.2; each page requires the permission of its first call. */
export const pages = {
  '/policies': ['admin:ListUserPolicies'],
  '/policies/*': ['admin:GetPolicy'],
  '/check-access': ['admin:GetUser', 'admin:GetGroup', 'admin:GetPolicy'],
} as const
export type Page = keyof typeof pages

/** IAM policies (spec/2 section 7, console-api 10). */
export const policies = {
  list: get('/api/v1/policies', {
    allow: ['admin:ListUserPolicies'],
    features: ['policies'],
    query: v.object({ limit: v.optional(text(limits.word)), offset: v.optional(text(limits.word)) }),
    // `incomplete` says why there may be more policies than listed
    reply: v.object({
      policies: v.array(Policy),
      total: v.optional(v.number(), 0),
      incomplete: v.optional(v.string()),
    }),
  }),
  add: post('/api/v1/policies', {
    allow: ['admin:CreatePolicy', 'admin:GetPolicy'],
    features: ['policies', 'account-changes'],
    status: 201,
    snapshotCall: 'get',
    body: SavedPolicy,
    reply: Policy,
  }),
  get: get('/api/v1/policy', { allow: ['admin:GetPolicy'], features: ['policies'], query: named, reply: Policy }),
  remove: del('/api/v1/policy', {
    allow: ['admin:DeletePolicy'],
    features: ['policies', 'account-changes'],
    status: 204,
    query: named,
  }),
  users: get('/api/v1/policies/:name/users', {
    allow: ['admin:ListUsers'],
    features: ['users', 'policies'],
    reply: v.array(v.string()),
  }),
  groups: get('/api/v1/policies/:name/groups', {
    allow: ['admin:ListGroups'],
    features: ['groups', 'policies'],
    reply: v.array(v.string()),
  }),
  /**
   * An extension: attached policies with the number of users and the groups that have them directly. Sorted by policy.
   */
  attachments: get('/api/v1/policy-attachments', {
    allow: ['admin:ListUsers', 'admin:ListGroups'],
    features: ['users', 'policies'],
    reply: v.object({ attachments: v.array(Attachment) }),
  }),
  /** An extension for the command palette: names that contain a text, without policies that have no page. */
  find: get('/api/v1/find/policies', {
    allow: ['admin:ListUserPolicies'],
    features: ['policies'],
    query: searchQuery,
    reply: v.object({ ...searchResult(v.string()).entries, incomplete: v.optional(v.string()) }),
  }),
  ...access,
  administrators,
}
